import { readFileSync } from 'node:fs';
import type { DataDir } from './data_dir.ts';
import { replaceSynced } from './synced_files.ts';

/** What the libSQL server has that is published to: one line `<epoch> <place in the log of changes>`. */
export interface PublishedNote {
  readonly epoch: string;
  readonly seq: number;
}

/** Null where there is none that can be read: then no change is forgotten, and the server itself says where it stands. */
export function readPublished({ published }: DataDir): PublishedNote | null {
  const text = textOf(published);
  const [, epoch, seq] = /^([0-9a-z]{4,32}) (0|[1-9][0-9]{0,14})\n?$/.exec(text) ?? [];
  return epoch === undefined || seq === undefined ? null : { epoch, seq: Number(seq) };
}

export function writePublished(dir: DataDir, { epoch, seq }: PublishedNote): Promise<void> {
  return replaceSynced(dir.published, `${epoch} ${seq}\n`, dir.requireSame);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
