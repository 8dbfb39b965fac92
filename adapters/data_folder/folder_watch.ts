import type { Log } from '../../domain/ports/log.ts';
import { err } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { InstanceSocket } from '../instance_socket.ts';
import type { IntakeWorker } from '../intake_worker/client.ts';
import { readStorageCode } from '../libsql/storage_error.ts';
import { type DataDir, findIdentityFault } from './data_dir.ts';
import { acquireLock } from './lock.ts';
import type { OpenFolder } from './open_folder.ts';

export type FolderWatch = ReturnType<typeof watchFolder>;

/** Interval of the check (`mayWrite` checks at once). A deleted lock file would let a second instance in. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Watches the data folder of a running instance. Checks that the folder exists, that the lock file still keeps others
 * from writing uploads.db, and that commands can find the socket. Restores the lock file and the socket if they were
 * deleted.
 */
export function watchFolder(
  { dir, lock: first }: OpenFolder,
  socket: Pick<InstanceSocket, 'keep'>,
  log: Log,
  everyMs = CHECK_INTERVAL_MS,
) {
  let lock = first;
  let loggedFault: string | null = null;
  let lastCheck: Promise<boolean> = Promise.resolve(true);

  const isUsable = (): boolean => findFolderFault(dir) === null && lock.holds();

  /** Logs a fault once when it appears and once when it is over. Returns true if there is no fault. */
  const report = (fault: string | null, bug?: unknown): boolean => {
    if (fault !== loggedFault) {
      if (fault === null) log.info('folder.back');
      else log.error('folder.unusable', { cause: fault }, bug);
      loggedFault = fault;
    }
    return fault === null;
  };

  const restoreLock = async (): Promise<boolean> => {
    const newLock = await acquireLock(dir.uploadsLock, { waitMs: 0 });
    if (newLock === null) return false;
    await lock.release();
    lock = newLock;
    return true;
  };

  const check = async (): Promise<boolean> => {
    const folderFault = findFolderFault(dir);
    if (folderFault !== null) return report(folderFault);
    try {
      // Restore the socket first: a process that has taken the lock in the meantime checks whether an instance answers
      // on the socket before it continues (uploads_owner.ts).
      await socket.keep();
      if (!lock.holds() && !(await restoreLock())) return report('UPLOADS_LOCK_LOST');
    } catch (error) {
      const fault = readStorageCode(error);
      return fault === null ? report('UNEXPECTED_ERROR', error) : report(fault);
    }
    return report(null);
  };

  const checkInTurn = (): Promise<boolean> => {
    lastCheck = lastCheck.then(check);
    return lastCheck;
  };

  const timer = setInterval(checkInTurn, everyMs);
  return {
    /** Whether the folder exists and this process may write to it. */
    mayWrite: async (): Promise<boolean> => isUsable() || checkInTurn(),
    close: async (): Promise<void> => {
      clearInterval(timer);
      await lastCheck;
      await lock.release();
    },
  };
}

function findFolderFault({ identity, id }: DataDir): string | null {
  return id === null ? null : findIdentityFault(identity, id);
}

/** Wraps intake so that it refuses to write into a replaced folder or alongside another writer. */
export function guardIntake<Answer>(intake: IntakeWorker<Answer>, { mayWrite }: FolderWatch): IntakeWorker<Answer> {
  return {
    take: async (body, sender) => {
      if (!(await mayWrite())) throw new StorageFault('uploads', 'FOLDER_UNUSABLE');
      return intake.take(body, sender);
    },
    ask: async (command) => ((await mayWrite()) ? intake.ask(command) : err(FOLDER_UNUSABLE)),
    close: intake.close,
  };
}

const FOLDER_UNUSABLE =
  'The running instance cannot write in TW_DATA_DIR right now: the folder is missing, or another process holds its uploads. The instance’s log says which.';
