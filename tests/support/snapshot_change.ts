import type { SnapshotChange } from '../../domain/ports/snapshots.ts';

const COUNTS = { uploads: 1, legacyRecords: 2, lootUploads: 3, lootRecords: 4, lootWindows: 5, queued: 6 };

/** What a snapshot changes, beside what a test says of it: nothing. */
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
