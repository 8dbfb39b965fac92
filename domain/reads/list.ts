import type { SnapshotRow, SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import { err, ok, type Result } from '../values/result.ts';
import { StorageFault } from '../values/storage_fault.ts';
import { type SnapshotPin, snapshotPinStands } from './pinned_snapshot.ts';
import { type ReadRefusal, startAgain } from './refusal.ts';

/** What every list takes: which rows, and the snapshot the walk is pinned to (null: the newest). */
export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  readonly pin: SnapshotPin | null;
  /** The page ends before the row with which its rows pass so many bytes, unless that is its first. */
  readonly bytesMax: number;
}

/** The snapshot a list answers from: figures from the newest `view`, rows counted as at `at`. */
export interface ListGround {
  readonly view: SnapshotView;
  readonly at: SnapshotRow;
}

/** A page of a list, as far as all lists are alike. */
export interface ListPage extends ListGround {
  /** Rows of the whole list. */
  readonly total: number;
  /** The offset of the page after this one; null on the last. */
  readonly nextOffset: number | null;
}

/** Why there is no list: no snapshot was written. */
export const NO_SNAPSHOT_YET = 'NO_SNAPSHOT_YET';

/** The newest snapshot. None written yet counts as out of reach: unrecorded, not zero. */
export async function newestView(reader: ViewReader): Promise<SnapshotView> {
  const view = await reader.view();
  if (view === null) throw new StorageFault('snapshot', NO_SNAPSHOT_YET);
  return view;
}

/** Finds the ground of a list, or refuses a pin that is not served. */
export async function groundOf(reader: ViewReader, pin: SnapshotPin | null): Promise<Result<ListGround, ReadRefusal>> {
  const view = await newestView(reader);
  const { epoch, row: newest } = view;
  if (pin === null || (pin.epoch === epoch && pin.n === newest.n)) return ok({ view, at: newest });
  if (!snapshotPinStands(pin, epoch, newest.n)) return err(startAgain('snapshot'));
  const at = await reader.row(view, pin.n);
  return at === null ? err(startAgain('snapshot')) : ok({ view, at });
}

/** The offset of the page after this one, null on the last. */
export function nextOffset(offset: number, limit: number, total: number): number | null {
  return limit > 0 && offset + limit < total ? offset + limit : null;
}
