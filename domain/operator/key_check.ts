import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { KeyReader } from '../ports/keys.ts';
import { formatUtcDay } from '../values/instant.ts';
import { isApiKey } from './secrets.ts';

/** Checks the API keys of requests (contract, section 1, Key). */
export interface KeyCheck {
  /** Returns the SHA-256 of a valid key, or null if the key is malformed, unknown or revoked. */
  check(key: string): Promise<string | null>;
  /** Returns whether this is the SHA-256 of a valid key. Edges ask for it. */
  checkDigest(keyHash: string): Promise<boolean>;
}

export interface KeyCheckDeps {
  readonly reader: Pick<KeyReader, 'find'>;
  readonly digest: Digest;
  readonly clock: Clock;
  /** Records in the background that a key was used on a day. Called once per key and day. Must not throw. */
  readonly noteUse: (keyHash: string, day: string) => void;
}

export function createKeyCheck({ reader, digest, clock, noteUse }: KeyCheckDeps): KeyCheck {
  let notedDay = '';
  /** Hashes of the keys whose use was recorded on `notedDay`. Only valid keys are added, which bounds the set. */
  const noted = new Set<string>();

  const note = (keyHash: string): void => {
    const day = formatUtcDay(clock.nowMs());
    if (day !== notedDay) noted.clear();
    notedDay = day;
    if (noted.has(keyHash)) return;
    noted.add(keyHash);
    noteUse(keyHash, day);
  };

  const checkDigest = async (keyHash: string): Promise<boolean> => {
    const isLive = (await reader.find(keyHash)) === 'live';
    if (isLive) note(keyHash);
    return isLive;
  };
  return {
    check: async (key) => {
      const keyHash = isApiKey(key) ? digest.sha256(key) : null;
      return keyHash !== null && (await checkDigest(keyHash)) ? keyHash : null;
    },
    checkDigest,
  };
}
