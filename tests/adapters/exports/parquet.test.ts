import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { createParquetTable } from '../../../adapters/exports/parquet.ts';
import type { TableShape, TableWriter } from '../../../domain/ports/export_folder.ts';
import { listTableFields, type TableField } from '../../../schema/table_fields.ts';
import { readParquet } from '../../support/parquet.ts';

const SHAPES: readonly TableShape[] = [
  ...['names', 'npcs', 'objects', 'vendors', 'trainers', 'quests', 'recipes', 'market', 'gathering'].map((field) => ({
    rowsOf: 'exportLists',
    field,
  })),
  { rowsOf: 'dropsResponse', field: 'rates' },
  { rowsOf: 'dropsResponse', field: 'measuredZeros' },
  { rowsOf: 'edgesResponse', field: 'edges' },
  { rowsOf: 'itemsResponse', field: 'items' },
];

function encode(writer: TableWriter | null, batches: readonly (readonly object[])[]): Uint8Array<ArrayBuffer> {
  const parts = [...batches.flatMap((batch) => writer!.add(batch)), ...writer!.end()] as Uint8Array[];
  return new Uint8Array(Buffer.concat(parts));
}

/** A value of a field, as it is in a row and as a reader of the Parquet file gets it. */
interface Value {
  readonly inRow: unknown;
  readonly read: unknown;
}

function same(inRow: unknown): Value {
  return { inRow, read: inRow };
}

const DAY = fc.date({ min: new Date('1969-12-30'), max: new Date('2106-01-01'), noInvalidDate: true });

/** Values of a field that is present. */
function values({ type, entry }: TableField): fc.Arbitrary<Value> {
  switch (type) {
    case 'integer':
      return fc.maxSafeInteger().map((n) => ({ inRow: n, read: BigInt(n) }));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map(same);
    case 'boolean':
      return fc.boolean().map(same);
    case 'string':
      return fc.string({ unit: 'binary' }).map(same);
    case 'date':
      return DAY.map((date) => {
        const day = date.toISOString().slice(0, 10);
        return { inRow: day, read: new Date(day) };
      });
    case 'list': {
      const one = fc.tuple(...entry.map(values)).map((each) => ({
        inRow: Object.fromEntries(each.map(({ inRow }, i) => [entry[i]!.name, inRow])),
        read: Object.fromEntries(each.map(({ read }, i) => [entry[i]!.name, read])),
      }));
      return fc
        .array(one, { maxLength: 4 })
        .map((all) => ({ inRow: all.map(({ inRow }) => inRow), read: all.map(({ read }) => read) }));
    }
  }
}

/** Puts a value at its path into a row. */
function place(row: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    row[first] ??= {};
    place(row[first] as Record<string, unknown>, rest.join('.'), value);
  } else {
    row[first] = value;
  }
}

/** Rows with absent, null and present fields, and what a reader of the file gets. */
function rowsOf(fields: readonly TableField[]): fc.Arbitrary<{ readonly inRow: object; readonly read: object }> {
  const absent: Value = { inRow: undefined, read: null };
  const none: Value = { inRow: null, read: null };
  const each = fields.map((field) => fc.oneof({ weight: 3, arbitrary: values(field) }, fc.constantFrom(absent, none)));
  return fc.tuple(...each).map((cells) => {
    const [inRow, read]: Record<string, unknown>[] = [{}, {}];
    for (const [i, cell] of cells.entries()) {
      const { name } = fields[i]!;
      if (cell.inRow !== undefined) place(inRow!, name, cell.inRow);
      read![name] = cell.read;
    }
    return { inRow: inRow!, read: read! };
  });
}

for (const shape of SHAPES) {
  test(`a Parquet file has the values of all rows of ${shape.field}, in row groups of any size`, async () => {
    const fields = listTableFields(shape.rowsOf, shape.field);
    assert.ok(fields.length > 3);
    const batches = fc.array(fc.array(rowsOf(fields), { maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 1, max: 200 }), async (some, groupValues) => {
        const writer = createParquetTable(shape, groupValues);
        const file = encode(
          writer,
          some.map((batch) => batch.map(({ inRow }) => inRow)),
        );
        assert.deepEqual(
          await readParquet(file),
          some.flat().map(({ read }) => read),
        );
      }),
      { numRuns: 20 },
    );
  });
}

test('a row group ends once it has enough values, with the entries of long lists counted', () => {
  const pins = Array.from({ length: 100 }, () => ({ mapId: 1, x: 2, y: 3, installs: 4 }));
  const rows = Array.from({ length: 50 }, (_, i) => ({ objectId: i + 1, name: null, pins }));
  const groups = (groupValues: number): readonly number[] => {
    const file = encode(
      createParquetTable({ rowsOf: 'exportLists', field: 'objects' }, groupValues),
      rows.map((row) => [row]),
    );
    return parquetMetadata(file.buffer).row_groups.map(({ num_rows }) => Number(num_rows));
  };
  // A row has an id, three columns of a name, and 401 values in its list.
  assert.deepEqual(groups(8_000), [20, 20, 10]);
  assert.deepEqual(groups(1_000_000), [50]);
});

test('columns are in the order of the CSV files, with the types of the published shape', () => {
  const table = createParquetTable({ rowsOf: 'exportLists', field: 'market' })!;
  const { schema, num_rows } = parquetMetadata(encode(table, [[]]).buffer);
  assert.equal(num_rows, 0n);
  assert.deepEqual(
    schema.slice(1).map(({ name }) => name),
    table.columns,
  );
  assert.deepEqual(
    schema.slice(1).map(({ name, type, converted_type }) => [name, type, converted_type]),
    [
      ['realm', 'BYTE_ARRAY', 'UTF8'],
      ['house', 'BYTE_ARRAY', 'UTF8'],
      ['itemId', 'INT64', undefined],
      ['day', 'INT32', 'DATE'],
      ...['market', 'min', 'quantity', 'reporters'].map((name) => [name, 'INT64', undefined]),
    ],
  );
});

test('the list of row groups of a file without rows has a type', () => {
  const bytes = encode(createParquetTable({ rowsOf: 'exportLists', field: 'npcs' }), []);
  const footer = bytes.subarray(4, bytes.byteLength - 8);
  // The name of the program is the last field. Before it is the empty list: no entries (high bits), structs (low bits).
  const name = Buffer.from(footer).lastIndexOf('third-witness');
  assert.deepEqual([...footer.subarray(name - 4, name)], [0x19, 0x0c, 0x28, 'third-witness'.length]);
});

test('records of different kinds are no table', () => {
  assert.equal(createParquetTable({ rowsOf: 'corpusPublicResponse', field: 'records' }), null);
  assert.deepEqual(listTableFields('exportLists', 'constructor'), []);
});
