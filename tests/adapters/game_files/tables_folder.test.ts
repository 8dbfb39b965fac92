import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openGameTables } from '../../../adapters/game_files/folder.ts';
import { BUILD, openWritten, type TableSource, tableRows, writeTables } from '../../domain/game_files/support.ts';
import { withFolder } from '../../domain/snapshot/support.ts';

const SPARSE: TableSource = {
  name: 'ItemSparse',
  columns: ['ID', 'Display_lang'],
  rows: [
    { ID: 25, Display_lang: 'Worn Shortsword' },
    { ID: 35, Display_lang: 'Bent Staff' },
  ],
};

async function refusal(dir: string): Promise<string> {
  const tables = await openGameTables(dir, BUILD);
  assert.ok(!tables.ok);
  return tables.error;
}

const FILES: readonly string[] = [
  'ItemSparse.csv',
  'itemsparse.csv',
  'ITEMSPARSE.CSV',
  'itemsparse.1.15.8.67156.csv',
  'ItemSparse_1.15.8.67156.csv',
  'ItemSparse-1.15.8.67156.csv',
  'ItemSparse_1_15_8_67156.csv',
  'ItemSparse.67156.csv',
  'ItemSparse.enUS.csv',
  'ItemSparse.1.15.8.67156.enUS.csv',
  'ItemSparse.1.15.8.67156 (1).csv',
  'Item-sparse.csv',
];

for (const file of FILES) {
  test(`a table is found in ${file}`, () =>
    withFolder(async (dir) => {
      await writeTables(dir, [SPARSE], { fileName: () => file });
      const table = await openWritten(dir, 'ItemSparse');
      assert.equal(table.file, file);
      assert.equal(table.name, 'ItemSparse');
      assert.equal((await tableRows(table)).length, SPARSE.rows.length);
      const tables = await openGameTables(dir, BUILD);
      assert.ok(tables.ok);
      assert.equal(tables.value.table('Item'), null);
    }));
}

const ITEM = 'ID,ClassID\n25,2\n';

const REFUSALS: readonly [why: string, files: Readonly<Record<string, string>>, sentence: string][] = [
  [
    'no tables',
    { 'notes.txt': 'x', 'Map.csv': ITEM },
    '--dir contains no table of the game: it needs CSV files such as ItemSparse.csv.',
  ],
  [
    'another build',
    { 'Item.1.14.0.40618.csv': ITEM },
    'Item.1.14.0.40618.csv is of build 1.14.0.40618, but --build is 1.15.8.67156: a folder must hold tables of one build.',
  ],
  [
    'two builds, one of them right',
    { 'Item.1.15.8.67156.csv': ITEM, 'Talent.1.15.9.69109.csv': ITEM },
    'Talent.1.15.9.69109.csv is of build 1.15.9.69109, but --build is 1.15.8.67156: a folder must hold tables of one build.',
  ],
  [
    'another build by its last number',
    { 'Item.69109.csv': ITEM },
    'Item.69109.csv is of build 69109, but --build is 1.15.8.67156: a folder must hold tables of one build.',
  ],
  [
    'one table twice',
    { 'Item.csv': ITEM, 'item.1.15.8.67156.csv': ITEM },
    'Item.csv and item.1.15.8.67156.csv are the same table: a folder must hold each table once.',
  ],
  [
    'a file named by its build alone',
    { '1.15.8.67156.csv': ITEM },
    '1.15.8.67156.csv names no table: a file must be named after its table, such as ItemSparse.csv.',
  ],
  [
    'a file named by a number',
    { '1572924.csv': ITEM },
    '1572924.csv names no table: a file must be named after its table, such as ItemSparse.csv.',
  ],
  [
    'a file of a table that the exporter did not know',
    { 'unknown_table.csv': ITEM },
    'unknown_table.csv names no table: a file must be named after its table, such as ItemSparse.csv.',
  ],
  [
    'a file without any name',
    { '.csv': ITEM },
    '.csv names no table: a file must be named after its table, such as ItemSparse.csv.',
  ],
  ['an empty file', { 'Item.csv': '' }, 'Item.csv is empty: its first line must name the columns.'],
  [
    'no header',
    { 'Item.csv': '25,2,7,1\n26,2,7,1\n' },
    'Item.csv has no header: its first line must name the columns, such as ID, and holds the value 25.',
  ],
  [
    'no header, text first',
    { 'SkillLine.csv': 'First Aid,,,129\n' },
    'SkillLine.csv has no header: its first line must name the columns, such as ID, and holds the value 129.',
  ],
  [
    'a line before the header',
    { 'Item.csv': 'Item table of 1.15.8\nID,ClassID\n' },
    'Item.csv has no header: its first line must name the columns, such as ID, and holds Item table of 1.15.8.',
  ],
  [
    'a column without a name',
    { 'Item.csv': 'ID,,ClassID\n' },
    'Item.csv has a column without a name: column 2 of its first line.',
  ],
  [
    'numbered columns',
    { 'Item.csv': 'Field_0,Field_1\n25,2\n' },
    'Item.csv does not name its columns: Field_0 and the others only number them.',
  ],
  ['a column twice', { 'Item.csv': 'ID,ClassID,ID\n' }, 'Item.csv names the column ID twice.'],
  [
    'words',
    { 'Item.csv': 'once,upon,a,time\n' },
    'Item.csv has no header: none of the names in its first line ends in ID.',
  ],
  [
    'UTF-16',
    { 'Item.csv': 'I\u0000D\u0000,\u0000A\u0000\n\u0000' },
    'Item.csv, line 1: the file must be text in UTF-8; found a NUL character.',
  ],
  ['a column twice, in two letter cases', { 'Item.csv': 'ID,ClassID,id\n' }, 'Item.csv names the column id twice.'],
];

test('a table that is not read does not affect the build, even if it is there several times', () =>
  withFolder(async (dir) => {
    const files = [
      'Item.1.15.8.67156.csv',
      'Map.1.14.0.40618.csv',
      'Map.1.15.9.69109.csv',
      'map.csv',
      'Zones.69109.csv',
    ];
    for (const file of files) await writeFile(join(dir, file), ITEM);
    const tables = await openGameTables(dir, BUILD);
    assert.ok(tables.ok, JSON.stringify(tables));
    assert.equal(tables.value.table('Item')?.file, files[0]);
  }));

for (const [why, files, sentence] of REFUSALS) {
  test(`refused: ${why}`, () =>
    withFolder(async (dir) => {
      for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text);
      assert.equal(await refusal(dir), sentence);
    }));
}

test('a missing folder is refused with a sentence', () =>
  withFolder(async (dir) => {
    assert.equal(await refusal(join(dir, 'nowhere')), '--dir must name a folder that can be read: ENOENT.');
  }));

test('folders, hidden files and files of other types are ignored', () =>
  withFolder(async (dir) => {
    await writeTables(dir, [SPARSE]);
    await mkdir(join(dir, 'Talent.1.14.0.40618.csv'));
    for (const file of ['._ItemSparse.csv', 'ItemSparse.1.14.0.40618.txt', 'ItemSparse.csv.gz', 'notes_2026.csv']) {
      await writeFile(join(dir, file), 'x');
    }
    assert.equal((await tableRows(await openWritten(dir, 'ItemSparse'))).length, SPARSE.rows.length);
  }));
