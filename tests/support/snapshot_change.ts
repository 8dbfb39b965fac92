import type { SnapshotChange } from '../../domain/ports/snapshots.ts';

const COUNTS = {
  uploads: 1,
  legacyRecords: 2,
  lootUploads: 3,
  lootRecords: 4,
  lootWindows: 5,
  queued: 6,
  waitingInstalls: 0,
  waitingWindows: 0,
};

/** Returns the change of a snapshot. Parts that the test does not pass are empty. */
export function snapshotChange(
  n: number,
  { row, ...said }: Partial<Omit<SnapshotChange, 'row'>> & { readonly row?: Partial<SnapshotChange['row']> } = {},
): SnapshotChange {
  return {
    row: { n, writtenAtMs: 1.7e12 + n, dataAsOfMs: null, step: n, seq: n, ...COUNTS, ...row },
    corpusWithdrawals: [],
    corpus: [],
    drops: [],
    edges: [],
    facts: [],
    wholeFamilies: [],
    market: [],
    liveKeys: null,
    changeLog: 'write',
    erased: false,
    forgetsWithdrawn: false,
    ...said,
  };
}
