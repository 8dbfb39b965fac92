import { existsSync } from 'node:fs';
import process from 'node:process';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { askInstance } from '../instance_socket.ts';
import { createLostDatabaseError, isEmptyFile } from '../libsql/uploads/files.ts';
import { systemRandom } from '../random.ts';
import { claimIdentity, type DataDir, readIdentity, toDataDir } from './data_dir.ts';
import type { Lock } from './lock.ts';
import { readChainLink } from './notes.ts';
import { makeFolder } from './synced_files.ts';
import { acquireUploadsLock } from './uploads_owner.ts';

/** Maximum wait for the uploads lock. A command holds it only briefly, an instance for as long as it runs. */
const LOCK_WAIT_MS = 3_000;

/** Environment variable in which the instance passes the id of its data folder to its child processes. */
export const FOLDER_ENV = 'THIRD_WITNESS_FOLDER';

/** TW_ROLE: a primary accepts uploads and builds snapshots, and an edge serves copies of them. */
export type Role = 'primary' | 'edge';

/** A data folder that a running instance has locked. */
export interface OpenFolder {
  readonly dir: DataDir;
  readonly lock: Lock;
}

/**
 * Opens or creates the folder for a starting instance. Refuses a folder that is in use or belongs to an instance of the
 * other role.
 */
export async function openInstanceFolder(path: string, role: Role = 'primary'): Promise<Result<OpenFolder, string>> {
  const dir = toDataDir(path);
  // Also syncs the folder's directory entry: if a power cut loses the entry, it loses the files in the folder as well.
  await makeFolder(dir.root);
  const refusal = findRoleConflict(dir, role);
  if (refusal !== null) return err(refusal);
  const lock = await acquireUploadsLock(dir, { waitMs: LOCK_WAIT_MS });
  if (lock === null) return err(await describeOtherInstance(dir));
  return ok({ dir: toDataDir(path, await claimIdentity(dir.identity, systemRandom)), lock });
}

async function describeOtherInstance({ socket }: DataDir): Promise<string> {
  const sentence = 'TW_DATA_DIR must name a separate folder: another instance is running on it';
  const running = await askRunningProcess(socket);
  if (running === null) return `${sentence}.`;
  const { pid, port } = running;
  return `${sentence}: process ${pid} on port ${port}. Stop that instance first, or give this one another TW_DATA_DIR and TW_PORT.`;
}

/** Returns a refusal if the folder contains data of an instance of the other role, or null if it does not. */
function findRoleConflict(dir: DataDir, role: Role): string | null {
  if (role === 'edge' && !isEmptyFile(dir.uploadsDb))
    return `TW_DATA_DIR must name a separate folder if TW_ROLE is edge; ${dir.root} contains the uploads of a primary.`;
  if (role === 'primary' && existsSync(dir.replica))
    return `TW_DATA_DIR must name a separate folder if TW_ROLE is primary; ${dir.root} contains the copy of an edge.`;
  return null;
}

/**
 * Opens the data folder for a command. A command never creates the folder, because an unmounted disk looks like a new
 * machine. `expected` is the folder id passed to the command in `FOLDER_ENV`, or null if there was none.
 */
export async function openCommandFolder(path: string, expected: string | null): Promise<Result<DataDir, string>> {
  const dir = toDataDir(path);
  const id = readIdentity(dir.identity) ?? (expected === null ? await claimOlderFolder(dir) : null);
  if (id === null) {
    return err(
      `TW_DATA_DIR must name the data folder of an instance; no instance was ever started at ${dir.root}. Start the instance first, or mount the disk that should be there.`,
    );
  }
  if (expected !== null && id !== expected) {
    return err(`TW_DATA_DIR must name the folder that the instance runs on; ${dir.root} is now another folder.`);
  }
  return isEmptyFile(dir.uploadsDb) ? err(describeMissingUploads(dir)) : ok(toDataDir(path, id));
}

/** Opens an edge's folder for its sync process. Returns null if it is not the folder that the edge is using. */
export function openEdgeFolder(path: string, expected: string | null): DataDir | null {
  const dir = toDataDir(path);
  const id = readIdentity(dir.identity);
  return id === null || (expected !== null && id !== expected) ? null : toDataDir(path, id);
}

function describeMissingUploads(dir: DataDir): string {
  return (
    createLostDatabaseError(readChainLink(dir.linkFile))?.message ??
    `TW_DATA_DIR must contain uploads.db; it is missing in ${dir.root}. Start the instance first, or restore a backup.`
  );
}

/**
 * Gives an id to the folder of an earlier release, which has uploads but no id. Returns null if there are no uploads.
 */
async function claimOlderFolder(dir: DataDir): Promise<string | null> {
  if (isEmptyFile(dir.uploadsDb)) return null;
  const lock = await acquireUploadsLock(dir, { waitMs: LOCK_WAIT_MS });
  // The holder of the lock, an instance or another command, gives the folder its id.
  if (lock === null) return readIdentity(dir.identity);
  try {
    return await claimIdentity(dir.identity, systemRandom);
  } finally {
    await lock.release();
  }
}

interface RunningProcess {
  readonly pid: number;
  readonly port: number;
}

/** Creates the handler of the `running` command, which an instance sends if its data folder is already in use. */
export function createRunningHandler(port: number): () => Promise<Result<RunningProcess, string>> {
  return async () => ok({ pid: process.pid, port });
}

/** Timeout for the instance's answer. */
const ANSWER_WAIT_MS = 2_000;

/**
 * Asks, through the socket at this path, which process is running on the data folder. Returns null if there is no
 * answer, because a command has held the uploads lock for a long time, or because the instance hangs or runs an earlier
 * release.
 */
export async function askRunningProcess(socket: string): Promise<RunningProcess | null> {
  const answer = await askInstance(socket, 'running', null, ANSWER_WAIT_MS).catch(() => null);
  return answer?.reached && answer.reply.ok ? (answer.reply.value as RunningProcess) : null;
}
