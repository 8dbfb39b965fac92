import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Digest } from '../domain/ports/digest.ts';

export const nodeDigest: Digest = {
  sha256: (text) => hash('sha256', text, 'hex'),
  keyed: (keyHex, text) => {
    const { inner, outer } = padKey(keyHex);
    const innerDigest = hash('sha256', appendText(inner, text), 'buffer');
    innerDigest.copy(outer, BLOCK_BYTES);
    return hash('sha256', outer, 'hex');
  },
};

/**
 * Padded keys of HMAC-SHA-256 (RFC 2104). `keyed` uses them to compute the HMAC from two plain digests. The runtime's
 * own HMAC creates an object per call, which costs several times as much as the computation, and every record is
 * digested twice.
 */
interface Pads {
  readonly keyHex: string;
  /** The key XOR 0x36, followed by space for the message. */
  readonly inner: Buffer;
  /** The key XOR 0x5c, followed by space for a digest. */
  readonly outer: Buffer;
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Pads of the most recently used key. A process uses a single key for nearly all digests. */
let cachedPads: Pads | null = null;

function padKey(keyHex: string): Pads {
  if (cachedPads?.keyHex === keyHex) return cachedPads;
  const key = Buffer.from(keyHex, 'hex');
  const block = Buffer.alloc(BLOCK_BYTES);
  (key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key).copy(block);
  const inner = Buffer.alloc(
    BLOCK_BYTES * 4,
    block.map((byte) => byte ^ 0x36),
  );
  const outer = Buffer.alloc(
    BLOCK_BYTES + DIGEST_BYTES,
    block.map((byte) => byte ^ 0x5c),
  );
  cachedPads = { keyHex, inner, outer };
  return cachedPads;
}

/** Returns the inner pad followed by a string. The next call overwrites the returned bytes. */
function appendText(inner: Buffer, text: string): Buffer {
  const room = inner.length - BLOCK_BYTES;
  // In UTF-8, a character takes at most three bytes per UTF-16 code unit.
  if (text.length * 3 > room) return Buffer.concat([inner.subarray(0, BLOCK_BYTES), Buffer.from(text, 'utf8')]);
  return inner.subarray(0, BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8'));
}
