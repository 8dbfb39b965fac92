import { readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { type DataDir, readCurrentEpoch } from '../data_folder/data_dir.ts';
import { removeOtherEpochs } from '../data_folder/epoch.ts';
import { sealDatabase } from '../data_folder/epoch_files.ts';
import { replaceSyncedFile, syncFile, syncFolder, writeSyncedFile } from '../data_folder/synced_files.ts';
import { type LibsqlServer, openReader, syncReplica } from '../libsql/database.ts';
import { readPages } from '../libsql/publish/log_pages.ts';
import type { Publication } from '../libsql/publish/log_store.ts';
import { type PublishTimeouts, queryServer } from '../libsql/publish/server.ts';
import { UPDATE_CHECK } from '../libsql/publish/server_log.ts';
import { STATE_TABLE } from '../libsql/publish/shape.ts';
import { hasSameRows, type LogState, parseState, SELECT_STATE } from '../libsql/publish/state.ts';
import type { RollupVersions } from '../libsql/snapshot/origin.ts';
import { ignoreStorageError, isDamageCode, readStorageCode, StorageError } from '../libsql/storage_error.ts';
import { applyDiffs, checkCopy, createCopy, hashSchema, OTHER_RELEASE, readCopyState, readState } from './copy.ts';

export interface ReplicaTarget {
  readonly dir: DataDir;
  readonly source: LibsqlServer;
  /** Roll-up versions of this release. A snapshot with different versions is not served. */
  readonly rollups: RollupVersions;
  readonly waits: PublishTimeouts;
  /** Whether to check every row of the served copy, even if there is no newer snapshot. */
  readonly checks: boolean;
}

/** Result of an update: a newer snapshot is served, there was none, or nothing has been published yet. */
export interface ReplicaOutcome {
  readonly what: 'newer' | 'same' | 'nothing-published';
  /** State of the served copy, or null if no copy is served. */
  readonly state: LogState | null;
  /** Whether the replica was deleted and fetched again in full. */
  readonly afresh: boolean;
  /** Number of diffs that were applied, or null if the copy was built from the base. */
  readonly diffs: number | null;
}

/**
 * Updates an edge's copy from the libSQL server. If the update fails, the error is a constant code, and the last good
 * copy remains served.
 */
export async function updateReplica(target: ReplicaTarget): Promise<Result<ReplicaOutcome, string>> {
  const wanted = await requestState(target);
  if (!wanted.ok) return wanted;
  const served = await readServedState(target);
  const unchanged = { state: served, afresh: false, diffs: 0 };
  if (wanted.value === null) return ok({ what: 'nothing-published', ...unchanged });
  if (served !== null && (hasSameRows(served, wanted.value) || isOlderState(wanted.value, served)))
    return ok({ what: 'same', ...unchanged });
  const files = listReplicaFiles(target.dir);
  const firstTry = await fetchAndServe(files, target, wanted.value, served);
  if (firstTry.ok) return ok({ what: 'newer', afresh: false, ...firstTry.value });
  // Other faults, such as a full disk, have other causes than the replica's files.
  if (!REPLICA_FAULT_CODES.has(firstTry.error) && !isDamageCode(firstTry.error)) return firstTry;
  // The driver fails in the same way if the server has become unreachable. In that case the files are not to blame.
  const again = await requestState(target);
  if (!again.ok) return again;
  if (again.value === null) return firstTry;
  await files.remove();
  const secondTry = await fetchAndServe(files, target, again.value, served);
  if (!secondTry.ok && /^(?:DIFF|COPY)_/.test(secondTry.error)) {
    // A new replica has the same damage as the server. If the token does not allow this, the daily check finds it.
    await queryServer(target.source, target.waits, UPDATE_CHECK);
  }
  return secondTry.ok ? ok({ what: 'newer', afresh: true, ...secondTry.value }) : secondTry;
}

/**
 * Asks the server for the state of its snapshot. Returns null if nothing has been published to the server. This is all
 * that an edge fetches while nothing changes, so the tables are listed only if the query fails.
 */
async function requestState({ source, waits }: ReplicaTarget): Promise<Result<LogState | null, string>> {
  const state = await queryServer(source, waits, SELECT_STATE);
  if (state.ok) return ok(parseState(state.value[0]));
  if (state.error === 'TIMED_OUT') return state;
  const tables = await queryServer(source, waits, `select name from sqlite_master where type = 'table'`);
  if (!tables.ok) return tables;
  return tables.value.some(([name]) => name === STATE_TABLE) ? state : ok(null);
}

/** Reads the state of the served copy. Returns null if there is no copy or it is damaged. */
export async function readServedState({
  dir,
  rollups,
  checks,
}: Pick<ReplicaTarget, 'dir' | 'rollups' | 'checks'>): Promise<LogState | null> {
  const epoch = readCurrentEpoch(dir);
  if (epoch === null) return null;
  const path = dir.snapshotDb(epoch);
  return ignoreStorageError(() => (checks ? checkCopy(path, rollups) : readCopyState(path, rollups)));
}

/** Whether `state` is older than `than`. If so, the server lost changes, which the primary will publish again. */
function isOlderState(state: LogState, than: LogState): boolean {
  return state.epoch === than.epoch && state.n < than.n;
}

type CopyUpdate = Pick<ReplicaOutcome, 'diffs'> & { readonly state: LogState };

/** Syncs the replica. Then applies the diffs that the served copy lacks, or serves a new copy built from the base. */
async function fetchAndServe(
  files: ReplicaFiles,
  target: ReplicaTarget,
  wanted: LogState,
  served: LogState | null,
): Promise<Result<CopyUpdate, string>> {
  try {
    await files.begin();
    const follows = served !== null && served.epoch === wanted.epoch && served.shape === wanted.shape;
    if (!follows && (await hashSchema(files.copy)) !== wanted.shape) return err(OTHER_RELEASE);
    await files.sync(target.source);
    const replica = await openReader(files.database);
    try {
      const state = await readState(replica);
      if (!hasSameRows(state, wanted)) {
        const now = await requestState(target);
        if (!now.ok) return now;
        if (now.value === null || !hasSameRows(state, now.value)) return err(NOT_FOLLOWED_CODE);
      }
      const publication = readPages(replica, state);
      const followed = served?.epoch === state.epoch ? await follow(target, publication) : null;
      return ok(followed ?? (await startFromBase(files.copy, target, publication)));
    } finally {
      replica.close();
    }
  } catch (error) {
    const code = readStorageCode(error);
    if (code === null) throw error;
    return err(code);
  } finally {
    files.end();
  }
}

/** Applies diffs to the served copy. Returns null if the copy must be built from the base instead. */
export async function follow(
  { dir, rollups }: Pick<ReplicaTarget, 'dir' | 'rollups'>,
  publication: Publication,
): Promise<CopyUpdate | null> {
  try {
    return await applyDiffs(dir.snapshotDb(publication.state.epoch), publication, rollups);
  } catch (error) {
    const code = readStorageCode(error);
    if (code === null || !(code.startsWith('DIFF_') || isDamageCode(code))) throw error;
    return null;
  }
}

/**
 * Builds a copy at the path `copy`. Serves it only after a complete check, because answers come only from checked
 * copies.
 */
export async function startFromBase(
  copy: string,
  { dir, rollups }: Pick<ReplicaTarget, 'dir' | 'rollups'>,
  publication: Publication,
): Promise<CopyUpdate> {
  await createCopy(copy, publication);
  await applyDiffs(copy, publication, rollups, true);
  const state = await checkCopy(copy, rollups, true);
  await sealDatabase(copy);
  await serveCopy(dir, copy, state.epoch);
  return { state, diffs: null };
}

/** After the sync, the replica has neither the state that the server had before the sync nor the one it has now. */
const NOT_FOLLOWED_CODE = 'REPLICA_NOT_FOLLOWED';

const REPLICA_FAULT_CODES = new Set([
  ...[NOT_FOLLOWED_CODE, 'SYNC_FAILED', 'STATE_MISSING', 'INTEGRITY_CHECK', 'COPY_SHAPE', 'COPY_CONTENT'],
  ...['DIFF_DAMAGED', 'DIFF_GAP', 'DIFF_CONTENT'],
]);

type ReplicaFiles = ReturnType<typeof listReplicaFiles>;

/** Number of consecutive runs that may be killed or crash before the files are no longer trusted. */
const UNENDED_ATTEMPTS_MAX = 2;

/** The files of a replica. They belong together: delete either all of them or none. */
export function listReplicaFiles({ replica: folder, requireSame }: Pick<DataDir, 'replica' | 'requireSame'>) {
  const runNote = join(folder, 'begun');
  const database = join(folder, 'replica.db');
  /** Deletes all files. If some remained, the driver would treat the replica as complete and show it as empty. */
  const remove = async (): Promise<void> => {
    requireSame();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    database,
    /** Path of a copy that is not being served yet. */
    copy: join(folder, 'copy.db'),
    /**
     * Creates the folder and records that a run has started. If the previous runs were killed or crashed
     * (`UNENDED_ATTEMPTS_MAX` in a row), the files are no longer trusted, so they are removed first.
     */
    begin: async (): Promise<void> => {
      const unended = readCount(runNote);
      if (unended >= UNENDED_ATTEMPTS_MAX) await remove();
      requireSame();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSyncedFile(runNote, `${(unended % UNENDED_ATTEMPTS_MAX) + 1}\n`);
    },
    /** Updates the replica from the server. Throws a storage fault if the driver fails. */
    sync: async (source: LibsqlServer): Promise<void> => {
      try {
        await syncReplica(database, source);
      } catch {
        // The driver's error has no code, and its message may quote the address or the token.
        throw new StorageError('SYNC_FAILED');
      }
    },
    /** Records that the run has ended, successfully or not. */
    end: (): void => rmSync(runNote, { force: true }),
    remove,
  };
}

function readCount(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

/**
 * Serves a checked and sealed copy. A copy of a different epoch gets its own file, and the pointer is changed. A copy of
 * the same epoch replaces the previous one: the previous file is removed first, so that nobody can open it without its
 * write-ahead log, or the new file with the log of the previous one. Readers that have the previous copy open continue
 * to read it. If this process is killed in between, the copy is missing, and the next run starts from the base again.
 */
export async function serveCopy(dir: DataDir, copy: string, epoch: string): Promise<void> {
  await syncFile(copy);
  dir.requireSame();
  const path = dir.snapshotDb(epoch);
  for (const ending of ['', '-shm', '-wal']) rmSync(`${path}${ending}`, { force: true });
  renameSync(copy, path);
  await syncFolder(dir.root);
  if (readCurrentEpoch(dir) !== epoch) await replaceSyncedFile(dir.pointer, `${epoch}\n`, dir.requireSame);
  await removeOtherEpochs(dir);
}
