import type { SnapshotRow } from '../../ports/snapshot_view.ts';

/** Figures of an instance without uploads, used in the snapshot row of an import that precedes the first snapshot. */
export const EMPTY_SNAPSHOT_ROW: Omit<SnapshotRow, 'n' | 'writtenAtMs' | 'importN'> = {
  dataAsOfMs: null,
  step: 0,
  seq: 0,
  uploads: 0,
  legacyRecords: 0,
  lootUploads: 0,
  lootRecords: 0,
  lootWindows: 0,
  queued: 0,
  waitingInstalls: null,
  waitingWindows: null,
  corpusPlaces: 0,
};
