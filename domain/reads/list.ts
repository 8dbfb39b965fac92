import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../values/result.ts';
import { StorageFault } from '../values/storage_fault.ts';
import { canServePin, type SnapshotPin } from './pinned_snapshot.ts';
import { type ReadRefusal, refusePin } from './refusal.ts';

/** Parameters of every list: the range of rows, and the snapshot to which paging is pinned (the newest if null). */
export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  readonly pin: SnapshotPin | null;
  /**
   * Maximum size of the page in bytes. The page ends before the row that would exceed it, but always has at least one
   * row.
   */
  readonly bytesMax: number;
}

/** The snapshot behind a list. Figures come from the newest snapshot, `snapshot`; rows are counted as of `at`. */
export interface PinnedSnapshot {
  readonly snapshot: Snapshot;
  readonly at: SnapshotRow;
}

/** Fields that every list's pages have. */
export interface ListPage extends PinnedSnapshot {
  /** Number of rows in the whole list. */
  readonly total: number;
  /** Offset of the next page, or null on the last page. */
  readonly nextOffset: number | null;
}

/** Reason given when there is no list because no snapshot has been written. */
export const NO_SNAPSHOT_YET = 'NO_SNAPSHOT_YET';

/** The sentence for readers who come before the first snapshot. */
export const FIRST_SNAPSHOT_TEXT =
  'This instance is writing its first snapshot, so nothing is known yet, which does not mean zero. Ask again in a few seconds.';

/**
 * Returns the newest snapshot. Throws a storage fault if none has been written yet, because the data is then missing
 * rather than empty.
 */
export async function readNewest(snapshots: Pick<SnapshotStore, 'newest'>): Promise<Snapshot> {
  const snapshot = await snapshots.newest();
  if (snapshot === null) throw new StorageFault('snapshot', NO_SNAPSHOT_YET);
  return snapshot;
}

/** Returns the snapshot behind a list, or a refusal if the pinned snapshot is not served. */
export async function resolvePin(
  snapshots: Pick<SnapshotStore, 'newest'>,
  pin: SnapshotPin | null,
): Promise<Result<PinnedSnapshot, ReadRefusal>> {
  const snapshot = await readNewest(snapshots);
  const { epoch, row: newest } = snapshot.view;
  if (pin === null || (pin.epoch === epoch && pin.n === newest.n)) return ok({ snapshot, at: newest });
  if (!canServePin(pin, epoch, newest.n)) return err(refusePin('snapshot'));
  const at = await snapshot.log.row(pin.n);
  return at === null ? err(refusePin('snapshot')) : ok({ snapshot, at });
}

/** Returns the offset of the next page, or null on the last page. */
export function nextOffset(offset: number, limit: number, total: number): number | null {
  return limit > 0 && offset + limit < total ? offset + limit : null;
}
