import assert from 'node:assert/strict';
import { closeSync, cpSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { acquireLock } from '../../adapters/data_folder/lock.ts';
import { openReader, readValue } from '../../adapters/libsql/database.ts';
import { PAGE_BYTES } from '../../adapters/libsql/snapshot/writer.ts';
import { RELEASES } from '../fixtures/releases.ts';
import { storeSettings } from '../support/folder.ts';
import { type Instance, inTempDir, sleep, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

const WAIT_MS = 120_000;

/** Creates a folder with an import, knowledge and prices, upgraded to this release. */
function withFolder(work: (dir: DataDir) => Promise<void>): Promise<void> {
  return inTempDir(async (folder) => {
    const root = join(folder, 'data');
    cpSync(join(RELEASES, '0.6.0'), root, { recursive: true });
    await storeSettings(root, {});
    const brought = await runJobHere(root, ['snapshot', '--quiet']);
    assert.equal(brought.code, 0, brought.stderr);
    await work(toDataDir(root));
  });
}

/** Returns the HTTP status of the health endpoint and the snapshot state that it reports. */
async function healthOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/health`);
  const { snapshot } = (await response.json()) as { snapshot: { state: string } };
  return `${response.status} ${snapshot.state}`;
}

async function statusOf(url: string, address: string): Promise<number> {
  const response = await fetch(url + address);
  await response.arrayBuffer();
  return response.status;
}

/**
 * Polls until the snapshot is fresh and in a new epoch. Returns the health states seen, without consecutive repeats.
 */
async function askUntilBuiltAnew({ url, log }: Instance, dir: DataDir, damaged: string | null): Promise<string[]> {
  const states: string[] = [];
  for (const deadline = Date.now() + WAIT_MS; readCurrentEpoch(dir) === damaged || states.at(-1) !== '200 fresh'; ) {
    assert.ok(Date.now() < deadline, `not built anew; health told ${states.join(', ')}\n${log()}`);
    const [, state] = [await statusOf(url, `/api/corpus/public?limit=${1 + (Date.now() % 500)}`), await healthOf(url)];
    if (states.at(-1) !== state) states.push(state);
    await sleep(50);
  }
  return states;
}

function countOf(log: string, event: string): number {
  return log.split(`"event":"${event}"`).length - 1;
}

/** Waits until the instance's first builder has ended. */
async function builderDone({ log }: Instance, dir: DataDir): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; countOf(log(), 'snapshot.written') === 0; await sleep(20)) {
    assert.ok(Date.now() < deadline, log());
  }
  const turn = await acquireLock(dir.builderLock, { waitMs: WAIT_MS });
  await turn?.release();
}

/** Truncates a database to this share of its pages. */
function cut(path: string, share: number): void {
  truncateSync(path, Math.floor((statSync(path).size / PAGE_BYTES) * share) * PAGE_BYTES);
}

/** Overwrites the root page of an index while other processes have the file open. */
async function spoilIndex(path: string, index: string): Promise<void> {
  const client = await openReader(path);
  const page = Number(await readValue(client, 'select rootpage from sqlite_schema where name = ?', [index]));
  client.close();
  assert.ok(page > 0);
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(PAGE_BYTES).fill(0x55), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}

test('a snapshot database that is truncated or has a damaged page is rebuilt at most once in ten minutes', () =>
  withFolder(async (dir) => {
    const instance = await startInstance({ dataDir: dir.root });
    try {
      await builderDone(instance, dir);
      const first = readCurrentEpoch(dir);
      assert.equal(await healthOf(instance.url), '200 fresh');
      cut(dir.snapshotDb(first!), 0.5);
      const afterCut = await askUntilBuiltAnew(instance, dir, first);
      assert.deepEqual(afterCut.slice(-2), ['503 unavailable', '200 fresh']);
      assert.ok(afterCut.length <= 3, `health told ${afterCut.join(', ')}`);
      assert.equal(countOf(instance.log(), 'snapshot.damaged'), 1, instance.log());
      assert.equal(countOf(instance.log(), 'snapshot.rebuild'), 1, instance.log());

      const second = readCurrentEpoch(dir);
      assert.equal((await runJobHere(dir.root, ['snapshot', '--quiet'])).code, 0, 'the check of the day is done');
      await spoilIndex(dir.snapshotDb(second!), 'rows_by_b');
      const item = '/api/tools/item_page?itemId=702';
      for (let i = 0; i < 5; i++) {
        assert.equal(await statusOf(instance.url, item), 503);
        assert.equal(await healthOf(instance.url), '503 unavailable');
        assert.equal(await statusOf(instance.url, `/api/corpus/public?limit=${10 + i}`), 200, 'what can be read is');
      }
      assert.equal(countOf(instance.log(), 'snapshot.damaged'), 2, instance.log());
      const paced = await runJobHere(dir.root, ['snapshot', '--quiet']);
      assert.equal(paced.code, 0, paced.stderr);
      assert.equal(readCurrentEpoch(dir), second, 'the rebuild before it began less than ten minutes ago');
      assert.equal(await healthOf(instance.url), '503 unavailable');
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));

test('an index page that is damaged under a running instance is repaired by a command', () =>
  withFolder(async (dir) => {
    const instance = await startInstance({ dataDir: dir.root });
    try {
      await builderDone(instance, dir);
      const damaged = readCurrentEpoch(dir);
      await spoilIndex(dir.snapshotDb(damaged!), 'rows_by_b');
      const item = '/api/tools/item_page?itemId=702';
      assert.equal(await statusOf(instance.url, item), 503);
      const job = await runJobHere(dir.root, ['snapshot', '--quiet']);
      assert.equal(job.code, 0, job.stderr);
      await askUntilBuiltAnew(instance, dir, damaged);
      assert.equal(await statusOf(instance.url, item), 200);
      const log = instance.log() + job.stderr;
      assert.deepEqual([countOf(log, 'snapshot.damaged'), countOf(log, 'snapshot.rebuild')], [1, 1], log);
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));

test('a snapshot database that was truncated while nothing ran, with its log, is rebuilt at the start', () =>
  withFolder(async (dir) => {
    const before = await startInstance({ dataDir: dir.root });
    await builderDone(before, dir);
    await before.kill();
    const damaged = readCurrentEpoch(dir);
    assert.ok(statSync(`${dir.snapshotDb(damaged!)}-wal`).size > 0, 'a log is left');
    cut(dir.snapshotDb(damaged!), 0.7);
    const instance = await startInstance({ dataDir: dir.root, readyPath: '/robots.txt' });
    try {
      const states = await askUntilBuiltAnew(instance, dir, damaged);
      assert.deepEqual(states.slice(-1), ['200 fresh']);
      assert.ok(states.length <= 2, `health told ${states.join(', ')}`);
      assert.equal(countOf(instance.log(), 'snapshot.damaged'), 1, instance.log());
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));
