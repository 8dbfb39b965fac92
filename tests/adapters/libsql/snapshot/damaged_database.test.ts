import assert from 'node:assert/strict';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../../../adapters/data_folder/data_dir.ts';
import { createEpoch, openServedEpoch, serveEpoch } from '../../../../adapters/data_folder/epoch.ts';
import { openReader, openWriter, readValue } from '../../../../adapters/libsql/database.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { PAGE_BYTES } from '../../../../adapters/libsql/snapshot/writer.ts';
import { requireWholeFile } from '../../../../adapters/libsql/whole_file.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { SnapshotStore } from '../../../../domain/ports/snapshots.ts';
import { readHealth } from '../../../../domain/reads/health.ts';
import { createRebuildPace } from '../../../../domain/snapshot/rebuild_pace.ts';
import { withFolder } from '../../../domain/snapshot/support.ts';
import { beginFolder } from '../../../support/folder.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';
import { causeOf } from '../../../support/storage_fails.ts';

const PAGE = 4096;
const RULES = { feedTime: 'exact', rollups: {} } as const;

function isCut(error: Error & { code?: string }): boolean {
  return error.code === 'DATABASE_CUT';
}

async function overwrite(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, at);
  await file.close();
}

/**
 * Creates a database whose newest pages exist only in the write-ahead log. `check` examines the database through a
 * reader while the writer is still open.
 */
function withLog(work: (path: string, check: () => Promise<void>) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const path = `${folder}/some.db`;
    const fill = (from: number, to: number): string =>
      `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
       insert into t select i, randomblob(3000) from n`;
    const writer = await openWriter(path, { create: true });
    await writer.executeMultiple(`
      create table t (id integer primary key, body blob); ${fill(1, 50)}; pragma wal_checkpoint(truncate);
      ${fill(51, 60)};`);
    const store = await openReader(path);
    try {
      const pages = Number(await readValue(store, 'pragma page_count'));
      assert.ok(pages * PAGE > (await stat(path)).size, 'the log holds pages that the file lacks');
      await work(path, () => requireWholeFile(store, path));
    } finally {
      store.close();
      writer.close();
    }
  });
}

test('a database file may be shorter only by pages that its log contains', () =>
  withLog(async (path, check) => {
    await check();
    await truncate(path, (await stat(path)).size - 2 * PAGE);
    await assert.rejects(check, isCut);
  }));

test('frames from before the log was restarted do not count', () =>
  withLog(async (path, check) => {
    await overwrite(`${path}-wal`, 16, new Uint8Array(8));
    await assert.rejects(check, isCut);
  }));

/** Creates and serves an epoch with one snapshot, which has enough facts to fill pages of their own. */
async function serve(dir: DataDir): Promise<string> {
  const epoch = await createEpoch(dir, RULES, systemRandom);
  const facts = Array.from({ length: 400 }, (_, i) => ({
    family: 'items',
    subject: String(i),
    body: { name: { value: `Item ${i} ${'x'.repeat(200)}`, installs: 3 } },
  }));
  await epoch.snapshots.write(snapshotChange(1, { facts }));
  await serveEpoch(dir, epoch);
  return epoch.name;
}

/** Passes `work` a reader whose stopwatch the test controls, and the causes of damage reported by the reader. */
function withReader(
  work: (
    store: SnapshotStore,
    dir: DataDir,
    { causes, now }: { causes: string[]; now: { ms: number } },
  ) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dir = await beginFolder(folder);
    await serve(dir);
    const [causes, now]: [string[], { ms: number }] = [[], { ms: 0 }];
    const stopwatch = { elapsedMs: () => now.ms };
    const onDamage = ({ cause }: { cause: string }): void => void causes.push(cause);
    const store = createSnapshotStore({ dir, clock: { nowMs: () => 1.7e12 }, stopwatch, onDamage });
    try {
      await store.refresh();
      await work(store, dir, { causes, now });
    } finally {
      await store.close();
    }
  });
}

async function stateOf(store: SnapshotStore, now: { ms: number }): Promise<string> {
  return (await readHealth(store, { clock: { nowMs: () => 1.7e12 }, stopwatch: { elapsedMs: () => now.ms } }, 1e9))
    .state;
}

test('a damaged page is logged once, health reports it until another epoch is served, and the rest is served', () =>
  withReader(async (store, dir, { causes, now }) => {
    const path = dir.snapshotDb(readCurrentEpoch(dir)!);
    const client = await openReader(path);
    const page = Number(await readValue(client, `select rootpage from sqlite_schema where name = 'changes_by_time'`));
    client.close();
    await overwrite(path, (page - 1) * PAGE_BYTES, new Uint8Array(PAGE_BYTES).fill(0x55));
    const states: string[] = [];
    for (let i = 0; i < 10; i++) {
      const query = { sinceMs: 0, families: null, subjectPrefix: '', limit: 5 };
      const snapshot = (await store.newest())!;
      assert.equal(await causeOf(snapshot.log.changes(query)), 'SQLITE_CORRUPT');
      states.push(await stateOf(store, now));
      await (await store.newest())!.log.row(1);
      now.ms += 700;
    }
    assert.deepEqual([...new Set(states)], ['unavailable']);
    assert.deepEqual(causes, ['SQLITE_CORRUPT']);
    await serve(dir);
    now.ms += 2_000;
    assert.equal(await stateOf(store, now), 'fresh');
    assert.equal(store.damage(), null);
  }));

test('a database that is truncated while it is read is unreachable, logged once, and rebuilt', () =>
  withReader(async (store, dir, { causes, now }) => {
    const path = dir.snapshotDb(readCurrentEpoch(dir)!);
    await truncate(path, 8 * PAGE_BYTES);
    const states: string[] = [];
    for (let i = 0; i < 10; i++) {
      now.ms += 1_100;
      states.push(await stateOf(store, now));
    }
    assert.deepEqual([...new Set(states)], ['unavailable']);
    assert.equal(causes.length, 1, causes.join());
    assert.deepEqual(await openServedEpoch(dir, RULES), { ok: false, error: { kind: 'rebuild', reason: 'damaged' } });
  }));

test('replacing an epoch while a store checks it is not damage', () =>
  withReader(async (store, dir, { causes, now }) => {
    const old = readCurrentEpoch(dir)!;
    await serve(dir);
    await rm(dir.snapshotDb(old));
    now.ms += 2_000;
    assert.equal(await stateOf(store, now), 'fresh');
    assert.deepEqual(causes, []);
  }));

test('after a failed rebuild the next one follows after ten minutes, and then after doubled delays', () => {
  const now = { minutes: 0 };
  const pace = createRebuildPace({ elapsedMs: () => now.minutes * 60_000 });
  const begun: number[] = [];
  for (; now.minutes <= 10 * 24 * 60; now.minutes++) if (pace.begin()) begun.push(now.minutes);
  assert.deepEqual(begun.slice(0, 6), [0, 10, 30, 70, 150, 310]);
  const waits = begun.slice(1).map((minute, i) => minute - begun[i]!);
  assert.equal(Math.max(...waits), 24 * 60);
  now.minutes += 2 * 24 * 60;
  assert.equal(pace.begin(), true);
  now.minutes += 10;
  assert.equal(pace.begin(), true, 'after a long time without damage the first wait counts again');
});
