import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openGameTables } from '../../../adapters/game_files/folder.ts';
import { readBuildParts } from '../../../domain/game_files/read_build.ts';
import type { LineNote, TableDamage } from '../../../domain/game_files/tables.ts';
import { readTalents } from '../../../domain/game_files/talents/talents.ts';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import { BUILD } from '../../domain/game_files/support.ts';
import { withFolder } from '../../domain/snapshot/support.ts';

/** Small tables without faults, one of each that a build is read from. */
const WHOLE: Readonly<Record<string, string>> = {
  Item: 'ID,ClassID,SubclassID,IconFileDataID\n25,2,7,135\n39,4,1,0\n',
  ItemSparse: 'ID,SellPrice,ItemSet,Resistances_0\n25,7,0,0\n39,1,0,3\n',
  ItemClass: 'ID,ClassName_lang,ClassID\n1,Weapon,2\n2,Armor,4\n',
  ItemSubClass: 'ID,DisplayName_lang,ClassID,SubClassID\n1,Sword,2,7\n2,Cloth,4,1\n',
  ItemSet: 'ID,Name_lang,ItemID_0,ItemID_1\n7,Garb,25,0\n',
  ManifestInterfaceData: 'ID,FileName\n135,INV_Sword_04.blp\n',
  SpellEffect: 'ID,SpellID,Effect,EffectItemType\n1,2963,24,25\n2,2964,6,0\n',
  SpellReagents: 'ID,SpellID,Reagent_0,Reagent_1,ReagentCount_0,ReagentCount_1\n1,2963,39,0,2,0\n2,9,-5,0,1,0\n',
  SkillLine: 'ID,DisplayName_lang,ParentSkillLineID\n185,Cooking,0\n',
  SkillLineAbility:
    'ID,SkillLine,Spell,MinSkillLineRank,TrivialSkillLineRankLow,TrivialSkillLineRankHigh\n1,185,2963,1,25,50\n',
  SpellName: 'ID,Name_lang\n2963,Roast\n',
  UiMap: 'ID,Name_lang\n1429,Elwynn Forest\n',
  ChrClasses: 'ID,Name_lang,Filename\n1,Warrior,WARRIOR\n',
  Talent:
    'ID,TabID,TierID,ColumnIndex,SpellRank_0,SpellRank_1,PrereqTalent_0,PrereqTalent_1,PrereqRank_0,PrereqRank_1\n1,161,0,0,12,13,0,0,0,0\n',
  TalentTab: 'ID,Name_lang,OrderIndex,ClassMask\n161,Arms,0,1\n',
};

interface Reading {
  readonly pieces: readonly BuildPiece[];
  /** Rows that were left out, such as `Item 3: repeats …`: the table, the line and the reason. */
  readonly leftOut: readonly string[];
  readonly doubtful: readonly string[];
  readonly damage: readonly (readonly [table: string, damage: TableDamage])[];
}

function read(tables: Readonly<Record<string, string | Uint8Array>>): Promise<Reading> {
  return withFolder(async (dir) => {
    for (const [name, text] of Object.entries(tables)) await writeFile(join(dir, `${name}.csv`), text);
    const opened = await openGameTables(dir, BUILD);
    assert.ok(opened.ok, opened.ok ? '' : opened.error);
    const talents = await readTalents(opened.value);
    const pieces: BuildPiece[] = [];
    for await (const part of readBuildParts(opened.value, talents.classes)) pieces.push(...part);
    const notesOf = (name: string, notes: readonly LineNote[]): readonly string[] =>
      notes.map(({ line, reason }) => `${name} ${line}: ${reason}`);
    const found = opened.value.all.map(({ name, findings }) => ({ name, ...findings() }));
    return {
      pieces,
      leftOut: found.flatMap(({ name, leftOut }) => notesOf(name, leftOut.first)),
      doubtful: found.flatMap(({ name, doubtful }) => notesOf(name, doubtful.first)),
      damage: found.flatMap(({ name, damage }) => (damage === null ? [] : [[name, damage] as const])),
    };
  });
}

test('tables without faults have no notes', async () => {
  const { pieces, leftOut, doubtful, damage } = await read(WHOLE);
  assert.deepEqual([leftOut, doubtful, damage], [[], [], []]);
  assert.equal(new Set(pieces.map(({ piece }) => piece)).size, 7);
});

