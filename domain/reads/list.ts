import type { SnapshotRow, SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import { err, ok, type Result } from '../values/result.ts';
import { StorageFault } from '../values/storage_fault.ts';
import { type SnapshotPin, snapshotPinStands } from './pinned_snapshot.ts';
import { type ReadRefusal, startOver } from './refusal.ts';

/** Parameters of every list: the range of rows, and the snapshot that paging is pinned to (the newest if null). */
export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  readonly pin: SnapshotPin | null;
  /** The page ends before the row that would exceed this many bytes, unless it is the first row. */
  readonly bytesMax: number;
}

/** The snapshot behind a list: figures are from the newest `view`, rows are counted as of `at`. */
export interface PinnedView {
  readonly view: SnapshotView;
  readonly at: SnapshotRow;
}

/** Fields that the pages of all lists have. */
export interface ListPage extends PinnedView {
  /** Number of rows in the whole list. */
  readonly total: number;
  /** Offset of the next page, or null on the last. */
  readonly nextOffset: number | null;
}

/** Cause if there is no list because no snapshot was written. */
export const NO_SNAPSHOT_YET = 'NO_SNAPSHOT_YET';

/**
 * Returns the newest snapshot. Throws a storage fault if none was written yet, because the data is unrecorded, not
 * zero.
 */
export async function newestView(reader: ViewReader): Promise<SnapshotView> {
  const view = await reader.view();
  if (view === null) throw new StorageFault('snapshot', NO_SNAPSHOT_YET);
  return view;
}

/** Returns the snapshot behind a list, or refuses a pin that is not served. */
export async function resolvePin(
  reader: ViewReader,
  pin: SnapshotPin | null,
): Promise<Result<PinnedView, ReadRefusal>> {
  const view = await newestView(reader);
  const { epoch, row: newest } = view;
  if (pin === null || (pin.epoch === epoch && pin.n === newest.n)) return ok({ view, at: newest });
  if (!snapshotPinStands(pin, epoch, newest.n)) return err(startOver('snapshot'));
  const at = await reader.row(view, pin.n);
  return at === null ? err(startOver('snapshot')) : ok({ view, at });
}

/** Returns the offset of the next page, or null on the last. */
export function nextOffset(offset: number, limit: number, total: number): number | null {
  return limit > 0 && offset + limit < total ? offset + limit : null;
}
