import { err, ok, type Result } from '../../domain/values/result.ts';
import { currentEpoch, type DataDir } from '../data_folder/data_dir.ts';
import type { ReplicaSource } from '../libsql/database.ts';
import { askServer, type PublishWaits } from '../libsql/publish/server.ts';
import { STATE_TABLE } from '../libsql/publish/shape.ts';
import { parseState, SELECT_STATE, type State, sameState } from '../libsql/publish/state.ts';
import type { RollupVersions } from '../libsql/snapshot/origin.ts';
import { isDamage, storageErrorCode } from '../libsql/storage_error.ts';
import { checkCopy, copyReplica, readCopyState, shapeOfThisRelease } from './copy.ts';
import { type ReplicaFiles, replicaFiles } from './files.ts';
import { serveCopy } from './serve.ts';

/** What is brought up, and to what. */
export interface ReplicaTarget {
  readonly dir: DataDir;
  readonly source: ReplicaSource;
  /** Nothing is served whose facts follow other versions. */
  readonly rollups: RollupVersions;
  readonly waits: PublishWaits;
  /** Reads the served copy whole, too, though nothing is new. */
  readonly checks: boolean;
}

/** How it went: a newer snapshot is served now, there was none, or nothing was published yet. */
export interface ReplicaOutcome {
  readonly what: 'newer' | 'same' | 'nothing-published';
  /** What is served; null where nothing is. */
  readonly state: State | null;
  /** The replica was thrown away and fetched anew. */
  readonly afresh: boolean;
}

/**
 * Brings an edge's served copy to what the libSQL server shows. Whatever fails, the last good copy is served on; a fault is
 * a constant code.
 */
export async function updateReplica(following: ReplicaTarget): Promise<Result<ReplicaOutcome, string>> {
  const wanted = await askState(following);
  if (!wanted.ok) return wanted;
  const served = await servedState(following);
  if (wanted.value === null) return ok({ what: 'nothing-published', state: served, afresh: false });
  if (served !== null && (sameState(served, wanted.value) || isOlder(wanted.value, served)))
    return ok({ what: 'same', state: served, afresh: false });
  const files = replicaFiles(following.dir);
  const kept = await fetchNew(files, following, wanted.value);
  if (kept.ok) return ok({ what: 'newer', state: kept.value, afresh: false });
  if (!isOfReplica(kept.error)) return kept;
  // The driver fails in the same way where the server went away meanwhile, and that is no fault of the files.
  const again = await askState(following);
  if (!again.ok) return again;
  if (again.value === null) return kept;
  await files.remove();
  const anew = await fetchNew(files, following, again.value);
  return anew.ok ? ok({ what: 'newer', state: anew.value, afresh: true }) : anew;
}

/** Null where nothing was published there. */
async function askState({ source, waits }: ReplicaTarget): Promise<Result<State | null, string>> {
  const tables = await askServer(source, waits, `select 1 from sqlite_master where name = '${STATE_TABLE}'`);
  if (!tables.ok) return tables;
  if (tables.value.length === 0) return ok(null);
  const rows = await askServer(source, waits, SELECT_STATE);
  return rows.ok ? ok(parseState(rows.value[0])) : rows;
}

/** What the served copy shows; null where there is none, or where it is damaged. */
async function servedState({ dir, rollups, checks }: ReplicaTarget): Promise<State | null> {
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

/** A server that lost what it had acknowledged is brought up again by the primary; what is served is newer. */
function isOlder(one: State, than: State): boolean {
  return one.epoch === than.epoch && one.n < than.n;
}

/** Fetches what is new into the replica, copies it, checks the copy and serves it. */
async function fetchNew(files: ReplicaFiles, following: ReplicaTarget, wanted: State): Promise<Result<State, string>> {
  const { dir, source, rollups } = following;
  try {
    await files.begin();
    if ((await shapeOfThisRelease(files.copy)) !== wanted.shape) return err(OTHER_RELEASE);
    await files.sync(source);
    await copyReplica(files.database, files.copy);
    const state = await checkCopy(files.copy, rollups);
    if (!sameState(state, wanted)) {
      const now = await askState(following);
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

/** The primary runs another release, or counts by other rules: this one would misread what it publishes. */
const OTHER_RELEASE = 'SNAPSHOT_OF_OTHER_RELEASE';
/** The replica shows what the server showed neither before nor after. */
const NOT_FOLLOWED = 'REPLICA_NOT_FOLLOWED';

const OF_REPLICA = new Set([
  ...[NOT_FOLLOWED, 'SYNC_FAILED', 'STATE_MISSING', 'INTEGRITY_CHECK', 'COPY_SHAPE', 'COPY_CONTENT'],
]);

/** Whether the files of the replica may be at fault, as against a disk that is full. */
function isOfReplica(code: string): boolean {
  return OF_REPLICA.has(code) || isDamage(code);
}
