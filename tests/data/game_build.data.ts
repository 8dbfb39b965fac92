import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openGameTables } from '../../adapters/game_files/folder.ts';
import { createCategories } from '../../domain/game_files/categories.ts';
import { assignClassSlugs, findItemSlugs } from '../../domain/game_files/class_slugs.ts';
import { describeMissingTables, listUnknownTables } from '../../domain/game_files/needs.ts';
import { readBuildParts } from '../../domain/game_files/read_build.ts';
import type { GameTables } from '../../domain/game_files/tables.ts';
import type { BuildPiece, GameItem } from '../../domain/ports/build.ts';
import { memoryTables, type Row, type Sheets } from '../domain/game_files/memory_tables.ts';
import { dataFolder } from './loot_fixture.ts';

const FOLDER = 'client-1.15.8.67156';
const TABLES = ['Item', 'ItemSparse', 'ItemClass', 'ItemSubClass', 'ItemSet', 'SpellReagents', 'SpellEffect'];
const MORE = ['SpellName', 'SkillLine', 'SkillLineAbility', 'Talent', 'ManifestInterfaceData'];

type Sheet = readonly Readonly<Record<string, string>>[];

/** Splits a line at commas outside quotes, which is enough for these files. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
}

function readSheet(table: string): Sheet {
  const text = readFileSync(`${dataFolder()}/${FOLDER}/${table}.csv`, 'utf8');
  const [header, ...lines] = text.replace(/\r/g, '').trim().split('\n').map(cellsOf);
  return lines.map((cells) => {
    assert.equal(cells.length, header!.length, `${table}: ${cells.join()}`);
    return Object.fromEntries(cells.map((cell, i) => [header![i]!, cell]));
  });
}

const sheetsRead = new Map<string, Sheet>();

/** Caches each file. */
function sheetOf(table: string): Sheet {
  const sheet = sheetsRead.get(table) ?? readSheet(table);
  sheetsRead.set(table, sheet);
  return sheet;
}

const ARRAY =
  /^(Reagent|ReagentCount|ItemID|SpellRank|StatModifier_\w+|Resistances|MinDamage|MaxDamage|DamageType)_(\d+)$/;

const arrayColumns = new Map<string, RegExpExecArray | null>();

/** Returns the name and place of an array column, or null for others. Every row has the same few columns. */
function arrayColumn(name: string): RegExpExecArray | null {
  const known = arrayColumns.get(name);
  if (known !== undefined) return known;
  const found = ARRAY.exec(name);
  arrayColumns.set(name, found);
  return found;
}

/** Returns the row with array columns joined into arrays. */
function rowOf(cells: Readonly<Record<string, string>>): Row {
  const arrays: Record<string, number[]> = {};
  const plain: Record<string, string> = {};
  for (const [name, cell] of Object.entries(cells)) {
    const [, array, place] = arrayColumn(name) ?? [];
    if (array === undefined) plain[name] = cell;
    else arrays[array] = Object.assign(arrays[array] ?? [], { [Number(place)]: Number(cell) });
  }
  return { ...plain, ...arrays };
}

let joined: Sheets | null = null;

function sheets(): Sheets {
  joined ??= Object.fromEntries([...TABLES, ...MORE].map((table) => [table, sheetOf(table).map(rowOf)]));
  return joined;
}

function naiveTables(): GameTables {
  return memoryTables(sheets());
}

/** Counts how often each key occurs. */
function tally(keys: Iterable<string | number | null>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const key of [...keys].map(String).sort()) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

async function read(tables: GameTables): Promise<readonly BuildPiece[]> {
  const pieces: BuildPiece[] = [];
  for await (const part of readBuildParts(tables, [])) pieces.push(...part);
  return pieces;
}

/** Returns the columns of a row whose name is `name` and a number, from 0 on. */
function numbered(row: Readonly<Record<string, string>>, name: string): readonly number[] {
  return Object.keys(row).flatMap((column) => (new RegExp(`^${name}_\\d+$`).test(column) ? [Number(row[column])] : []));
}

const READERS: readonly (readonly [name: string, open: () => Promise<GameTables>])[] = [
  ['a naive split', async () => naiveTables()],
  [
    'the reader of folders',
    async () => {
      const opened = await openGameTables(`${dataFolder()}/${FOLDER}`, '1.15.8.67156');
      if (!opened.ok) throw new Error(opened.error);
      return opened.value;
    },
  ],
];

for (const [name, open] of READERS) {
  let opening: Promise<{ readonly tables: GameTables; readonly build: Build }> | null = null;
  /** Reads the build once for both tests. */
  const readOnce = () => {
    opening ??= open().then(async (tables) => ({ tables, build: sorted(await read(tables)) }));
    return opening;
  };

  test(`the items of the build equal those of an independent count (${name})`, async () => {
    const { tables, build } = await readOnce();
    assert.deepEqual(describeMissingTables(tables), []);
    assert.deepEqual(listUnknownTables(tables), [
      'Icons of talents are unknown: the table SpellMisc is missing.',
      'Names of zones are unknown: the table UiMap is missing.',
      'Names of player classes are unknown: the table ChrClasses is missing.',
    ]);
    assert.deepEqual([build.items.length, build.sets.length], [8_438, 171]);
    checkItems(build.items);
    checkCategories(build);
  });

  test(`the relations of the build equal those of an independent count (${name})`, async () => {
    const { edges, sets } = (await readOnce()).build;
    const expected = expectedRelations();
    for (const [rel, pairs] of Object.entries(expected)) {
      const found = edges.filter((edge) => edge.rel === rel).map(({ fromId, toId }) => `${fromId} ${toId}`);
      assert.deepEqual(found, pairs, rel);
    }
    assert.equal(edges.length, Object.values(expected).flat().length);
    assert.equal(sets.flatMap(({ itemIds }) => itemIds).length, expected['part_of_set']?.length);
  });
}