function needs(column: string, found: string, from = 1) {
  return `needs a whole number from ${from} to 2000000000 as its ${column}, but has ${found}`;
}

interface Fault {
  readonly table: string;
  /** A row that follows the rows of the table. */
  readonly row: string;
  readonly leftOut?: string;
  readonly doubtful?: string;
}

/** For each table, rows with every fault that an id can have, and the note that each gets. */
const FAULTS: readonly Fault[] = [
  ...['Item', 'ItemSparse', 'ItemSet', 'ManifestInterfaceData', 'SkillLine', 'SpellName', 'UiMap', 'Talent'].flatMap(
    (table): Fault[] => {
      const [header = '', first = ''] = WHOLE[table]!.split('\n');
      const rest = first.slice(first.indexOf(','));
      assert.ok(header.startsWith('ID,'));
      return [
        { table, row: first, leftOut: `repeats the ID ${first.split(',')[0]} of an earlier row` },
        { table, row: `-5${rest}`, leftOut: needs('ID', '"-5"') },
        { table, row: `0${rest}`, leftOut: needs('ID', '"0"') },
        { table, row: `3000000000${rest}`, leftOut: needs('ID', '"3000000000"') },
        { table, row: `1.5${rest}`, leftOut: 'has no whole number for its key, but 1.5' },
        // After a row that ends in a text, such a line would continue the text.
        ...(/\d$/.test(first)
          ? [
              { table, row: `x1${rest}`, leftOut: 'has no whole number for its key, but x1' },
              { table, row: rest, leftOut: 'has no whole number for its key, but nothing' },
            ]
          : []),
        {
          table,
          row: `9${rest},1,1`,
          leftOut: `has ${header.split(',').length + 2} cells where the header names ${header.split(',').length}`,
        },
      ];
    },
  ),
  {
    table: 'ChrClasses',
    row: '40,Monk,MONK',
    doubtful: 'has the ID 40, but class masks end at 31, so the class has no talents',
  },
  {
    table: 'ChrClasses',
    row: '6,,',
    doubtful: 'has neither a Filename nor a Name_lang, so the class has no talents',
  },
  { table: 'ItemClass', row: '3,Trade Goods,-1', leftOut: needs('ClassID', '"-1"', 0) },
  { table: 'ItemClass', row: '3,Trade Goods,', leftOut: needs('ClassID', 'none', 0) },
  { table: 'ItemClass', row: '3,Trade Goods,2', leftOut: 'repeats the ClassID 2 of an earlier row' },
  { table: 'ItemSubClass', row: '3,Mail,4,-1', leftOut: needs('SubClassID', '"-1"', 0) },
  { table: 'ItemSubClass', row: '3,Mail,,1', leftOut: needs('ClassID', 'none', 0) },
  { table: 'ItemSubClass', row: '3,Mail,4,1', leftOut: 'repeats the subclass 1 of class 4' },
  { table: 'ItemSet', row: '8,Garb,-3,0', doubtful: 'lists the item -3, which is left out: ids begin at 1' },
  {
    table: 'SpellEffect',
    row: '3,-5,24,39',
    leftOut: 'has a created_by relation from 39 to -5: both must be ids from 1',
  },
  {
    table: 'SpellEffect',
    row: '3,2965,24,',
    leftOut: 'has a created_by relation from none to 2965: both must be ids from 1',
  },
  {
    table: 'SpellReagents',
    row: '3,-9,25,0,1,0',
    leftOut: 'has a reagent_for relation from 25 to -9: both must be ids from 1',
  },
  {
    table: 'SpellReagents',
    row: '3,2966,25,0,0,0',
    doubtful: 'lists the reagent 25 with a count of 0, so it is left out',
  },
  {
    table: 'SkillLineAbility',
    row: '2,185,-7,1,0,0',
    leftOut: 'has a in_skill_line relation from -7 to 185: both must be ids from 1',
  },
  {
    table: 'SkillLineAbility',
    row: '2,185,2966,1,75,50',
    doubtful: 'turns yellow at 75 and grey at 50: thresholds must ascend, so they are left out',
  },
  { table: 'TalentTab', row: '162,Fury,x,1', leftOut: 'needs whole numbers as its ClassMask and OrderIndex' },
  { table: 'TalentTab', row: '161,Fury,1,1', leftOut: 'repeats the ID 161 of an earlier row' },
  { table: 'ItemSparse', row: '40,cheap,0,0', doubtful: 'has no number as its SellPrice, but "cheap"' },
  { table: 'ItemSparse', row: '40,7,0,fire', doubtful: 'has no number as its Resistances, but "fire"' },
];

