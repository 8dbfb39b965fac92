import { type BigIntStats, statSync } from 'node:fs';

/** Returns a file's identity, `<device>:<inode>`, or null if there is no file. A replacement has a different one. */
export function readFileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : formatFileId(stat);
}

export function formatFileId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
