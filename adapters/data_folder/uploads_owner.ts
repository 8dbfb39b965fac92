import { askInstance } from '../instance_socket.ts';
import { isEmptyFile } from '../libsql/uploads/files.ts';
import type { DataDir } from './data_dir.ts';
import { readFileId } from './file_number.ts';
import { acquireLock, type Lock, type LockWait } from './lock.ts';

/**
 * Timeout for the instance's answer. An instance that accepts a connection counts as running even if it never replies.
 */
const ANSWER_WAIT_MS = 2_000;
/** An instance restores a deleted socket within this time, because it checks every second (folder_watch.ts). */
const SOCKET_RESTORE_MS = 3_000;
const ASK_INTERVAL_MS = 250;

/**
 * Makes this process the only writer of uploads.db. Returns null if another process already is. A running instance
 * whose lock file was deleted no longer keeps anyone out, so an instance that answers on the socket also counts as the
 * owner. If there are uploads but no lock file, the socket may have been deleted as well, so this function waits long
 * enough for the instance to restore it.
 */
export async function acquireUploadsLock(dir: DataDir, wait: LockWait): Promise<Lock | null> {
  const isLockLost = readFileId(dir.uploadsLock) === null && !isEmptyFile(dir.uploadsDb);
  const lock = await acquireLock(dir.uploadsLock, wait);
  if (lock === null) return null;
  try {
    if (!(await isInstanceRunning(dir, isLockLost ? SOCKET_RESTORE_MS : 0))) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function isInstanceRunning(dir: DataDir, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += ASK_INTERVAL_MS) {
    if ((await askInstance(dir.socket, 'here', null, ANSWER_WAIT_MS)).reached) return true;
    if (waitedMs >= withinMs) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
  }
}
