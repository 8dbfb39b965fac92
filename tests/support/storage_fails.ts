import assert from 'node:assert/strict';
import { StorageFault, type StoreName } from '../../domain/values/storage_fault.ts';

/** Throws a storage fault, as a port does if its storage cannot be read. */
export function storageFails(store: StoreName, cause: string): never {
  throw new StorageFault(store, cause);
}

/** Waits for `work` to end in a storage fault and returns its cause. */
export async function causeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StorageFault) return error.cause;
    throw error;
  }
  return assert.fail('The work must end in a storage fault.');
}
