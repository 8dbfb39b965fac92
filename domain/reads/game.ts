import { IMPORT_REPLACED } from '../ports/builds.ts';
import type { SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { ListGround } from './list.ts';
import { type BadParameter, type ReadRefusal, startAgain } from './refusal.ts';

/**
 * Reads of the build that is served. An import may be replaced and taken away between looking at the view and reading
 * its rows: the newest view is then looked up, and everything read once more.
 */
export const onServedBuild = async <T, E extends ReadRefusal>(
  reader: Pick<ViewReader, 'refresh'>,
  read: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> => {
  const first = await read();
  if (first.ok || first.error.kind !== 'unreachable' || first.error.cause !== IMPORT_REPLACED) return first;
  await reader.refresh();
  return read();
};

/** The same from a view in hand; the answer says from which view it is. */
export const fromView = async <T, E extends ReadRefusal>(
  reader: Pick<ViewReader, 'refresh' | 'view'>,
  view: SnapshotView,
  read: (view: SnapshotView) => Promise<Result<T, E>>,
): Promise<Result<{ readonly view: SnapshotView; readonly value: T }, E>> => {
  let current = view;
  const refresh: ViewReader['refresh'] = async () => {
    const refreshed = await reader.refresh();
    const newest = await reader.view();
    if (newest.ok && newest.value !== null) current = newest.value;
    return refreshed;
  };
  const found = await onServedBuild({ refresh }, () => read(current));
  return found.ok ? ok({ view: current, value: found.value }) : found;
};

/** A walk over rows of a build ends when another is imported, of the same name perhaps (contract, section 1, Paging). */
export const sameImport = ({ view, at }: ListGround): Result<void, BadParameter> =>
  at.importN === null || at.importN === view.row.importN ? ok(undefined) : err(startAgain('snapshot'));
