import { IMPORT_REPLACED } from '../ports/builds.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../values/result.ts';
import { orStorageFault, storageFaultOr } from '../values/storage_fault.ts';
import type { PinnedSnapshot } from './list.ts';
import { type BadParameter, startOver } from './refusal.ts';

/**
 * Reads the build that is served. An import may be replaced and deleted between reading the view and reading its
 * rows; in that case this looks up the newest view and reads once more.
 */
export async function onServedBuild<T>(snapshots: Pick<SnapshotStore, 'refresh'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (storageFaultOr(error).cause !== IMPORT_REPLACED) throw error;
    await orStorageFault(snapshots.refresh());
    return read();
  }
}

/** Does the same for a snapshot in hand. The result says which snapshot was read. */
export async function fromSnapshot<T>(
  snapshots: Pick<SnapshotStore, 'refresh' | 'newest'>,
  snapshot: Snapshot,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<{ readonly snapshot: Snapshot; readonly value: T }> {
  let current = snapshot;
  const refresh = async (): Promise<void> => {
    await snapshots.refresh();
    current = (await snapshots.newest()) ?? current;
  };
  const value = await onServedBuild({ refresh }, () => read(current));
  return { snapshot: current, value };
}

/**
 * Refuses to continue paging over rows of a build after another import, even if it has the same name (contract,
 * section 1, Paging).
 */
export function sameImport({ snapshot, at }: PinnedSnapshot): Result<void, BadParameter> {
  return at.importN === null || at.importN === snapshot.view.row.importN ? ok(undefined) : err(startOver('snapshot'));
}
