import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { createDataDir, type DataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { createEpoch, type Epoch, serveEpoch } from '../../../../adapters/data_folder/epoch.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { openSnapshotWriter } from '../../../../adapters/libsql/snapshot/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { readHealth } from '../../../../domain/reads/health.ts';
import { withFolder } from '../../../domain/snapshot/support.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

const WRITTEN_MS = Date.UTC(2026, 10, 22);
const MAX_AGE_S = 1_800;
const HOUR_MS = 3_600_000;

async function write(dir: DataDir, epoch: Epoch, n: number, writtenAtMs: number): Promise<void> {
  const { writer } = await openSnapshotWriter(dir.snapshotDb(epoch.name));
  const { row, ...change } = snapshotChange(n);
  await writer.write({ ...change, row: { ...row, writtenAtMs } });
  await writer.close();
}

/** Passes `work` a reader of one snapshot, the reader's clock and stopwatch, and the health report. */
function withAges(
  work: (ages: {
    clock: { ms: number };
    watch: { ms: number };
    dir: DataDir;
    health: () => Promise<readonly [string, number | undefined]>;
    next: (n: number, writtenAtMs: number) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dir = createDataDir(folder);
    const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: {} }, systemRandom);
    await serveEpoch(dir, epoch);
    await write(dir, epoch, 1, WRITTEN_MS);
    const clock = { ms: WRITTEN_MS };
    const watch = { ms: 5_000 };
    const clocks = { clock: { nowMs: () => clock.ms }, stopwatch: { elapsedMs: () => watch.ms } };
    const store = createSnapshotStore({ dir, ...clocks });
    const health = async () => {
      const { state, snapshot } = await readHealth(store, clocks, MAX_AGE_S);
      return [state, snapshot?.ageSeconds] as const;
    };
    const next = async (n: number, writtenAtMs: number): Promise<void> => {
      await write(dir, epoch, n, writtenAtMs);
      await store.refresh();
    };
    try {
      await store.refresh();
      await work({ clock, watch, dir, health, next });
    } finally {
      await store.close();
    }
  });
}

test('setting the clock does not change the age of a snapshot', () =>
  withAges(async ({ clock, watch, health, next }) => {
    assert.deepEqual(await health(), ['fresh', 0]);
    clock.ms -= HOUR_MS;
    watch.ms += 1_900_000;
    assert.deepEqual(await health(), ['stale', 1_900]);
    clock.ms += 48 * HOUR_MS;
    assert.deepEqual(await health(), ['stale', 1_900]);
    await next(2, clock.ms);
    assert.deepEqual(await health(), ['fresh', 0]);
    clock.ms += 48 * HOUR_MS;
    watch.ms += 10_000;
    assert.deepEqual(await health(), ['fresh', 10]);
  }));

test('a snapshot from the future ages like any other', () =>
  withAges(async ({ clock, watch, health, next }) => {
    await next(2, WRITTEN_MS + 1_000 * HOUR_MS);
    assert.deepEqual(await health(), ['fresh', 0]);
    watch.ms += 1_801_000;
    clock.ms += 1_801_000;
    assert.deepEqual(await health(), ['stale', 1_801]);
  }));

test('a snapshot from before this process started is as old as the clock says', () =>
  withFolder(async (folder) => {
    const dir = createDataDir(folder);
    const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: {} }, systemRandom);
    await serveEpoch(dir, epoch);
    await write(dir, epoch, 1, WRITTEN_MS);
    const clocks = { clock: { nowMs: () => WRITTEN_MS + HOUR_MS }, stopwatch: { elapsedMs: () => 0 } };
    const store = createSnapshotStore({ dir, ...clocks });
    await store.refresh();
    assert.equal((await readHealth(store, clocks, MAX_AGE_S)).snapshot?.ageSeconds, 3_600);
    await store.close();
  }));

test('a store checks for a new snapshot after a second, whatever the clock does', () =>
  withAges(async ({ clock, watch, dir, health }) => {
    await rm(dir.pointer);
    clock.ms -= HOUR_MS;
    watch.ms += 999;
    assert.deepEqual(await health(), ['fresh', 0]);
    watch.ms += 1;
    assert.deepEqual(await health(), ['missing', undefined]);
  }));
