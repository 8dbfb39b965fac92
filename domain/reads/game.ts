import { IMPORT_REPLACED } from '../ports/builds.ts';
import type { SnapshotReader } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../result.ts';
import type { ListGround } from './list.ts';
import { type BadParameter, type ReadRefusal, startAgain } from './refusal.ts';

/**
 * Reads of the build that is served. An import may be replaced and taken away between looking at the view and reading
 * its rows: the newest view is then looked up, and everything read once more.
 */
export const onServedBuild = async <T, E extends ReadRefusal>(
  reader: Pick<SnapshotReader, 'refresh'>,
  read: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> => {
  const first = await read();
  if (first.ok || first.error.kind !== 'unreachable' || first.error.cause !== IMPORT_REPLACED) return first;
  await reader.refresh();
  return read();
};

/** A walk over rows of a build ends when another is imported, of the same name perhaps (contract, section 1, Paging). */
export const sameImport = ({ view, at }: ListGround): Result<void, BadParameter> =>
  at.importN === null || at.importN === view.row.importN ? ok(undefined) : err(startAgain('snapshot'));
