import type { Random } from '../ports/random.ts';
import { base64url } from '../values/base64url.ts';

/** Number of random bytes in a secret, which follow a prefix stating its purpose (contract, sections 1 and 2). */
const SECRET_BYTES = 32;

/** Creates an API key, `tw_…`. Rate limits count requests per key. Only the key's SHA-256 is stored. */
export function newKey(random: Random): string {
  return `tw_${base64url(random.bytes(SECRET_BYTES))}`;
}

export function newGrantToken(random: Random): string {
  return `tg_${base64url(random.bytes(SECRET_BYTES))}`;
}

/** Creates a ticket for confirming an erasure, `te_…`. It is kept in memory and expires. */
export function newErasureTicket(random: Random): string {
  return `te_${base64url(random.bytes(SECRET_BYTES))}`;
}

export function isKey(text: string): boolean {
  return /^tw_[A-Za-z0-9_-]{43}$/.test(text);
}

export function isGrantToken(text: string): boolean {
  return /^tg_[A-Za-z0-9_-]{43}$/.test(text);
}
