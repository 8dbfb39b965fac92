import { askInstance } from '../instance_socket.ts';
import { isEmptyFile } from '../libsql/uploads/files.ts';
import type { DataDir } from './data_dir.ts';
import { fileNumber } from './file_number.ts';
import { acquireLock, type Lock, type LockWait } from './lock.ts';

/** How long an instance may take to say that it is there; one that has stopped answering is there all the same. */
const ANSWER_WAIT_MS = 2_000;
/** An instance whose socket was deleted has it back by then: it looks every second (adapters/data_folder/folder_watch.ts). */
const SOCKET_BACK_MS = 3_000;
const ASK_EVERY_MS = 250;

/**
 * Makes this process the one that may write uploads.db, or answers null where another is. The lock's file may have been
 * deleted under a running instance, which keeps nobody out then: so one that answers on the socket counts as well, and
 * where uploads lie beside no lock, one whose socket was deleted with it is given time to come back.
 */
export async function ownUploads(dir: DataDir, wait: LockWait): Promise<Lock | null> {
  const isLockLost = fileNumber(dir.uploadsLock) === null && !isEmptyFile(dir.uploadsDb);
  const lock = await acquireLock(dir.uploadsLock, wait);
  if (lock === null) return null;
  try {
    if (!(await isAnswered(dir, isLockLost ? SOCKET_BACK_MS : 0))) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function isAnswered(dir: DataDir, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += ASK_EVERY_MS) {
    if ((await askInstance(dir.socket, 'here', null, ANSWER_WAIT_MS)).reached) return true;
    if (waitedMs >= withinMs) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