for (const { table, row, leftOut, doubtful } of FAULTS) {
  test(`${table}: ${row} is noted`, async () => {
    const whole = await read(WHOLE);
    const line = WHOLE[table]!.split('\n').length;
    const found = await read({ ...WHOLE, [table]: `${WHOLE[table]}${row}\n` });
    assert.deepEqual(found.leftOut, leftOut === undefined ? [] : [`${table} ${line}: ${leftOut}`]);
    if (doubtful !== undefined) assert.deepEqual(found.doubtful, [`${table} ${line}: ${doubtful}`]);
    // The other rows are read as if the faulty row did not exist.
    if (leftOut !== undefined) assert.deepEqual(found.pieces, whole.pieces);
  });
}

test('the first of two rows with the same id counts', async () => {
  const { pieces, leftOut } = await read({ Item: 'ID,ClassID,SubclassID\n45,4,0\n46,2,7\n45,7,0\n' });
  const items = pieces.flatMap((piece) => (piece.piece === 'item' ? [piece.item] : []));
  assert.deepEqual(
    items.map(({ itemId, classId }) => [itemId, classId]),
    [
      [45, 4],
      [46, 2],
    ],
  );
  assert.deepEqual(leftOut, ['Item 4: repeats the ID 45 of an earlier row']);
});

test('bytes that are not UTF-8 are noted with their line, in whichever chunk of the file they are', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at + 1},Name of ünd ${at + 1}`).join('\n');
  const whole = Buffer.from(`ID,Name_lang\n${rows}\n`);
  for (const line of [30_000, 60_001]) {
    const at = whole.indexOf(`\n${line - 1},`) + 12;
    const latin = Buffer.from(whole);
    latin[at] = 0xfc;
    const { damage } = await read({ Item: WHOLE['Item']!, SpellName: latin });
    assert.deepEqual(damage, [
      ['SpellName', { kind: 'unreadable', line, reason: 'the file must be text in UTF-8; found the byte 0xfc' }],
    ]);
    const zeros = Buffer.from(whole);
    zeros[at] = 0;
    assert.deepEqual((await read({ Item: WHOLE['Item']!, SpellName: zeros })).damage, [
      ['SpellName', { kind: 'unreadable', line, reason: 'the file must be text in UTF-8; found a NUL character' }],
    ]);
  }
});

test('bytes that are not UTF-8 in the first chunk refuse the table immediately', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Item.csv'), WHOLE['Item']!);
    await writeFile(
      join(dir, 'ItemClass.csv'),
      Buffer.from('ID,ClassName_lang,ClassID\n1,Waffe,2\n2,R\xfcstung,4\n', 'latin1'),
    );
    assert.deepEqual(await openGameTables(dir, BUILD), {
      ok: false,
      error: 'ItemClass.csv, line 3: the file must be text in UTF-8; found the byte 0xfc.',
    });
  }));

test('U+FFFD in a file is noted, because some program lost a character there', async () => {
  const { doubtful, damage } = await read({ ...WHOLE, UiMap: 'ID,Name_lang\n1,Wald\n2,R\ufffdstung\n' });
  assert.deepEqual(damage, []);
  assert.deepEqual(doubtful, [
    'UiMap 3: holds U+FFFD, which a program wrote in the place of a character that it could not read',
  ]);
});

test('a byte order mark, CRLF and empty lines change nothing', async () => {
  const { pieces } = await read(WHOLE);
  const other = Object.entries(WHOLE).map(([name, text]) => [name, `\ufeff${text.replaceAll('\n', '\r\n')}\r\n`]);
  assert.deepEqual(await read(Object.fromEntries(other)), { pieces, leftOut: [], doubtful: [], damage: [] });
});

test('headers are read in any letter case', async () => {
  const { pieces } = await read(WHOLE);
  for (const spelt of [(header: string) => header.toLowerCase(), (header: string) => header.toUpperCase()]) {
    const other = Object.entries(WHOLE).map(([name, text]) => [name, text.replace(/^.*/, spelt)]);
    assert.deepEqual(await read(Object.fromEntries(other)), { pieces, leftOut: [], doubtful: [], damage: [] });
  }
});
