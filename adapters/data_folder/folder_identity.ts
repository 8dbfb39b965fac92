import { Buffer } from 'node:buffer';
import type { Random } from '../../domain/ports/random.ts';
import { StorageError, storageErrorCode } from '../libsql/storage_error.ts';
import { MISSING_OR_REPLACED, readIfExistsSync } from '../read_if_exists.ts';
import { replaceSynced } from './synced_files.ts';

/**
 * A data folder is identified by a random number that its first start writes into the file `identity`. Each process
 * remembers the id that it found. If the folder is then moved, emptied, unmounted or replaced, the process does not
 * create it again or use another one; storage is unavailable until the folder is back.
 */
const ID_BYTES = 16;

/** Returns the id in an identity file, or null if there is none. Throws a storage fault on other content. */
export function readIdentity(path: string): string | null {
  const text = readIfExistsSync(path, MISSING_OR_REPLACED)?.trim();
  if (text === undefined) return null;
  if (!/^[0-9a-f]{32}$/.test(text)) throw new StorageError('DATA_FOLDER_IDENTITY_DAMAGED');
  return text;
}

/** Returns the folder's id, and creates one if there is none. Needs the uploads lock, so that only one is created. */
export async function claimIdentity(path: string, random: Random): Promise<string> {
  const existing = readIdentity(path);
  if (existing !== null) return existing;
  const id = Buffer.from(random.bytes(ID_BYTES)).toString('hex');
  await replaceSynced(path, `${id}\n`);
  return id;
}

/** Returns the code of a storage fault if the folder now at this path does not have this id, or null if it has. */
export function identityFault(path: string, id: string): string | null {
  try {
    const currentId = readIdentity(path);
    if (currentId === null) return 'DATA_FOLDER_MISSING';
    return currentId === id ? null : 'DATA_FOLDER_REPLACED';
  } catch (error) {
    return storageErrorCode(error) ?? 'DATA_FOLDER_MISSING';
  }
}

/** Throws `identityFault` as a storage fault. */
export function requireIdentity(path: string, id: string): void {
  const fault = identityFault(path, id);
  if (fault !== null) throw new StorageError(fault);
}
