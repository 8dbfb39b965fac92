/** The stores that can fail on their own: databases and folders of files. */
export type StoreName = 'uploads' | 'evidence' | 'snapshot' | 'exports' | 'imports' | 'documents' | 'icons';

/**
 * Thrown by every port when its storage cannot be read or written: the disk is full, a file is locked, damaged or
 * missing. Each entry point (request, tool, command, builder) catches it in one place and reports it; nothing in
 * between can mistake it for an empty answer (contract, section 4, Unreachable).
 */
export class StorageFault extends Error {
  /** A damaged derived database is rebuilt; a damaged uploads database is not. */
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

/** Waits for `reading` and returns its value, or the storage fault it ended with. Other errors are thrown. */
export async function orStorageFault<T>(reading: Promise<T>): Promise<T | StorageFault> {
  try {
    return await reading;
  } catch (error) {
    return storageFaultOr(error);
  }
}

/** Returns the fault if `error` is one, and throws everything else. */
export function storageFaultOr(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error;
  throw error;
}
