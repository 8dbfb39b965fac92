import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

/** Crockford's base 32, without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 26;
const RANDOM_BYTES = 10;
const RANDOM_BITS = 80n;

/**
 * Creates a ULID, which names an upload: 48 bits of milliseconds, then 80 random bits, as 26 characters. ULIDs of the
 * same millisecond are in random order.
 */
export function createUlid(clock: Clock, random: Random): string {
  let number = BigInt(clock.nowMs()) << RANDOM_BITS;
  let shift = RANDOM_BITS;
  for (const byte of random.bytes(RANDOM_BYTES)) {
    shift -= 8n;
    number |= BigInt(byte) << shift;
  }
  let text = '';
  for (let i = 0; i < CHARACTERS; i++) {
    text = ALPHABET[Number(number & 31n)]! + text;
    number >>= 5n;
  }
  return text;
}
