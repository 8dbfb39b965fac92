import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DropsAnswer, postRecords } from '../support/client.ts';
import { contentsBelow } from '../support/files_below.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { answers, type Instance, inTempDir, sleep, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

/** A snapshot every second, so that anything that would wrongly recreate the folder does so during the test. */
const ENV = { TW_SNAPSHOT_INTERVAL_S: '1' };
/** Longer than the snapshot interval, and longer than the service trusts an answer before it looks again. */
const A_WHILE_MS = 3_500;

function windows(name: string) {
  return world()
    .installs(3, (install) => install.event(name.replaceAll(' ', '-')).looted(npc(6), item(2589)))
    .records();
}

async function askedOf(url: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { headers });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function dropsOf(url: string): Promise<DropsAnswer & { unreachable: boolean }> {
  return (await askedOf(url, '/api/rollups/drops')).body;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
    await sleep(50);
  }
}

function killsAre(url: string, kills: number) {
  return () => dropsOf(url).then(({ rates }) => rates.length === 1 && rates[0]?.kills === kills);
}

/** Asserts what every endpoint must answer while the folder is missing. */
async function allUnreachable({ url }: Instance, key: string, what: string): Promise<void> {
  const health = await askedOf(url, '/api/health');
  assert.deepEqual([health.status, health.body.ok, health.body.snapshot.state], [503, false, 'unavailable'], what);
  const drops = await askedOf(url, '/api/rollups/drops');
  assert.deepEqual([drops.status, drops.body.unreachable, drops.body.rates], [200, true, []], what);
  for (const path of [
    '/api/corpus/public',
    '/api/market/prices',
    '/export/index.json',
    '/api/tools/npc_page?npcId=6',
  ]) {
    assert.equal((await askedOf(url, path)).status, 503, `${what}: ${path}`);
  }
  const keyed = await askedOf(url, '/api/rollups/drops', { authorization: `Bearer ${key}` });
  assert.equal(keyed.status, 503, `${what}: a key`);
  const { status, receipt } = await postRecords(url, windows(`while ${what}`));
  assert.deepEqual([status, receipt.persisted], [503, false], what);
}

/** Returns the names in a folder, or null if the folder does not exist. */
function within(folder: string): readonly string[] | null {
  return existsSync(folder) ? readdirSync(folder).sort() : null;
}

interface Vanishing {
  readonly what: string;
  readonly go: (folder: string, away: string) => void;
  readonly comeBack: (folder: string, away: string) => void;
}

/**
 * Moves a folder file by file, as an operator would. Skips files that the builder removes meanwhile, such as a log that
 * it closes.
 */
function moveAll(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    try {
      renameSync(join(from, name), join(to, name));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function moveBack(folder: string, away: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(away, folder);
}

const VANISHINGS: readonly Vanishing[] = [
  { what: 'moved away', go: (folder, away) => renameSync(folder, away), comeBack: moveBack },
  {
    what: 'emptied',
    go: (folder, away) => {
      mkdirSync(away);
      moveAll(folder, away);
    },
    comeBack: (folder, away) => {
      moveAll(away, folder);
      rmSync(away, { recursive: true });
    },
  },
  {
    what: 'unmounted',
    go: (folder, away) => {
      renameSync(folder, away);
      mkdirSync(folder);
    },
    comeBack: moveBack,
  },
];

test('a data folder that disappears is unreachable, is not created again, and works again once it is back', () =>
  inTempDir(async (parent) => {
    const folder = join(parent, 'data');
    const away = join(parent, 'away');
    const instance = await startInstanceHere({ dataDir: folder, env: ENV });
    try {
      const { url } = instance;
      const key = (await runJobHere(folder, ['key', 'create', '--label', 'a reader'])).stdout.trim();
      assert.equal((await postRecords(url, windows('before'))).status, 200);
      let kills = 3;
      await until('the first facts', killsAre(url, kills));
      await until('the first export', () => answers(`${url}/export/index.json`));
      for (const { what, go, comeBack } of VANISHINGS) {
        go(folder, away);
        const left = within(folder);
        await sleep(A_WHILE_MS);
        await allUnreachable(instance, key, what);
        for (const command of [['snapshot'], ['rebuild'], ['export'], ['key', 'create', '--label', 'x']]) {
          const { code, stderr } = await runJobHere(folder, command);
          assert.equal(code, 1, `${what}: ${command.join(' ')}`);
          assert.match(stderr, /TW_DATA_DIR.*\n$/, what);
        }
        assert.deepEqual(within(folder), left, what);
        comeBack(folder, away);
        await until(`health when ${what}`, () => answers(`${url}/api/health`));
        await until(`facts when ${what}`, killsAre(url, kills));
        const { status } = await askedOf(url, '/api/rollups/drops', { authorization: `Bearer ${key}` });
        assert.equal(status, 200, `${what}: a key`);
        const { status: taken, receipt } = await postRecords(url, windows(`after ${what}`));
        assert.deepEqual([taken, receipt.accepted?.some(({ duplicate }) => duplicate)], [200, false], what);
        kills += 3;
        await until(`new facts after ${what}`, killsAre(url, kills));
      }
      assert.equal(await instance.stop(), 0, instance.log());
      const verified = await runJobHere(folder, ['verify']);
      assert.equal(verified.code, 0, verified.stderr);
      assert.match(verified.stdout, /^4 uploads with 12 records are whole/);
    } finally {
      await instance.kill();
    }
  }));

test("another instance's folder in the same place is not used, and nothing is written into it", () =>
  inTempDir(async (parent) => {
    const [folder, away, other] = ['data', 'away', 'other'].map((name) => join(parent, name)) as [
      string,
      string,
      string,
    ];
    const second = await startInstanceHere({ dataDir: other });
    assert.equal((await postRecords(second.url, windows('theirs'))).status, 200);
    assert.equal((await runJobHere(other, ['snapshot'])).code, 0);
    assert.equal(await second.stop(), 0, second.log());
    const instance = await startInstance({ dataDir: folder, env: ENV });
    try {
      const { url } = instance;
      const key = (await runJobHere(folder, ['key', 'create', '--label', 'a reader'])).stdout.trim();
      assert.equal((await postRecords(url, windows('ours').concat(windows('more')))).status, 200);
      await until('our facts', killsAre(url, 6));
      const theirs = contentsBelow(other);
      renameSync(folder, away);
      renameSync(other, folder);
      await sleep(A_WHILE_MS);
      await allUnreachable(instance, key, 'replaced');
      assert.deepEqual(contentsBelow(folder), theirs);
      renameSync(folder, other);
      renameSync(away, folder);
      await until('our facts again', killsAre(url, 6));
      assert.equal((await postRecords(url, windows('again'))).status, 200);
      await until('new facts', killsAre(url, 9));
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));
