import { IMPORT_REPLACED } from '../ports/builds.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../values/result.ts';
import { catchFault, requireStorageFault } from '../values/storage_fault.ts';
import type { PinnedSnapshot } from './list.ts';
import { type BadParameter, refusePin } from './refusal.ts';

/**
 * Reads the build that is served. If an import is replaced and deleted between reading its view and reading its rows,
 * looks up the newest view and reads once more.
 */
export async function readWithRetry<T>(snapshots: Pick<SnapshotStore, 'refresh'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (requireStorageFault(error).cause !== IMPORT_REPLACED) throw error;
    await catchFault(snapshots.refresh());
    return read();
  }
}

/** Like `readWithRetry`, but starts from a given snapshot. The result says which snapshot was read. */
export async function readFromSnapshot<T>(
  snapshots: Pick<SnapshotStore, 'refresh' | 'newest'>,
  snapshot: Snapshot,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<{ readonly snapshot: Snapshot; readonly value: T }> {
  let current = snapshot;
  const refresh = async (): Promise<void> => {
    await snapshots.refresh();
    current = (await snapshots.newest()) ?? current;
  };
  const value = await readWithRetry({ refresh }, () => read(current));
  return { snapshot: current, value };
}

/**
 * Refuses to continue paging over rows of a build once another import has replaced it, even if both have the same name
 * (contract, section 1, Paging).
 */
export function requireSameImport({ snapshot, at }: PinnedSnapshot): Result<void, BadParameter> {
  return at.importN === null || at.importN === snapshot.view.row.importN ? ok(undefined) : err(refusePin('snapshot'));
}
