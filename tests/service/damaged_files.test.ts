import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { locateChanges } from '../../adapters/changes/layout.ts';
import { readCurrentEpoch, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';
import { followerProgram } from './follower_program.ts';

interface Held {
  readonly at: string | null;
  readonly rows: readonly (readonly [key: string, row: object])[];
}

function ask(follower: ChildProcess): Promise<Held> {
  return new Promise((resolve) => {
    follower.once('message', (held) => resolve(held as Held));
    follower.send('rows');
  });
}

async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const seen = await look();
    if (holds(seen)) return seen;
    assert.ok(tries < 600, JSON.stringify(seen).slice(0, 500));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Three players see an item in a creature of its own, and the next snapshot publishes it. */
async function publish({ url }: Instance, dataDir: string, id: number): Promise<void> {
  const seen = world();
  for (const name of ['a', 'b', 'c'])
    seen.install(`install-of-player-${name}-${id}`).looted(npc(id, 'Wolf'), item(id, 'Cape'));
  await seen.sendTo(url);
  const { code, stderr } = await runJobHere(dataDir, ['snapshot']);
  assert.equal(code, 0, stderr);
}

async function json(url: string): Promise<{ readonly status: number; readonly body: Record<string, never> }> {
  const answer = await fetch(url);
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

/** Flips a bit in the middle of a file. */
function spoil(path: string): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 16;
  writeFileSync(path, bytes);
}

async function withInstance(work: (instance: Instance, dataDir: string) => Promise<void>): Promise<void> {
  await inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir });
    try {
      await work(instance, dataDir);
    } finally {
      await instance.stop();
    }
  });
}

test('damaged exported and change files are named by verify and written again, and a follower catches up', (t) =>
  withInstance(async (instance, folder) => {
    for (const id of [1, 2, 3]) await publish(instance, folder, id);
    const dir = toDataDir(folder);
    const served = (): string => join(dir.exports, readFileSync(join(dir.exports, 'current'), 'utf8').trim());
    const first = readdirSync(served()).filter((name) => name.endsWith('.gz'));
    assert.ok(first.length > 15, first.join());
    for (const name of first) spoil(join(served(), name));
    const layout = locateChanges(dir.changes, readCurrentEpoch(dir)!);
    const { body: health } = await json(`${instance.url}/api/health`);
    const newest = Number((health['snapshot'] as unknown as { id: string }).id.split('.')[1]);
    rmSync(layout.file(newest));
    spoil(layout.file(newest - 1));

    const verified = await runJobHere(folder, ['verify', '--quiet']);
    assert.equal(verified.code, 1);
    for (const name of first) {
      const path = name.replace(/\.gz$/, '').replace(/^(addons|lists)-/, '$1/');
      assert.ok(verified.stderr.includes(`/export/${path} is damaged or missing`), `${path}: ${verified.stderr}`);
    }
    for (const n of [newest - 1, newest])
      assert.match(verified.stderr, new RegExp(`change file of snapshot ${n} is damaged`));

    const program = join(folder, '..', `follow-${instance.port}.mjs`);
    writeFileSync(program, followerProgram());
    t.after(() => rmSync(program));
    const follower = fork(program, [`${instance.url}/`], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
    t.after(() => follower.kill());
    const { status } = await json(`${instance.url}/export/drops-rates.ndjson`);
    assert.equal(status, 503);
    assert.equal((await ask(follower)).at, null);

    // The instance found damage, so the builder checks all files although a day has not passed.
    const run = await runJobHere(folder, ['snapshot']);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /"event":"export\.damaged","files":\d+\}/);
    assert.match(run.stderr, /"event":"changes\.damaged","files":2\}/);
    const held = await until(
      () => ask(follower),
      ({ at }) => at !== null,
    );
    assert.equal((await json(`${instance.url}/api/changes?since=${held.at}`)).status, 200);
    await publish(instance, folder, 4);
    const { body } = await json(`${instance.url}/api/edges`);
    const caughtUp = await until(
      () => ask(follower),
      ({ at }) => at === (body['snapshot'] as unknown as string),
    );
    assert.ok(caughtUp.rows.some(([key]) => key === 'drops npc:4:4'));
    const whole = await runJobHere(folder, ['verify', '--quiet']);
    assert.equal(whole.code, 0, whole.stderr);
  }));

test('the daily check finds damaged files without a request for them', () =>
  withInstance(async (instance, folder) => {
    await publish(instance, folder, 1);
    const dir = toDataDir(folder);
    const served = (): string => readFileSync(join(dir.exports, 'current'), 'utf8').trim();
    const before = served();
    spoil(join(dir.exports, before, 'corpus.ndjson.gz'));
    const within = await runJobHere(folder, ['snapshot']);
    assert.doesNotMatch(within.stderr, /damaged/);
    const note = join(folder, 'files_checked');
    const [epoch, atMs] = readFileSync(note, 'utf8').split(' ');
    writeFileSync(note, `${epoch} ${Number(atMs) - 86_400_000}\n`);
    const run = await runJobHere(folder, ['snapshot']);
    assert.match(run.stderr, /"event":"export\.damaged","files":1\}/);
    assert.notEqual(served(), before);
    const { body } = await json(`${instance.url}/api/health`);
    assert.deepEqual((body['exports'] as unknown as { state: string }).state, 'ok');
  }));
