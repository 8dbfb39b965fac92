import { type BigIntStats, statSync } from 'node:fs';

/** Which file stands under a name: another one, or the same one written anew, has another number. Null: there is none. */
export const fileNumber = (path: string): string | null => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : numberOf(stat);
};

export const numberOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;
