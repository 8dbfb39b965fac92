import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { Value } from '@libsql/client';
import fc from 'fast-check';
import { createDiffPacker, type DiffEnd, type RowChange, readDiff } from '../../../../adapters/libsql/publish/diff.ts';
import type { Column, PublishedSchema, Table } from '../../../../adapters/libsql/publish/shape.ts';
import { StorageError } from '../../../../adapters/libsql/storage_error.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { anyText } from '../../../support/any_text.ts';

const KEY: readonly Column[] = [
  { name: 'kind', isBlob: false },
  { name: 'hash', isBlob: true },
];
const TABLES: readonly Table[] = ['rates', 'names'].map((name) => ({
  name,
  key: KEY,
  columns: [...KEY, { name: 'rate', isBlob: false }, { name: 'packed', isBlob: true }],
}));
const SCHEMA: PublishedSchema = {
  tables: TABLES,
  makesTables: ['create table rates (kind text, hash blob, rate real, packed blob)', 'create table names (kind text)'],
  makesRest: [],
  digest: 'a'.repeat(64),
};
const END: DiffEnd = { n: 9, seq: 155, rows: 7, digest: 'b'.repeat(64) };

const text = anyText();
const blob = fc.uint8Array({ maxLength: 300 }).map((bytes): Value => bytes.slice().buffer as ArrayBuffer);
const scalar = fc.oneof(
  text,
  fc.maxSafeInteger(),
  // JSON has no negative zero, and SQLite stores it as zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constant(null),
);
const key = fc.tuple(text, blob);
const change: fc.Arbitrary<RowChange> = fc
  .tuple(fc.constantFrom(...TABLES), fc.boolean(), key, scalar, fc.oneof(blob, fc.constant(null)))
  .map(([table, isPut, parts, rate, packed]) =>
    isPut ? { table, put: [...parts, rate, packed] } : { table, del: parts },
  );

async function pack(changes: readonly RowChange[], from: number | null): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const packer = createDiffPacker(SCHEMA, from, async (bytes) => void parts.push(bytes));
  for (const one of changes) await packer.add(one);
  await packer.end(END);
  return Buffer.concat(parts);
}

/** Reads a diff whose bytes arrive in slices of this size. */
async function unpack(bytes: Uint8Array, sliceBytes = 3_800) {
  const changes: RowChange[] = [];
  async function* stream() {
    for (let at = 0; at < bytes.byteLength; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
  }
  const marks = await readDiff(SCHEMA, stream(), async (some) => void changes.push(...some));
  return { marks, changes };
}

test('rows of all column types survive packing, however the bytes are cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 40 }),
      fc.option(fc.nat()),
      fc.integer({ min: 1, max: 5_000 }),
      async (changes, from, sliceBytes) => {
        const bytes = await pack(changes, from);
        const { marks, changes: found } = await unpack(bytes, sliceBytes);
        assert.deepEqual(found, changes);
        assert.deepEqual(marks, { from, end: END, bytes: bytes.byteLength });
      },
    ),
    { numRuns: propertyRuns(200) },
  ));

test('a diff of many chunks survives, and reading stops at its end', async () => {
  const changes = Array.from({ length: 9_000 }, (_, i): RowChange => {
    const hash = Uint8Array.from([i >> 8, i]).buffer;
    return { table: TABLES[i % 2]!, put: [`kind ${i}`, hash, i / 7, new ArrayBuffer(40)] };
  });
  const [first, second] = [await pack(changes, 1), await pack(changes.slice(0, 1), 155)];
  const { marks, changes: found } = await unpack(Buffer.concat([first, second]));
  assert.deepEqual(found, changes);
  assert.equal(marks.bytes, first.byteLength);
});

test('a truncated diff is damaged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), fc.nat(), async (changes, at) => {
      const bytes = await pack(changes, 7);
      await assert.rejects(unpack(bytes.subarray(0, at % bytes.byteLength)), { code: 'DIFF_DAMAGED' });
    }),
    { numRuns: propertyRuns(200) },
  ));

test('altered bytes never give other rows', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 10 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (changes, at, flip) => {
        const bytes = await pack(changes, 7);
        bytes[at % bytes.byteLength]! ^= flip;
        try {
          const { changes: found, marks } = await unpack(bytes);
          assert.deepEqual([found, marks.from, marks.end], [changes, 7, END]);
        } catch (error) {
          if (!(error instanceof StorageError && error.code === 'DIFF_DAMAGED')) throw error;
        }
      },
    ),
    { numRuns: propertyRuns(500) },
  ));

const LAST_LINE = JSON.stringify({ end: END });

for (const [what, lines] of [
  ['a row before its table', ['{"from":1}', '["a","",1,null]', LAST_LINE]],
  ['a row with too few values', ['{"from":1}', '"rates"', '["a"]', LAST_LINE]],
  ['an unknown table', ['{"from":1}', '"others"', '["a","",1,null]', LAST_LINE]],
  ['an object as a value', ['{"from":1}', '"rates"', '["a","",{},null]', LAST_LINE]],
  ['a number in a column of bytes', ['{"from":1}', '"rates"', '["a",5,1,null]', LAST_LINE]],
  ['lines after the end', ['{"from":1}', LAST_LINE, '"rates"']],
  ['a negative count', ['{"from":1}', LAST_LINE.replace('7', '-7')]],
  ['no start', ['"rates"', LAST_LINE]],
  ['no JSON', ['{"from":1}', '[', LAST_LINE]],
] as const) {
  test(`a diff with ${what} is damaged`, async () => {
    const dictionary = Buffer.from(SCHEMA.makesTables.join('\n'));
    const packed = deflateSync(lines.join('\n'), { dictionary });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(packed.byteLength);
    await assert.rejects(unpack(Buffer.concat([length, packed])), { code: 'DIFF_DAMAGED' });
  });
}
