import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { isEmptyFile, lostBeside } from '../libsql/uploads/files.ts';
import { systemRandom } from '../random.ts';
import { type DataDir, dataDir } from './data_dir.ts';
import { claimIdentity, readIdentity } from './folder_identity.ts';
import { readLink } from './link_file.ts';
import type { Lock } from './lock.ts';
import { askWhoRuns } from './running_process.ts';
import { makeFolder } from './synced_files.ts';
import { ownUploads } from './uploads_owner.ts';

/** A command may hold the uploads for a moment; an instance holds them for good. */
const LOCK_WAIT_MS = 3_000;

/** What the instance tells its builder: the number of the folder that it runs on. */
export const FOLDER_ENV = 'THIRD_WITNESS_FOLDER';

/** What an instance is: one that takes uploads in and builds, or one that serves copies (TW_ROLE). */
export type Role = 'primary' | 'edge';

/** A data folder as an instance holds it. */
export interface OpenFolder {
  readonly dir: DataDir;
  /** Of uploads.db. */
  readonly lock: Lock;
}

/** Opens the folder for an instance that starts, which alone may make one; refused where another runs on it. */
export async function openForStart(path: string, role: Role = 'primary'): Promise<Result<OpenFolder, string>> {
  const made = dataDir(path);
  // What is kept in it is no safer than its name.
  await makeFolder(made.root);
  const other = otherRole(made, role);
  if (other !== null) return err(other);
  const lock = await ownUploads(made, { waitMs: LOCK_WAIT_MS });
  if (lock === null) return err(await runsAlready(made));
  return ok({ dir: dataDir(path, await claimIdentity(made.identity, systemRandom)), lock });
}

async function runsAlready({ socket }: DataDir): Promise<string> {
  const sentence = 'TW_DATA_DIR must name a folder of its own: another instance is running on it';
  const running = await askWhoRuns(socket);
  if (running === null) return `${sentence}.`;
  const { pid, port } = running;
  return `${sentence}: process ${pid}, which holds port ${port}. Stop that one first, or give this one another TW_DATA_DIR and TW_PORT.`;
}

/** Why an instance of this role must not run on a folder: it holds what one of the other role keeps there. */
function otherRole(dir: DataDir, role: Role): string | null {
  if (role === 'edge' && !isEmptyFile(dir.uploadsDb))
    return `TW_DATA_DIR must name a folder of its own where TW_ROLE is edge; at ${dir.root} lie the uploads of a primary.`;
  if (role === 'primary' && existsSync(dir.replica))
    return `TW_DATA_DIR must name a folder of its own where TW_ROLE is primary; at ${dir.root} lies the copy of an edge.`;
  return null;
}

/**
 * Opens the folder for a command, which begins none: a disk that is not mounted looks like a fresh machine. `expected`:
 * the number of the folder that it was started for, if it was told.
 */
export async function openForCommand(path: string, expected: string | null): Promise<Result<DataDir, string>> {
  const dir = dataDir(path);
  const id = readIdentity(dir.identity) ?? (expected === null ? await claimOlder(dir) : null);
  if (id === null) {
    return err(
      `TW_DATA_DIR must name the data folder of an instance; at ${dir.root} no instance was ever started. Start the instance first, or mount the disk that should be there.`,
    );
  }
  if (expected !== null && id !== expected) {
    return err(`TW_DATA_DIR must name the folder that the instance runs on; another one stands at ${dir.root}.`);
  }
  if (isEmptyFile(dir.uploadsDb)) return err(uploadsMissing(dir));
  return ok(dataDir(path, id));
}

/** Opens the folder of an edge for its sync process; null where it is not the one that the edge runs on. */
export function openForEdge(path: string, expected: string | null): DataDir | null {
  const dir = dataDir(path);
  const id = readIdentity(dir.identity);
  return id === null || (expected !== null && id !== expected) ? null : dataDir(path, id);
}

function uploadsMissing(dir: DataDir): string {
  return (
    lostBeside(readLink(dir.linkFile))?.message ??
    `TW_DATA_DIR must hold uploads.db; at ${dir.root} it is missing. Start the instance first, or restore it from a backup.`
  );
}

/** A folder of an earlier release has databases but no number yet. */
async function claimOlder(dir: DataDir): Promise<string | null> {
  if (isEmptyFile(dir.uploadsDb)) return null;
  const lock = await ownUploads(dir, { waitMs: LOCK_WAIT_MS });
  // Who holds it gave the folder its number, be it a start or another command.
  if (lock === null) return readIdentity(dir.identity);
  try {
    return await claimIdentity(dir.identity, systemRandom);
  } finally {
    await lock.release();
  }
}
