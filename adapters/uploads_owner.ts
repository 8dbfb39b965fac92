import type { DataDir } from './data_dir.ts';
import { askInstance } from './instance_socket.ts';
import { acquireLock, type Lock, type LockWait } from './lock.ts';

/** How long an instance may take to say that it is there; one that has stopped answering is there all the same. */
const ANSWER_WAIT_MS = 2_000;

/**
 * Makes this process the one that may write uploads.db, or answers null where another is. The lock's file may have been
 * deleted under a running instance, which keeps nobody out then: so one that answers on the socket counts as well.
 */
export const ownUploads = async (dir: DataDir, wait: LockWait): Promise<Lock | null> => {
  const lock = await acquireLock(dir.uploadsLock, wait);
  if (lock === null) return null;
  try {
    if (!(await isAnswered(dir))) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
};

const isAnswered = async (dir: DataDir): Promise<boolean> =>
  (await askInstance(dir.socket, 'here', null, ANSWER_WAIT_MS)).reached;
