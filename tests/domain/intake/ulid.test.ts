import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createUlid } from '../../../domain/intake/take_upload.ts';

function ulid(nowMs: number, byte: number): string {
  return createUlid({ nowMs: () => nowMs }, { bytes: (count) => new Uint8Array(count).fill(byte) });
}

test('a ULID has 10 characters of time and 16 random ones', () => {
  assert.equal(ulid(0, 0), '00000000000000000000000000');
  assert.equal(ulid(1, 0), '00000000010000000000000000');
  assert.equal(ulid(0, 255), '0000000000ZZZZZZZZZZZZZZZZ');
  assert.equal(ulid(2 ** 48 - 1, 255), '7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  assert.equal(ulid(1469918176385, 0).slice(0, 10), '01ARYZ6S41');
});

test('ULIDs of different milliseconds sort by time', () => {
  const ms = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(ms, ms, byte, byte, (a, b, x, y) => {
      const one = ulid(a, x);
      const other = ulid(b, y);
      assert.match(one, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      if (a !== b) assert.equal(one < other, a < b);
    }),
  );
});
