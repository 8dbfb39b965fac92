import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Digest } from '../domain/ports/digest.ts';

export const nodeDigest: Digest = {
  sha256: (text) => hash('sha256', text, 'hex'),
  keyed: (keyHex, text) => {
    const { inner, outer } = padsOf(keyHex);
    const within = hash('sha256', withText(inner, text), 'buffer');
    within.copy(outer, BLOCK_BYTES);
    return hash('sha256', outer, 'hex');
  },
};

/**
 * HMAC-SHA-256 as RFC 2104 has it, out of two plain digests: an object of the runtime for each costs several times what it
 * computes, and every record is digested twice.
 */
interface Pads {
  readonly keyHex: string;
  /** The key over 0x36, and room for a text behind it. */
  readonly inner: Buffer;
  /** The key over 0x5c, and room for a digest behind it. */
  readonly outer: Buffer;
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Of the key that was used last: a process uses one for nearly all that it digests. */
let kept: Pads | null = null;

function padsOf(keyHex: string): Pads {
  if (kept?.keyHex === keyHex) return kept;
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
  kept = { keyHex, inner, outer };
  return kept;
}

/** The inner pad with a text behind it; the bytes are written over by the next call. */
function withText(inner: Buffer, text: string): Buffer {
  const room = inner.length - BLOCK_BYTES;
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 > room) return Buffer.concat([inner.subarray(0, BLOCK_BYTES), Buffer.from(text, 'utf8')]);
  return inner.subarray(0, BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8'));
}
