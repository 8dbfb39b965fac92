import type { Random } from '../ports/random.ts';

/** Number of random bytes in a secret, after the prefix that states its purpose (contract, sections 1 and 2). */
const SECRET_BYTES = 32;

/** base64url (RFC 4648, section 5). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Creates an API key, `tw_…`. Rate limits count a holder's requests per key. Only the key's SHA-256 is stored. */
export function newKey(random: Random): string {
  return `tw_${base64url(random.bytes(SECRET_BYTES))}`;
}

/** Creates a grant token, `tg_…`. */
export function newGrantToken(random: Random): string {
  return `tg_${base64url(random.bytes(SECRET_BYTES))}`;
}

export function isKey(text: string): boolean {
  return /^tw_[A-Za-z0-9_-]{43}$/.test(text);
}

export function isGrantToken(text: string): boolean {
  return /^tg_[A-Za-z0-9_-]{43}$/.test(text);
}

/** Encodes without padding: one or two trailing bytes become two or three characters. */
function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const characters = c !== undefined ? 4 : b !== undefined ? 3 : 2;
    for (let i = 0; i < characters; i++) text += ALPHABET[(bits >> (18 - 6 * i)) & 63];
  }
  return text;
}
