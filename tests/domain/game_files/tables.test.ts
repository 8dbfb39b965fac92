import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withFolder } from '../snapshot/support.ts';
import { DIALECTS, openWritten, type TableSource, tableRows, type WriteOptions, writeTables } from './support.ts';

const REAGENTS: TableSource = {
  name: 'SpellReagents',
  columns: ['ID', 'SpellID', 'Reagent', 'ReagentCount'],
  rows: [
    { ID: 1, SpellID: 818, Reagent: [4470, 0, -3], ReagentCount: [1, 0, 0] },
    { ID: 2, SpellID: 2149, Reagent: [2318, 2320, 0], ReagentCount: [2, 1, 0] },
  ],
};

const NAMES = [
  'Plain',
  '"Mage-Eye" Blunderbuss',
  'Ends "so"',
  'Bread, Butter',
  '<unused> Blade',
  '# of Doom',
  "Dal'Rend's; Arms",
  'Two\nlines, and "quotes"',
  '',
  'Größe 剣',
];

const SPARSE: TableSource = {
  name: 'ItemSparse',
  columns: ['ID', 'Display_lang', 'DmgVariance', 'StatPercentEditor', 'OverallQualityID'],
  rows: NAMES.map((name, at) => ({
    ID: 25 + at,
    Display_lang: name,
    DmgVariance: '0.40700000525',
    StatPercentEditor: [at, -at],
    OverallQualityID: at % 6,
  })),
};

const DIALECT_OPTIONS: readonly [string, WriteOptions][] = [
  ...DIALECTS.map((dialect): [string, WriteOptions] => [dialect, { dialect }]),
  ...DIALECTS.map((dialect): [string, WriteOptions] => [`${dialect}, shuffled`, { dialect, shuffle: 7 }]),
  ...DIALECTS.map((dialect): [string, WriteOptions] => [
    `${dialect}, CRLF and BOM`,
    { dialect, crlf: true, bom: true },
  ]),
  ['semicolon, {1,2}', { dialect: 'semicolon', joinArray: (entries) => `{${entries.join(',')}}` }],
  ['semicolon, [1|2]', { dialect: 'semicolon', joinArray: (entries) => `[${entries.join('|')}]` }],
  ['semicolon, 1 2', { dialect: 'semicolon', joinArray: (entries) => entries.join(' ') }],
  ['semicolon, 1;2 in quotes', { dialect: 'semicolon', joinArray: (entries) => entries.join(';') }],
];

for (const [name, options] of DIALECT_OPTIONS) {
  test(`a table reads the same in the dialect: ${name}`, () =>
    withFolder(async (dir) => {
      await writeTables(dir, [REAGENTS, SPARSE], options);
      const reagents = await openWritten(dir, 'SpellReagents');
      assert.deepEqual([...reagents.columns].sort(), ['ID', 'Reagent', 'ReagentCount', 'SpellID']);
      const spells = await tableRows(reagents);
      assert.deepEqual(
        spells.map((row) => [row.integer('SpellID'), row.integers('Reagent'), row.integers('ReagentCount')]),
        [
          [818, [4470, 0, -3], [1, 0, 0]],
          [2149, [2318, 2320, 0], [2, 1, 0]],
        ],
      );
      // An array that is read as one value gives its first entry.
      assert.deepEqual(
        spells.map((row) => row.integer('Reagent')),
        [4470, 2318],
      );
      const sparse = await openWritten(dir, 'ItemSparse');
      const items = await tableRows(sparse);
      assert.deepEqual(
        items.map((row) => row.text('Display_lang')),
        NAMES,
      );
      assert.ok(items.every((row) => row.number('DmgVariance') === 0.40700000525));
      assert.deepEqual(
        items.map((row) => row.integer('OverallQualityID')),
        NAMES.map((_, at) => at % 6),
      );
      assert.deepEqual([...reagents.findings().leftOut.first, ...sparse.findings().leftOut.first], []);
    }));
}

test('a table can be read several times, and a read can stop in the middle', () =>
  withFolder(async (dir) => {
    await writeTables(dir, [SPARSE]);
    const table = await openWritten(dir, 'ItemSparse');
    for await (const row of table.rows()) if (row.integer('ID') === 27) break;
    assert.equal((await tableRows(table)).length, NAMES.length);
    assert.equal((await tableRows(table)).length, NAMES.length);
  }));

