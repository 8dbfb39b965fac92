import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeBlock,
  emptyRows,
  encodeBlock,
  ROWS_PER_BLOCK,
  readBlockRows,
} from '../../../../adapters/libsql/snapshot/corpus_block.ts';
import { createCut, joinRows } from '../../../../adapters/libsql/snapshot/cut_rows.ts';
import { anyText } from '../../../support/any_text.ts';
import { rowsText } from '../../../support/rows_text.ts';

function stored(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

const row = fc
  .record({
    id: fc.nat(),
    text: anyText({ maxLength: 40 }),
    long: fc.constantFrom(0, 0, 0, 900, 15_000),
  })
  .map(({ id, text, long }) => JSON.stringify({ id, text, long: 'x'.repeat(long) }));

test('rows read from a block are those that were put in, however it grew and whatever was withdrawn', () =>
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: ROWS_PER_BLOCK }),
      fc.nat(ROWS_PER_BLOCK),
      fc.oneof(
        fc.array(fc.nat(ROWS_PER_BLOCK - 1), { maxLength: 5 }),
        fc.constant(Array.from({ length: ROWS_PER_BLOCK }, (_, i) => i)),
      ),
      fc.nat(ROWS_PER_BLOCK),
      fc.nat(ROWS_PER_BLOCK),
      (rows, grownAt, gone, first, length) => {
        const before = rows.slice(0, grownAt % rows.length);
        const head = before.length === 0 ? null : decodeBlock(stored(encodeBlock(null, before)));
        const whole = decodeBlock(stored(encodeBlock(head, rows.slice(before.length))));
        const block = decodeBlock(stored(emptyRows(whole!, new Set(gone))))!;
        assert.equal(block.rows, rows.length);
        const standing = rows.map((text, i) => (gone.includes(i) ? '' : text));
        assert.deepEqual(
          readBlockRows(block).map((bytes) => new TextDecoder().decode(bytes)),
          standing,
        );
        const from = first % rows.length;
        const to = Math.min(rows.length, from + 1 + length);
        const pieces = createCut(block, block.segments, block.packed)(from, to);
        const expected = standing.slice(from, to).filter((text) => text !== '');
        assert.equal(rowsText(joinRows(pieces)), expected.join(','));
      },
    ),
    { numRuns: 60 },
  ));

test('whole segments of a page are one piece, up to 128 KB', () => {
  const rows = Array.from({ length: ROWS_PER_BLOCK }, (_, i) => JSON.stringify({ i, text: `${i}`.repeat(1_000) }));
  const block = decodeBlock(stored(encodeBlock(null, rows)))!;
  const pieces = createCut(block, block.segments, block.packed)(0, rows.length);
  const joined = joinRows(pieces);
  assert.ok(pieces.length > 10, String(pieces.length));
  assert.equal(joined.length, 2);
  assert.ok(joined.every(({ byteLength }) => byteLength <= 128 * 1024));
  assert.equal(rowsText(joined), rows.join(','));
});

test('a block with a changed byte or a missing end is reported as damaged', () => {
  const rows = Array.from({ length: ROWS_PER_BLOCK }, (_, i) => `{"id":${i},"name":"Thing ${i * 7919}"}`);
  const bytes = encodeBlock(null, rows);
  assert.notEqual(decodeBlock(stored(bytes)), null);
  for (let at = 0; at < bytes.byteLength; at += 7) {
    const changed = bytes.slice();
    changed[at]! ^= 1 << (at % 8);
    assert.equal(decodeBlock(stored(changed)), null, `byte ${at}`);
  }
  for (const length of [0, 1, 7, 8, bytes.byteLength - 1]) {
    assert.equal(decodeBlock(stored(bytes.subarray(0, length))), null, `${length} bytes`);
  }
  assert.equal(decodeBlock(stored(bytes.subarray(1))), null, 'without its first byte');
});
