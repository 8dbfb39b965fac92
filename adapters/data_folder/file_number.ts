import { type BigIntStats, statSync } from 'node:fs';

/**
 * Returns the identity of the file at a path, `<device>:<inode>`, or null if there is none. It changes if the file is
 * replaced by another one.
 */
export function readFileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : formatFileId(stat);
}

export function formatFileId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
