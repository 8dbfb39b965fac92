import type { Random } from '../ports/random.ts';
import { encodeBase64url } from '../values/base64url.ts';

/** Number of random bytes in a secret (contract, sections 1 and 2). */
const SECRET_BYTES = 32;

/**
 * Creates an API key, `tw_…`, a grant token, `tg_…`, or a ticket for confirming an erasure, `te_…`. Only the SHA-256 of
 * a key or token is stored. Tickets are kept in memory and expire.
 */
export function createSecret(prefix: 'tw_' | 'tg_' | 'te_', random: Random): string {
  return `${prefix}${encodeBase64url(random.bytes(SECRET_BYTES))}`;
}

export function isApiKey(text: string): boolean {
  return /^tw_[A-Za-z0-9_-]{43}$/.test(text);
}

export function isGrantToken(text: string): boolean {
  return /^tg_[A-Za-z0-9_-]{43}$/.test(text);
}
