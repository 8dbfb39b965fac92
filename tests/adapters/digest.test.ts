import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { nodeDigest } from '../../adapters/digest.ts';

const KEYS = ['', '00', 'ab'.repeat(32), 'cd'.repeat(64), 'ef'.repeat(65), '01'.repeat(200)];
const TEXTS = [
  '',
  'order:1',
  'é'.repeat(31),
  'é'.repeat(33),
  '漢'.repeat(64),
  '\u{1f40d}'.repeat(96),
  '\ud800',
  'x'.repeat(5_000),
];

test('keyed digests are HMAC-SHA-256 of the UTF-8 text, whatever was digested before', () => {
  for (const key of KEYS) {
    for (const text of [...TEXTS, ...TEXTS.slice().reverse()]) {
      const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest('hex');
      assert.equal(nodeDigest.keyed(key, text), expected, `${key.length / 2} bytes of key, ${text.length} of text`);
    }
  }
});
