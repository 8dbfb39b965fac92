import { err, ok, type Result } from '../../domain/values/result.ts';
import { currentEpoch, type DataDir } from '../data_folder/data_dir.ts';
import type { ReplicaSource } from '../libsql/database.ts';
import { type PublishTimeouts, queryServer } from '../libsql/publish/server.ts';
import { STATE_TABLE } from '../libsql/publish/shape.ts';
import { parseState, SELECT_STATE, type State, sameState } from '../libsql/publish/state.ts';
import type { RollupVersions } from '../libsql/snapshot/origin.ts';
import { isDamage, storageErrorCode } from '../libsql/storage_error.ts';
import { checkCopy, copyReplica, readCopyState, shapeOfThisRelease } from './copy.ts';
import { type ReplicaFiles, replicaFiles } from './files.ts';
import { serveCopy } from './serve.ts';

/** The copy to update, and the server from which to update it. */
export interface ReplicaTarget {
  readonly dir: DataDir;
  readonly source: ReplicaSource;
  /** Roll-up versions of this release. A snapshot with different versions is not served. */
  readonly rollups: RollupVersions;
  readonly waits: PublishTimeouts;
  /** Whether to check every row of the served copy, even if there is no newer snapshot. */
  readonly checks: boolean;
}

/**
 * Result of an update: a newer snapshot is now served, there was no newer snapshot, or nothing has been published yet.
 */
export interface ReplicaOutcome {
  readonly what: 'newer' | 'same' | 'nothing-published';
  /** State of the served copy, or null if no copy is served. */
  readonly state: State | null;
  /** Whether the replica was deleted and fetched again in full. */
  readonly afresh: boolean;
}

/**
 * Updates an edge's served copy to the snapshot on the libSQL server. If anything fails, the last good copy continues
 * to be served. An error is a constant code.
 */
export async function updateReplica(target: ReplicaTarget): Promise<Result<ReplicaOutcome, string>> {
  const wanted = await askState(target);
  if (!wanted.ok) return wanted;
  const served = await readServedState(target);
  if (wanted.value === null) return ok({ what: 'nothing-published', state: served, afresh: false });
  if (served !== null && (sameState(served, wanted.value) || isOlder(wanted.value, served)))
    return ok({ what: 'same', state: served, afresh: false });
  const files = replicaFiles(target.dir);
  const firstTry = await fetchAndServe(files, target, wanted.value);
  if (firstTry.ok) return ok({ what: 'newer', state: firstTry.value, afresh: false });
  if (!mayBlameReplica(firstTry.error)) return firstTry;
  // The driver fails in the same way if the server has become unreachable. In that case the files are not to blame.
  const again = await askState(target);
  if (!again.ok) return again;
  if (again.value === null) return firstTry;
  await files.remove();
  const secondTry = await fetchAndServe(files, target, again.value);
  return secondTry.ok ? ok({ what: 'newer', state: secondTry.value, afresh: true }) : secondTry;
}

/** Asks the server for the state of its snapshot. Returns null if nothing has been published to the server. */
async function askState({ source, waits }: ReplicaTarget): Promise<Result<State | null, string>> {
  const tables = await queryServer(source, waits, `select 1 from sqlite_master where name = '${STATE_TABLE}'`);
  if (!tables.ok) return tables;
  if (tables.value.length === 0) return ok(null);
  const rows = await queryServer(source, waits, SELECT_STATE);
  return rows.ok ? ok(parseState(rows.value[0])) : rows;
}

/** Reads the state of the served copy. Returns null if there is no copy or it is damaged. */
async function readServedState({ dir, rollups, checks }: ReplicaTarget): Promise<State | null> {
  const epoch = currentEpoch(dir);
  if (epoch === null) return null;
  try {
    return checks
      ? await checkCopy(dir.snapshotDb(epoch), rollups)
      : await readCopyState(dir.snapshotDb(epoch), rollups);
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
    return null;
  }
}

/**
 * Whether `state` is older than `than`. A server can be behind the served copy if it lost changes that it had
 * acknowledged. The primary publishes such changes again.
 */
function isOlder(state: State, than: State): boolean {
  return state.epoch === than.epoch && state.n < than.n;
}

/** Syncs the replica, copies it, checks the copy, and serves the copy. */
async function fetchAndServe(
  files: ReplicaFiles,
  target: ReplicaTarget,
  wanted: State,
): Promise<Result<State, string>> {
  const { dir, source, rollups } = target;
  try {
    await files.begin();
    if ((await shapeOfThisRelease(files.copy)) !== wanted.shape) return err(OTHER_RELEASE);
    await files.sync(source);
    await copyReplica(files.database, files.copy);
    const state = await checkCopy(files.copy, rollups);
    if (!sameState(state, wanted)) {
      const now = await askState(target);
      if (!now.ok) return now;
      if (now.value === null || !sameState(state, now.value)) return err(NOT_FOLLOWED);
    }
    await serveCopy(dir, files.copy, state.epoch);
    return ok(state);
  } catch (error) {
    const code = storageErrorCode(error);
    if (code === null) throw error;
    return err(code);
  } finally {
    files.end();
  }
}

/** The primary runs a release with different tables, so this release would misread the primary's snapshot. */
const OTHER_RELEASE = 'SNAPSHOT_OF_OTHER_RELEASE';
/** After the sync, the replica has neither the state that the server had before the sync nor the one it has now. */
const NOT_FOLLOWED = 'REPLICA_NOT_FOLLOWED';

const REPLICA_FAULTS = new Set([
  ...[NOT_FOLLOWED, 'SYNC_FAILED', 'STATE_MISSING', 'INTEGRITY_CHECK', 'COPY_SHAPE', 'COPY_CONTENT'],
]);

/** Whether the replica's files may be the cause of this fault. A full disk, for example, is not their fault. */
function mayBlameReplica(code: string): boolean {
  return REPLICA_FAULTS.has(code) || isDamage(code);
}
