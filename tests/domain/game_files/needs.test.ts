import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMissingTables, listUnknownTables, TABLE_NEEDS } from '../../../domain/game_files/needs.ts';
import { type ReadProgress, watchTables } from '../../../domain/game_files/watch_tables.ts';
import { itemRow, memoryTables, type Row, type Sheets, without } from './memory_tables.ts';

/** Every table, with every column that is read. */
const WHOLE: Sheets = Object.fromEntries(
  TABLE_NEEDS.map(({ table, columns, optional }) => [table, [columnsOf([...columns, ...optional])]]),
);

function columnsOf(columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, 0]));
}

function missing(sheets: Sheets) {
  return describeMissingTables(memoryTables(sheets));
}
function unknown(sheets: Sheets) {
  return listUnknownTables(memoryTables(sheets));
}

test('a complete build lacks nothing', () => {
  assert.deepEqual([missing(WHOLE), unknown(WHOLE)], [[], []]);
});

test('the table Item is enough for a build, and each other table is named as missing', () => {
  const sheets = { Item: WHOLE['Item']! };
  assert.deepEqual(missing(sheets), []);
  const others = TABLE_NEEDS.filter(({ table }) => table !== 'Item').map(({ table }) => table);
  assert.deepEqual(
    unknown(sheets).map((sentence) => / the table (\w+) is missing\.$/.exec(sentence)?.[1]),
    others,
  );
});

test('a missing table is described in a sentence', () => {
  const others = Object.fromEntries(Object.entries(WHOLE).filter(([name]) => name !== 'SpellEffect'));
  assert.deepEqual(unknown(others), ['created_by relations are unknown: the table SpellEffect is missing.']);
});

test('a build without Item is refused', () => {
  assert.deepEqual(missing({ ItemSparse: WHOLE['ItemSparse']! }), ['Items need the table Item, which is missing.']);
});

test('a missing column that a table needs is refused by name', () => {
  for (const { table, columns } of TABLE_NEEDS) {
    for (const column of columns) {
      const sentences = missing({ ...WHOLE, [table]: without(WHOLE[table]!, column) });
      assert.equal(sentences.length, 1);
      assert.match(
        sentences[0]!,
        new RegExp(`${table} needs the column ${column}, which ${table}.csv does not have\\.$`),
      );
    }
  }
});

test('a missing optional column is named', () => {
  for (const { table, optional } of TABLE_NEEDS) {
    for (const column of optional) {
      const sheets = { ...WHOLE, [table]: without(WHOLE[table]!, column) };
      assert.deepEqual(missing(sheets), []);
      assert.deepEqual(unknown(sheets), [
        `${table}.csv does not have the column ${column}, so its values are unknown.`,
      ]);
    }
  }
});

test('several missing columns are named in one sentence', () => {
  const Item = without(without(WHOLE['Item']!, 'ClassID'), 'SubclassID');
  assert.deepEqual(missing({ Item }), [
    'Items: Item needs the columns ClassID, SubclassID, which Item.csv does not have.',
  ]);
});

test('progress is reported while a table is read and at its end', async () => {
  const told: ReadProgress[] = [];
  const Item = Array.from({ length: 20_001 }, (_, i) => itemRow(i + 1));
  const table = watchTables(memoryTables({ Item }), (reading) => told.push(reading)).table('Item');
  let rows = 0;
  for await (const row of table!.rows()) rows += row.line > 1 ? 1 : 0;
  assert.equal(rows, 20_001);
  assert.deepEqual(
    told.map((reading) => [reading.table, reading.file, reading.rows, reading.done]),
    [
      ['Item', 'Item.csv', 10_000, false],
      ['Item', 'Item.csv', 20_000, false],
      ['Item', 'Item.csv', 20_001, true],
    ],
  );
  assert.equal(watchTables(memoryTables({}), () => {}).table('Item'), null);
});