test('a file that was overwritten after it was opened is not read with its old header', () =>
  withFolder(async (dir) => {
    await writeTables(dir, [SPARSE]);
    const table = await openWritten(dir, 'ItemSparse');
    await writeTables(dir, [SPARSE], { shuffle: 3 });
    await assert.rejects(tableRows(table), /GAME_TABLE_CHANGED/);
  }));

test('a missing value or one that is not a number is null, and 0 is 0', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Item.csv'), 'ID,A,B,C,D_0,D_1,E\n1,,0,x,7,y,0.5\n');
    const [row] = await tableRows(await openWritten(dir, 'Item'));
    assert.ok(row);
    assert.equal(row.line, 2);
    assert.deepEqual([row.integer('A'), row.integer('B'), row.integer('C'), row.integer('Z')], [null, 0, null, null]);
    assert.deepEqual([row.text('A'), row.text('B'), row.text('Z')], ['', '0', null]);
    assert.deepEqual([row.integer('E'), row.number('E')], [null, 0.5]);
    // An entry that is not a number keeps its position, so that the next one is not read in its place.
    assert.deepEqual(
      [row.integers('D'), row.integers('B'), row.integers('A'), row.integers('Z')],
      [[7, 0], [0], [], []],
    );
  }));

test('names are read without tag characters and bidi controls', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Item.csv'), 'ID,Name_lang\n1,Sw\u{e0041}ord \u202eof Ki\u{e007f}ngs\n2,Épée ⚔️ 王\n');
    const rows = await tableRows(await openWritten(dir, 'Item'));
    assert.deepEqual(
      rows.map((row) => row.text('Name_lang')),
      ['Sword of Kings', 'Épée ⚔️ 王'],
    );
  }));

const NUMBERS: readonly [cell: string, integer: number | null, number: number | null][] = [
  ['12', 12, 12],
  ['-12', -12, -12],
  ['12.0', 12, 12],
  ['12.5', null, 12.5],
  ['0.40700000525', null, 0.40700000525],
  ['1E-05', null, 0.00001],
  ['-0', 0, -0],
  [' 7 ', 7, 7],
  ['9007199254740991', 9007199254740991, 9007199254740991],
  ['9007199254740992', null, 9007199254740992],
  ['0x10', null, null],
  ['1e999', null, null],
  ['NaN', null, null],
  ['Infinity', null, null],
  ['1_000', null, null],
];

test('numbers are read exactly, and integers beyond 2^53 are not', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Item.csv'), ['ID,A', ...NUMBERS.map(([cell], at) => `${at},${cell}`), ''].join('\n'));
    const rows = await tableRows(await openWritten(dir, 'Item'));
    assert.deepEqual(
      rows.map((row) => [row.text('A'), row.integer('A'), row.number('A')]),
      NUMBERS.map((expected) => [...expected]),
    );
  }));

const COLUMNS: readonly [header: string, columns: readonly string[]][] = [
  ['ID,Field_4_4_0_53627_004', ['ID', 'Field_4_4_0_53627_004']],
  ['ID,Field_9_0_1_34490_018,X', ['ID', 'Field_9_0_1_34490_018', 'X']],
  ['ID,Field_1_15_3_55112_014_0,Field_1_15_3_55112_014_1', ['ID', 'Field_1_15_3_55112_014']],
  ['Reagent_1,ID,Reagent_0', ['ID', 'Reagent']],
  ['Flags[1],Flags[0],ID', ['Flags', 'ID']],
  ['ID,Reagent_1,Reagent_2', ['ID', 'Reagent']],
  ['ID,Reagent_0,Reagent_2', ['ID', 'Reagent_0', 'Reagent_2']],
  ['ID,Reagent,Reagent_0', ['ID', 'Reagent', 'Reagent_0']],
  ['"ID","Name_lang"', ['ID', 'Name_lang']],
  ['ID\tName_lang', ['ID', 'Name_lang']],
];

for (const [header, columns] of COLUMNS) {
  test(`the columns of ${header}`, () =>
    withFolder(async (dir) => {
      await writeFile(join(dir, 'Item.csv'), `${header}\n`);
      assert.deepEqual([...(await openWritten(dir, 'Item')).columns].sort(), [...columns].sort());
    }));
}

test('array entries are ordered by their index, wherever their columns are', () =>
  withFolder(async (dir) => {
    await writeFile(
      join(dir, 'Item.csv'),
      'R_10,R_2,ID,R_0,R_1,R_3,R_4,R_5,R_6,R_7,R_8,R_9\n10,2,1,0,1,3,4,5,6,7,8,9\n',
    );
    const [row] = await tableRows(await openWritten(dir, 'Item'));
    assert.deepEqual(row?.integers('R'), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }));
