import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBlock, divideRows, encodeBlock, unpackRows } from '../../../../adapters/libsql/snapshot/corpus_block.ts';
import { type BlockPart, joinBlockParts, type RowBlock } from '../../../../adapters/libsql/snapshot/row_block.ts';
import { isBytes } from '../../../../domain/reads/pieces.ts';
import { anyText } from '../../../support/any_text.ts';
import { rowsText } from '../../../support/rows_text.ts';

function storedCopy(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function storeRows(rows: readonly Uint8Array[]): RowBlock {
  return decodeBlock(storedCopy(encodeBlock(rows)));
}

function rowTexts(block: RowBlock): readonly string[] {
  return unpackRows(block).map((bytes) => new TextDecoder().decode(bytes));
}

/** Yields rows `from <= place < to` of adjacent blocks. */
async function* partsOf(blocks: readonly RowBlock[], from: number, to: number): AsyncGenerator<BlockPart> {
  let place = 0;
  for (const block of blocks) {
    const [first, end] = [Math.max(0, from - place), Math.min(block.ends.length, to - place)];
    if (first < end) yield { block, from: first, to: end, nameRow: (i) => ({ slice: 0, place: i }) };
    place += block.ends.length;
  }
}

const row = fc
  .record({
    id: fc.nat(),
    text: anyText({ maxLength: 40 }),
    long: fc.constantFrom(0, 0, 0, 900, 15_000),
  })
  .map(({ id, text, long }) => JSON.stringify({ id, text, long: 'x'.repeat(long) }));

test('rows read from blocks are those that were put in, however they grew and whatever was withdrawn', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 100, size: 'max' }),
      fc.nat(),
      fc.oneof(fc.array(fc.nat(99), { maxLength: 5 }), fc.constant(Array.from({ length: 100 }, (_, i) => i))),
      fc.nat(),
      fc.nat(),
      async (rows, grownAt, gone, first, length) => {
        const texts = rows.map((text) => Buffer.from(text));
        const before = divideRows(texts.slice(0, grownAt % rows.length), 0);
        const [full, last] = [before.slice(0, -1), before.at(-1) ?? []];
        const rest = [...last, ...texts.slice(grownAt % rows.length)];
        const divided = [...full, ...divideRows(rest, full.flat().length)];
        assert.deepEqual(divided, divideRows(texts, 0), 'blocks do not depend on how they grew');
        for (const one of divided) {
          const bytes = one.reduce((sum, { byteLength }) => sum + byteLength + 1, 0);
          assert.ok(one.length === 1 || bytes <= 24_000, `${one.length} rows with ${bytes} bytes`);
        }
        let place = 0;
        const blocks = divided.map((one) =>
          storeRows(unpackRows(storeRows(one)).map((text) => (gone.includes(place++) ? new Uint8Array(0) : text))),
        );
        const remaining = rows.map((text, i) => (gone.includes(i) ? '' : text));
        assert.deepEqual(blocks.flatMap(rowTexts), remaining);
        const from = first % rows.length;
        const to = from + 1 + (length % (rows.length - from));
        const { pieces, cut } = await joinBlockParts(partsOf(blocks, from, to));
        assert.equal(cut, null);
        assert.equal(
          rowsText(pieces),
          remaining
            .slice(from, to)
            .filter((text) => text !== '')
            .join(','),
        );
      },
    ),
    { numRuns: 60 },
  ));

test('whole blocks of a page are one piece, up to 128 KB', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => JSON.stringify({ i, text: `${i}`.repeat(1_000) }));
  const blocks = divideRows(
    rows.map((text) => Buffer.from(text)),
    0,
  ).map(storeRows);
  assert.ok(blocks.length >= 10, String(blocks.length));
  const { pieces } = await joinBlockParts(partsOf(blocks, 0, rows.length));
  assert.equal(pieces.length, 2);
  assert.ok(pieces.every((piece) => !isBytes(piece) && piece.byteLength <= 128 * 1024));
  assert.equal(rowsText(pieces), rows.join(','));
});

test('a block with a changed byte or a missing end is reported as damaged', () => {
  const rows = Array.from({ length: 100 }, (_, i) => Buffer.from(`{"id":${i},"name":"Thing ${i * 7919}"}`));
  const bytes = encodeBlock(rows);
  const damaged = /CORPUS_BLOCK_DAMAGED|PACKED_DAMAGED/;
  assert.deepEqual(rowTexts(decodeBlock(storedCopy(bytes))), rows.map(String));
  for (let at = 0; at < bytes.byteLength; at += 7) {
    const changed = bytes.slice();
    changed[at]! ^= 1 << (at % 8);
    assert.throws(() => decodeBlock(storedCopy(changed)), damaged, `byte ${at}`);
  }
  for (const length of [0, 1, 7, 8, bytes.byteLength - 1]) {
    assert.throws(() => decodeBlock(storedCopy(bytes.subarray(0, length))), damaged, `${length} bytes`);
  }
  assert.throws(() => decodeBlock(storedCopy(bytes.subarray(1))), damaged, 'without its first byte');
});
