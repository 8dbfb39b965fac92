/** Stores that can fail independently: databases and folders of files. */
export type StoreName =
  | 'uploads'
  | 'evidence'
  | 'snapshot'
  | 'exports'
  | 'changes'
  | 'publication'
  | 'imports'
  | 'documents'
  | 'companion'
  | 'icons'
  | 'maps';

/**
 * Thrown by every port when its storage cannot be read or written, for example because the disk is full or a file is
 * locked, damaged or missing. Each entry point (request, tool, command, builder) catches it in one place and reports
 * it. No code in between can mistake it for an empty answer (contract, section 4, Unreachable).
 */
export class StorageFault extends Error {
  /** The store that failed. A damaged derived database is rebuilt; a damaged uploads database is not. */
  readonly store: StoreName;
  /** A short code that is safe to log, such as `SQLITE_FULL`. It never contains data. */
  readonly cause: string;

  constructor(store: StoreName, cause: string) {
    super(`The ${store} storage failed (${cause}).`);
    this.name = 'StorageFault';
    this.store = store;
    this.cause = cause;
  }
}

/** Awaits `reading`. Returns its value, or the storage fault that it was rejected with. Rethrows any other error. */
export async function catchFault<T>(reading: Promise<T>): Promise<T | StorageFault> {
  try {
    return await reading;
  } catch (error) {
    return requireStorageFault(error);
  }
}

/** Returns `error` if it is a storage fault, and throws it otherwise. */
export function requireStorageFault(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error;
  throw error;
}
