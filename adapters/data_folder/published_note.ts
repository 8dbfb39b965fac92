import { readFileSync } from 'node:fs';
import type { DataDir } from './data_dir.ts';
import { replaceSynced } from './synced_files.ts';

/** The last change that the libSQL server has, stored in one line `<epoch> <position in the change log>`. */
export interface PublishedNote {
  readonly epoch: string;
  readonly seq: number;
}

/** Returns null if the note is missing or unreadable. Then no logged change is deleted, and the server is asked. */
export function readPublished({ published }: DataDir): PublishedNote | null {
  const text = readOrEmpty(published);
  const [, epoch, seq] = /^([0-9a-z]{4,32}) (0|[1-9][0-9]{0,14})\n?$/.exec(text) ?? [];
  return epoch === undefined || seq === undefined ? null : { epoch, seq: Number(seq) };
}

export function writePublished(dir: DataDir, { epoch, seq }: PublishedNote): Promise<void> {
  return replaceSynced(dir.published, `${epoch} ${seq}\n`, dir.requireSame);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
