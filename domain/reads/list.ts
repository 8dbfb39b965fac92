import type { SnapshotRow, SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import { err, ok, type Result, type StorageResult, unreachable } from '../values/result.ts';
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
export const newestView = async (reader: ViewReader): Promise<StorageResult<SnapshotView>> => {
  const view = await reader.view();
  if (!view.ok) return view;
  return view.value === null ? err(unreachable('snapshot', NO_SNAPSHOT_YET)) : ok(view.value);
};

/** Finds the ground of a list, or refuses a pin that is not served. */
export const groundOf = async (
  reader: ViewReader,
  pin: SnapshotPin | null,
): Promise<Result<ListGround, ReadRefusal>> => {
  const view = await newestView(reader);
  if (!view.ok) return view;
  const { epoch, row: newest } = view.value;
  if (pin === null || (pin.epoch === epoch && pin.n === newest.n)) return ok({ view: view.value, at: newest });
  if (!snapshotPinStands(pin, epoch, newest.n)) return err(startAgain('snapshot'));
  const at = await reader.row(view.value, pin.n);
  if (!at.ok) return at;
  return at.value === null ? err(startAgain('snapshot')) : ok({ view: view.value, at: at.value });
};

/** The offset of the page after this one, null on the last. */
export const nextOffset = (offset: number, limit: number, total: number): number | null =>
  limit > 0 && offset + limit < total ? offset + limit : null;
