import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CHANGE_RETENTION_MS, removeOldChanges } from '../../../domain/exports/tidy_changes.ts';
import type { ChangeFolder, ChangeFolderState } from '../../../domain/ports/change_files.ts';

const NOW_MS = 1.8e12;
const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;

/** Files in memory, keyed by snapshot, with the time when each was written. */
function folderOf(state: ChangeFolderState | null, written: ReadonlyMap<number, number>) {
  const files = new Map(written);
  const folder: ChangeFolder & { now(): ChangeFolderState | null } = {
    now: () => state,
    state: async () => state,
    writtenAtMs: async (n) => files.get(n) ?? null,
    findDamaged: async () => [],
    storeState: async (next) => {
      state = next;
    },
    removeBefore: async (first) => {
      assert.ok(state === null || state.first >= first, 'readers still list a removed file');
      for (const n of [...files.keys()]) if (n < first) files.delete(n);
    },
  };
  return { folder, files };
}

/** Files of the snapshots 5 to 9, written just now. */
const FIVE_FILES = new Map([5, 6, 7, 8, 9].map((n) => [n, NOW_MS]));

async function tidied(
  state: ChangeFolderState | null,
  request: { readonly erasedUpTo?: number; readonly nowMs?: number; readonly intervalMs?: number },
  written = FIVE_FILES,
) {
  const { folder, files } = folderOf(state, written);
  await removeOldChanges(folder, { erasedUpTo: null, nowMs: NOW_MS, intervalMs: TEN_MINUTES_MS, ...request });
  return { state: folder.now(), files: [...files.keys()] };
}

test('nothing is removed without a reason', async () => {
  const state = { first: 5, erased: null };
  assert.deepEqual(await tidied(state, {}), { state, files: [5, 6, 7, 8, 9] });
  assert.deepEqual(await tidied(null, { erasedUpTo: 4 }, new Map()), { state: null, files: [] });
});

test('files are kept for 30 days', async () => {
  const written = new Map([
    [5, NOW_MS - CHANGE_RETENTION_MS - 1],
    [6, NOW_MS - CHANGE_RETENTION_MS],
    [7, NOW_MS],
  ]);
  const { state, files } = await tidied({ first: 5, erased: null }, {}, written);
  assert.deepEqual([state?.first, files], [6, [6, 7]]);
});

test('an erasure waits for others, but its files are gone within an hour', async () => {
  const erased = { upTo: 7, sinceMs: NOW_MS };
  const noted = await tidied({ first: 5, erased: null }, { erasedUpTo: 7 });
  assert.deepEqual(noted, { state: { first: 5, erased }, files: [5, 6, 7, 8, 9] });
  const another = await tidied(noted.state, { erasedUpTo: 8, nowMs: NOW_MS + 30 * MINUTE_MS });
  assert.deepEqual(another.state, { first: 5, erased: { upTo: 8, sinceMs: NOW_MS } });
  const removed = await tidied(another.state, { nowMs: NOW_MS + 40 * MINUTE_MS });
  assert.deepEqual(removed, { state: { first: 9, erased: null }, files: [9] });
});

test('at runs of half an hour or more apart, files are removed at once, and so they are if the clock was set back', async () => {
  const at = await tidied({ first: 5, erased: null }, { erasedUpTo: 9, intervalMs: 30 * MINUTE_MS });
  assert.deepEqual(at, { state: { first: 10, erased: null }, files: [] });
  const back = await tidied({ first: 5, erased: { upTo: 6, sinceMs: NOW_MS } }, { nowMs: NOW_MS - 1 });
  assert.deepEqual(back, { state: { first: 7, erased: null }, files: [7, 8, 9] });
});

test('erased data is gone within an hour, however often the builder runs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 59 }),
      fc.array(fc.record({ erases: fc.boolean(), late: fc.double({ min: 0, max: 1, noNaN: true }) }), {
        maxLength: 30,
      }),
      async (minutes, runs) => {
        const intervalMs = minutes * MINUTE_MS;
        const { folder, files } = folderOf({ first: 1, erased: null }, new Map());
        /** Times of the erasures whose files are still there, by snapshot. */
        const erasedMs = new Map<number, number>();
        let nowMs = NOW_MS;
        for (const [i, { erases, late }] of runs.entries()) {
          const n = i + 1;
          files.set(n, nowMs);
          if (erases) erasedMs.set(n, nowMs);
          await removeOldChanges(folder, { nowMs, erasedUpTo: erases ? n : null, intervalMs });
          // A run may begin late by up to its interval.
          const nextMs = nowMs + intervalMs * (1 + late);
          for (const [upTo, sinceMs] of erasedMs) {
            const remains = [...files.keys()].some((file) => file <= upTo);
            if (remains) assert.ok(nextMs <= sinceMs + 60 * MINUTE_MS + 1, `${upTo} at ${nextMs - sinceMs}`);
            else erasedMs.delete(upTo);
          }
          nowMs = nextMs;
        }
      },
    ),
  );
});
