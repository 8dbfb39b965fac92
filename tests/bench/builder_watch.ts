import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that a process and all its ended children read and wrote, as the kernel counts them. */
export interface Account extends Written {
  /** Bytes requested by read calls (`rchar`), whether or not from a disk. */
  readonly readBytes: number;
}

export interface Written {
  /** Bytes passed to write calls (`wchar`). A byte that is written twice counts twice. */
  readonly calledBytes: number;
  /** Bytes that go to a disk (`write_bytes`). A page that is changed twice before it is flushed counts once. */
  readonly diskBytes: number;
}

/** Returns the account of a process, or null if the kernel keeps none. */
export function accountOf(pid: number | 'self'): Account | null {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)![1]);
    return { readBytes: field('rchar'), calledBytes: field('wchar'), diskBytes: field('write_bytes') };
  } catch {
    return null;
  }
}

/**
 * Returns what was written between two readings of this process. The kernel adds a child's exact account to its parent
 * when the child ends, while reading the child itself would miss its last moments. This process must not write in
 * between.
 */
export function writtenBetween(before: Written | null, after: Written | null): Written | null {
  return before === null || after === null
    ? null
    : {
        calledBytes: after.calledBytes - before.calledBytes,
        diskBytes: after.diskBytes - before.diskBytes,
      };
}

/** Returns the size of the largest write-ahead log of a derived database in a data folder. */
export function derivedLogBytes(dataDir: string): number {
  return Math.max(
    0,
    ...namesIn(dataDir)
      .filter((name) => /^(?:evidence|snapshot)\..*-wal$/.test(name))
      .map((name) => sizeOf(join(dataDir, name))),
  );
}

/** Returns the total size of files in a folder and its subfolders whose names have this ending. */
export function bytesIn(folder: string, ending: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns 0 if the file was deleted in the meantime, as logs may be. */
function sizeOf(file: string): number {
  try {
    const stat = statSync(file);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}
