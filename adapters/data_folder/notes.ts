import { readFileSync } from 'node:fs';
import type { Log } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import { readStorageCode } from '../libsql/storage_error.ts';
import type { LinkFile } from '../libsql/uploads/link_keeper.ts';
import { readIfExistsSync } from '../read_if_exists.ts';
import { type DataDir, WrongDataDir } from './data_dir.ts';
import { replaceSyncedFile } from './synced_files.ts';

/**
 * The newest link of the chain over all uploads, stored outside the databases (contract, section 8, Proof) as one line
 * `<number> <digest>`. A database that loses uploads therefore cannot lose this link with them.
 */

/** Reads the link file. Returns null if there is none. Throws `WrongDataDir` if somebody changed it. */
export function readChainLink(path: string): ChainLink | null {
  const text = readIfExistsSync(path);
  if (text === null) return null;
  const [, n, digest] = /^(0|[1-9][0-9]{0,14}) ([0-9a-f]{64})\n?$/.exec(text) ?? [];
  if (n === undefined || digest === undefined) {
    throw new WrongDataDir(
      'The file "link" in TW_DATA_DIR must contain the number and the digest of a link of the chain; it contains something else. Delete it to continue without the proof that it held.',
    );
  }
  return { n: Number(n), digest };
}

/** Replaces the link file atomically: after a power cut it contains either the old or the new link. */
export function writeChainLink(path: string, { n, digest }: ChainLink, requireFolder?: () => void): Promise<void> {
  return replaceSyncedFile(path, `${n} ${digest}\n`, requireFolder);
}

/** Creates the link file's reader and writer for the owner of uploads.db; no other process writes the file. */
export function createLinkNote(path: string, log: Log, requireFolder?: () => void): LinkFile {
  return {
    read: () => readChainLink(path),
    write: (link) => writeChainLink(path, link, requireFolder),
    lost: (known, newest) => log.error('uploads.lost', { noted: known.n, newest: newest.n }),
    failed: (error) => log.error('uploads.link_not_noted', { cause: readStorageCode(error) ?? 'LINK_FILE_WRONG' }),
  };
}

/** The last change that the libSQL server has, stored as one line `<epoch> <position in the change log>`. */
export interface PublishedNote {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * Reads the note. Returns null if it is missing or unreadable, in which case no logged change is deleted and the server
 * is asked which changes it has.
 */
export function readPublishedNote({ published }: DataDir): PublishedNote | null {
  const text = readTextOrEmpty(published);
  const [, epoch, seq] = /^([0-9a-z]{4,32}) (0|[1-9][0-9]{0,14})\n?$/.exec(text) ?? [];
  return epoch === undefined || seq === undefined ? null : { epoch, seq: Number(seq) };
}

export function writePublishedNote(dir: DataDir, { epoch, seq }: PublishedNote): Promise<void> {
  return replaceSyncedFile(dir.published, `${epoch} ${seq}\n`, dir.requireSame);
}

function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
