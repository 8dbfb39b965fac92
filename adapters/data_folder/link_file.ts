import { readFileSync } from 'node:fs';
import type { Log } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import { storageErrorCode } from '../libsql/storage_error.ts';
import type { LinkNote } from '../libsql/uploads/link_keeper.ts';
import { WrongDataDir } from './data_dir.ts';
import { replaceSynced } from './synced_files.ts';

/**
 * The newest link of the chain over all uploads, noted outside the databases (contract, section 8, Proof): one line
 * `<number> <digest>`. A database that lost uploads cannot lose this with them.
 */

/** Reads the note; null where there is none. Thrown as WrongDataDir where it is no link: it is never torn, so it was changed. */
export function readLink(path: string): ChainLink | null {
  const text = textOf(path);
  if (text === null) return null;
  const [, n, digest] = /^(0|[1-9][0-9]{0,14}) ([0-9a-f]{64})\n?$/.exec(text) ?? [];
  if (n === undefined || digest === undefined) {
    throw new WrongDataDir(
      'The file "link" in TW_DATA_DIR must hold the number and the digest of a link of the chain; got something else. Delete it to go on without the proof it holds.',
    );
  }
  return { n: Number(n), digest };
}

/** Replaces the note, so that after a power cut either the old or the new one is there, whole. */
export function writeLink(path: string, { n, digest }: ChainLink, requireAround?: () => void): Promise<void> {
  return replaceSynced(path, `${n} ${digest}\n`, requireAround);
}

/** The note as the owner of uploads.db keeps it; nobody else writes it. */
export function linkNote(path: string, log: Log, requireAround?: () => void): LinkNote {
  return {
    read: () => readLink(path),
    write: (link) => writeLink(path, link, requireAround),
    lost: (noted, newest) => log.error('uploads.lost', { noted: noted.n, newest: newest.n }),
    failed: (error) => log.error('uploads.link_not_noted', { cause: storageErrorCode(error) ?? 'LINK_FILE_WRONG' }),
  };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
