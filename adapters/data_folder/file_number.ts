import { type BigIntStats, statSync } from 'node:fs';

/** Which file stands under a name: another one, or the same one written anew, has another number. Null: there is none. */
export function fileNumber(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : numberOf(stat);
}

export function numberOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
