import { IMPORT_REPLACED } from '../ports/builds.ts';
import type { SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import { err, ok, type Result } from '../values/result.ts';
import { orStorageFault, storageFaultOr } from '../values/storage_fault.ts';
import type { PinnedView } from './list.ts';
import { type BadParameter, startOver } from './refusal.ts';

/**
 * Reads the build that is served. An import may be replaced and deleted between reading the view and reading its
 * rows; in that case this looks up the newest view and reads once more.
 */
export async function onServedBuild<T>(reader: Pick<ViewReader, 'refresh'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (storageFaultOr(error).cause !== IMPORT_REPLACED) throw error;
    await orStorageFault(reader.refresh());
    return read();
  }
}

/** Does the same for a view in hand. The result says which view was read. */
export async function fromView<T>(
  reader: Pick<ViewReader, 'refresh' | 'view'>,
  view: SnapshotView,
  read: (view: SnapshotView) => Promise<T>,
): Promise<{ readonly view: SnapshotView; readonly value: T }> {
  let current = view;
  const refresh: ViewReader['refresh'] = async () => {
    await reader.refresh();
    const newest = await reader.view();
    if (newest !== null) current = newest;
  };
  const value = await onServedBuild({ refresh }, () => read(current));
  return { view: current, value };
}

/**
 * Refuses to continue paging over rows of a build after another import, even if it has the same name (contract,
 * section 1, Paging).
 */
export function sameImport({ view, at }: PinnedView): Result<void, BadParameter> {
  return at.importN === null || at.importN === view.row.importN ? ok(undefined) : err(startOver('snapshot'));
}