function sorted(pieces: readonly BuildPiece[]) {
  return {
    items: pieces.flatMap((piece) => (piece.piece === 'item' ? [piece.item] : [])),
    classes: pieces.flatMap((piece) => (piece.piece === 'class' ? [piece.itemClass] : [])),
    sets: pieces.flatMap((piece) => (piece.piece === 'set' ? [piece.set] : [])),
    edges: pieces.flatMap((piece) => (piece.piece === 'edge' ? [piece.edge] : [])),
  };
}

type Build = ReturnType<typeof sorted>;

function count(sheet: Sheet, column: string) {
  return tally(sheet.map((row) => row[column]!));
}

function checkItems(items: readonly GameItem[]): void {
  const by = (field: keyof GameItem) => tally(items.map((found) => found[field] as number | null));
  const [item, sparse] = [sheetOf('Item'), sheetOf('ItemSparse')];
  for (const [sheet, field, column] of [
    [item, 'itemId', 'ID'],
    [item, 'classId', 'ClassID'],
    [item, 'inventoryType', 'InventoryType'],
    [item, 'iconId', 'IconFileDataID'],
    [sparse, 'qualityId', 'OverallQualityID'],
    [sparse, 'itemLevel', 'ItemLevel'],
    [sparse, 'stack', 'Stackable'],
    [sparse, 'setId', 'ItemSet'],
  ] as const) {
    assert.deepEqual(by(field), count(sheet, column), column);
  }
  assert.deepEqual(
    tally(items.map(({ classId, subclassId }) => `${classId}:${subclassId}`)),
    tally(item.map((row) => `${row['ClassID']}:${row['SubclassID']}`)),
  );
  const files = new Map(sheetOf('ManifestInterfaceData').map((row) => [row['ID'], row['FileName']]));
  for (const { iconId, icon } of items) assert.equal(icon, files.get(`${iconId}`)?.replace('.blp', '') ?? null);
}

function checkCategories({ items, classes }: Build): void {
  const slugs = assignClassSlugs(classes);
  const { classes: categories } = createCategories(items, classes);
  assert.deepEqual(
    categories.map(({ slug, label, items }) => [slug, label, items]),
    [
      ['weapon', 'Weapons', 1_391],
      ['armor', 'Armour', 6_162],
      ['trade-goods', 'Trade goods', 885],
    ],
  );
  const inCategories = categories.flatMap(({ slug, subclasses }) =>
    subclasses.map((subclass) => [`${slug} ${subclass.slug}`, subclass.items] as const),
  );
  const inItems = tally(
    items.map((item) => findItemSlugs(item, slugs)).map((found) => `${found.class} ${found.subclass}`),
  );
  assert.deepEqual(Object.fromEntries(inCategories), inItems);
}

/** Returns distinct pairs of positive ids in order, as `from to`. */
function distinct(pairs: readonly (readonly [number, number])[]): readonly string[] {
  return [...new Map(pairs.filter(([from, to]) => from > 0 && to > 0).map((pair) => [pair.join(' '), pair])).values()]
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map((pair) => pair.join(' '));
}

function pairsOf(sheet: Sheet, from: string, to: string): readonly string[] {
  return distinct(sheet.map((row) => [Number(row[from]), Number(row[to])]));
}

function expectedRelations(): Readonly<Record<string, readonly string[]>> {
  return {
    created_by: pairsOf(
      sheetOf('SpellEffect').filter((row) => row['Effect'] === '24' && row['DifficultyID'] === '0'),
      'EffectItemType',
      'SpellID',
    ),
    in_skill_line: pairsOf(sheetOf('SkillLineAbility'), 'Spell', 'SkillLine'),
    part_of_set: pairsOf(sheetOf('ItemSparse'), 'ID', 'ItemSet'),
    reagent_for: distinct(
      sheetOf('SpellReagents').flatMap((row) =>
        numbered(row, 'Reagent').map((reagent) => [reagent, Number(row['SpellID'])] as const),
      ),
    ),
    same_icon: pairsOf(sheetOf('Item'), 'ID', 'IconFileDataID'),
  };
}

/** Column names of tables, keyed by build and table. */
type Headers = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

test('the columns of other builds give the same layer, or a sentence that names what is missing', async () => {
  const headers = JSON.parse(readFileSync(`${dataFolder()}/client-headers.json`, 'utf8')) as Headers;
  const whole = sheets();
  const expected = await read(memoryTables(whole));
  for (const build of Object.keys(headers['ItemClass']!)) {
    const kept = Object.entries(whole).flatMap(([table, rows]) => {
      const columns = headers[table]?.[build]?.map((column) => arrayColumn(column)?.[1] ?? column);
      return columns === undefined ? [] : [[table, rows.map((row) => only(row, new Set(columns)))] as const];
    });
    const tables = memoryTables(Object.fromEntries(kept));
    const missing = describeMissingTables(tables);
    if (build.startsWith('1.12.')) assert.deepEqual(missing, ['Items need the table Item, which is missing.']);
    else assert.deepEqual([missing, await read(tables)], [[], expected], build);
  }
});

function only(row: Row, columns: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)));
}
