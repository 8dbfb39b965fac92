import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Random } from '../../domain/ports/random.ts';
import { StorageError, storageErrorCode } from '../libsql/storage_error.ts';
import { replaceSynced } from './synced_files.ts';

/**
 * A data folder is known by a random number that its first start writes into the file `identity`. Each process remembers
 * the one that it found, so that a folder that was moved, emptied or unmounted, or another one in its place, is never
 * begun anew or taken for its own: it stays out of reach until it is back.
 */
const ID_BYTES = 16;

/** The number in an identity file; null where there is none. A file that holds anything else is a storage fault. */
export function readIdentity(path: string): string | null {
  const text = textOf(path)?.trim();
  if (text === undefined) return null;
  if (!/^[0-9a-f]{32}$/.test(text)) throw new StorageError('DATA_FOLDER_IDENTITY_DAMAGED');
  return text;
}

/** Gives a folder its number, where it has none. Needs the uploads lock: two must not name one folder at a time. */
export async function claimIdentity(path: string, random: Random): Promise<string> {
  const known = readIdentity(path);
  if (known !== null) return known;
  const id = Buffer.from(random.bytes(ID_BYTES)).toString('hex');
  await replaceSynced(path, `${id}\n`);
  return id;
}

/** Why the folder that stands there is not the one with this number, as the code of a storage fault; null where it is. */
export function identityFault(path: string, id: string): string | null {
  try {
    const found = readIdentity(path);
    if (found === null) return 'DATA_FOLDER_MISSING';
    return found === id ? null : 'DATA_FOLDER_REPLACED';
  } catch (error) {
    return storageErrorCode(error) ?? 'DATA_FOLDER_MISSING';
  }
}

/** Throws `identityFault` as a storage fault. */
export function requireIdentity(path: string, id: string): void {
  const fault = identityFault(path, id);
  if (fault !== null) throw new StorageError(fault);
}

/** ENOTDIR: a file stands where the folder was. */
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined;
    throw error;
  }
}
