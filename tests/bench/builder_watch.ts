import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a process and all those that it has waited for read and wrote, by the kernel's account. */
export interface Account extends Written {
  /** Taken from the system in calls that read (`rchar`), from a disk or not. */
  readonly readBytes: number;
}

export interface Written {
  /** Handed to the system in calls that write (`wchar`): each byte as often as it was written. */
  readonly calledBytes: number;
  /** Of that what goes to a disk (`write_bytes`): a page that is written twice before it goes counts once. */
  readonly diskBytes: number;
}

/** Null where the kernel keeps no account. */
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
 * What was written between two looks at this very process: what a child wrote is added to it when the child ends, to the
 * byte, where a look at the child itself would miss its last moments. This process must not write meanwhile.
 */
export function writtenBetween(before: Written | null, after: Written | null): Written | null {
  return before === null || after === null
    ? null
    : {
        calledBytes: after.calledBytes - before.calledBytes,
        diskBytes: after.diskBytes - before.diskBytes,
      };
}

/** The bytes of the largest write-ahead log of a derived database in a data folder. */
export function derivedLogBytes(dataDir: string): number {
  return Math.max(
    0,
    ...namesIn(dataDir)
      .filter((name) => /^(?:evidence|snapshot)\..*-wal$/.test(name))
      .map((name) => sizeOf(join(dataDir, name))),
  );
}

/** The bytes of a folder's files, and of those within its folders, whose names end so. */
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

/** A log may go while it is asked about. */
function sizeOf(file: string): number {
  try {
    const stat = statSync(file);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}
