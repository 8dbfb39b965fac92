import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { KeyReader } from '../ports/keys.ts';
import { utcDay } from './answers.ts';
import { isKey } from './secrets.ts';

/** Tells requests with a key from others (contract, section 1, Key). */
export interface KeyCheck {
  /** The SHA-256 of a key that may be used; null where it is malformed, unknown or revoked. */
  check(key: string): Promise<string | null>;
}

export interface KeyCheckDeps {
  readonly reader: Pick<KeyReader, 'find'>;
  readonly digest: Digest;
  readonly clock: Clock;
  /** Notes that a key was used on a day, in its own time; asked once per key and day. Not answering is its own affair. */
  readonly noteUse: (keyHash: string, day: string) => void;
}

export function createKeyCheck({ reader, digest, clock, noteUse }: KeyCheckDeps): KeyCheck {
  let notedDay = '';
  /** Only live keys get in, so the operator's keys bound it. */
  const noted = new Set<string>();

  const note = (keyHash: string): void => {
    const day = utcDay(clock.nowMs());
    if (day !== notedDay) noted.clear();
    notedDay = day;
    if (noted.has(keyHash)) return;
    noted.add(keyHash);
    noteUse(keyHash, day);
  };

  return {
    check: async (key) => {
      if (!isKey(key)) return null;
      const keyHash = digest.sha256(key);
      const state = await reader.find(keyHash);
      if (state !== 'live') return null;
      note(keyHash);
      return keyHash;
    },
  };
}
