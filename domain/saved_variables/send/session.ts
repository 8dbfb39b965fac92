import type { Random } from '../../ports/random.ts';
import { encodeBase64url } from '../../values/base64url.ts';

/** Number of random bytes in a session, whose base64url has the length that the contract asks for. */
const SESSION_BYTES = 16;

/** Creates the random name of the uploads of one file (contract, section 2, Uploads that belong together). */
export function createSession(random: Random): string {
  return encodeBase64url(random.bytes(SESSION_BYTES));
}
