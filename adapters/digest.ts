import { Buffer } from 'node:buffer';
import { createHmac, hash } from 'node:crypto';
import type { Digest } from '../domain/ports/digest.ts';

export const nodeDigest: Digest = {
  sha256: (text) => hash('sha256', text, 'hex'),
  keyed: (keyHex, text) => createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text, 'utf8').digest('hex'),
};
