import type { Log } from '../../domain/ports/log.ts';
import { err } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { InstanceSocket } from '../instance_socket.ts';
import type { IntakeWorker } from '../intake_worker/client.ts';
import { storageErrorCode } from '../libsql/storage_error.ts';
import type { DataDir } from './data_dir.ts';
import { identityFault } from './folder_identity.ts';
import { acquireLock } from './lock.ts';
import type { OpenFolder } from './open_folder.ts';

/**
 * A running instance's eye on its data folder: whether it is there, whether the lock still keeps others from writing
 * uploads.db, and whether commands find the socket. What was deleted there is put back.
 */
export interface FolderWatch {
  /** Whether the folder is there and this process is the one that may write in it. */
  mayWrite(): Promise<boolean>;
  close(): Promise<void>;
}

/** As often it looks by itself; `mayWrite` looks at once. */
const LOOK_EVERY_MS = 1_000;

export function watchFolder(
  { dir, lock: first }: OpenFolder,
  socket: Pick<InstanceSocket, 'keep'>,
  log: Log,
  everyMs = LOOK_EVERY_MS,
): FolderWatch {
  let lock = first;
  let told: string | null = null;
  let looking: Promise<boolean> = Promise.resolve(true);

  const isWhole = (): boolean => faultOf(dir) === null && lock.holds();

  /** Each trouble is told once, and that it is over. */
  const tell = (fault: string | null): boolean => {
    if (fault !== told) {
      if (fault === null) log.info('folder.back');
      else log.error('folder.unusable', { cause: fault });
      told = fault;
    }
    return fault === null;
  };

  const putLockBack = async (): Promise<boolean> => {
    const again = await acquireLock(dir.uploadsLock, { waitMs: 0 });
    if (again === null) return false;
    await lock.release();
    lock = again;
    return true;
  };

  const look = async (): Promise<boolean> => {
    const gone = faultOf(dir);
    if (gone !== null) return tell(gone);
    try {
      // The socket first: whoever took the lock meanwhile asks there before it goes on (adapters/data_folder/uploads_owner.ts).
      await socket.keep();
      if (!lock.holds() && !(await putLockBack())) return tell('UPLOADS_LOCK_LOST');
    } catch (error) {
      const fault = storageErrorCode(error);
      if (fault === null) throw error;
      return tell(fault);
    }
    return tell(null);
  };

  const lookInTurn = (): Promise<boolean> => {
    looking = looking.then(look);
    return looking;
  };

  const timer = setInterval(lookInTurn, everyMs);
  return {
    mayWrite: async () => isWhole() || lookInTurn(),
    close: async () => {
      clearInterval(timer);
      await looking;
      await lock.release();
    },
  };
}

function faultOf({ identity, id }: DataDir): string | null {
  return id === null ? null : identityFault(identity, id);
}

/** Intake that refuses what would be written into another folder, or beside another writer. */
export function ownedIntake<Answer>(intake: IntakeWorker<Answer>, { mayWrite }: FolderWatch): IntakeWorker<Answer> {
  return {
    take: async (body, sender) => {
      if (!(await mayWrite())) throw new StorageFault('uploads', 'FOLDER_UNUSABLE');
      return intake.take(body, sender);
    },
    ask: async (command) => ((await mayWrite()) ? intake.ask(command) : err(NOT_OURS)),
    close: intake.close,
  };
}

const NOT_OURS =
  'The running instance cannot write in TW_DATA_DIR right now: the folder is not there, or another process holds its uploads. Its log says which.';
