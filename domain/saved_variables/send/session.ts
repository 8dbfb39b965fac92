import { LENGTHS } from '../../../schema/limits.ts';
import type { Random } from '../../ports/random.ts';

/** The characters of base64url: 64, so that the low six bits of a random byte choose each with the same chance. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Creates the random name of the uploads of one file (contract, section 2, Uploads that belong together). */
export function createSession(random: Random): string {
  return Array.from(random.bytes(LENGTHS.session.max), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
