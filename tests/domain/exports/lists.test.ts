import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Papa from 'papaparse';
import * as v from 'valibot';
import { writeExport } from '../../../domain/exports/write_export.ts';
import type { FactUpdate } from '../../../domain/ports/facts.ts';
import { exportLists } from '../../../schema/responses/exportLists.ts';
import { parquetRowJson, readParquet } from '../../support/parquet.ts';
import { HOSTILE, looted, marketDay, named, sells, servedBytes, servedText } from './addon_world.ts';
import { DAY_MS, edge, requestOf, servedFolder, servedIndex, withYard, type Yard } from './support.ts';

const LISTS = ['names', 'npcs', 'objects', 'vendors', 'trainers', 'quests', 'recipes', 'market', 'gathering'] as const;

function fact(family: string, subject: string, body: object): FactUpdate {
  return { family, subject, body };
}

function agreed<T>(value: T, installs = 3) {
  return { value, installs };
}

/** Writes a snapshot with something on every list. */
async function tellLists(yard: Yard): Promise<void> {
  await yard.snapshot({
    drops: [{ ...looted('npc', 6, 10, [[2934, 4]]), source: { type: 'skinning:npc', id: 6 } }],
    edges: [
      edge('located_in:npc:zone', 6, 1429),
      edge('located_in:npc:zone', 6, 12),
      edge('located_in:object:zone', 2843, 12),
    ],
    facts: [
      ...[10, 9, 100].map((id) => named('npcs', id, `Creature ${id}`)),
      fact('npcs', '6', {
        name: { ...agreed(HOSTILE, 4), locale: 'deDE' },
        levels: [agreed(1), agreed(2, 5)],
        reactions: [agreed('hostile')],
      }),
      fact('pins', '1429:6', {
        pins: [
          { x: 41.25, y: 7, installs: 4 },
          { x: 1, y: 2, installs: 3 },
        ],
      }),
      fact('pins', '12:6', { pins: [{ x: 5, y: 6, installs: 3 }] }),
      fact('objects', '2843', { name: agreed('Battered Chest') }),
      fact('object_pins', '12:2843', { pins: [{ x: 0, y: 100, installs: 3 }] }),
      named('items', 2589, '+Linen'),
      fact('items', '858', { quality: agreed('common') }),
      fact('maps', '12', { name: agreed('Elwynn Forest') }),
      sells(54, 159, { prices: [5, 6], stock: 3 }),
      sells(54, 25, { stock: 1 }),
      sells(9, 159, { prices: [4] }),
      fact('vendor_prices', '159', { prices: [agreed(7)] }),
      fact('trainer_services', '328:spell:59', {
        name: agreed('Frost, "Nova"'),
        spellId: agreed(59),
        costs: [agreed(100)],
        requiredLevel: agreed(10),
      }),
      fact('trainer_services', '328:name:Odd: lesson', { profession: agreed('Cooking'), requiredSkill: agreed(0) }),
      fact('quests', '33', {
        title: agreed('Wolves'),
        level: agreed(2),
        giver: agreed(196),
        rewards: [agreed(80), agreed(2238)],
      }),
      fact('recipes', '2538', {
        name: agreed('Charred Wolf Meat'),
        profession: agreed('Cooking'),
        itemId: agreed(2679),
        reagents: agreed([{ itemId: 2672, count: 1 }]),
      }),
      fact('recipe_ranges', '2538', {
        yellow: { low: 40, high: 45, installs: 3 },
        bounds: { yellow: { atLeast: 40, atMost: 45, installs: 3 }, grey: { atLeast: 80, installs: 3 } },
      }),
    ],
    market: [marketDay(2589, 20_000, 119.6, ['', 'Horde']), marketDay(858, 19_990, 0.2, [''])],
  });
}

async function rowsOf(
  yard: Yard,
  list: keyof v.InferOutput<typeof exportLists>,
): Promise<readonly Record<string, unknown>[]> {
  const text = await servedText(yard, `lists/${list}.ndjson`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function cellsOf(yard: Yard, list: string): Promise<readonly (readonly string[])[]> {
  const text = await servedText(yard, `lists/${list}.csv`);
  assert.ok(text.endsWith('\r\n'));
  return Papa.parse<string[]>(text.slice(0, -2), { newline: '\r\n' }).data;
}

test('every list is a file of rows in its published shape and a CSV file, both listed under more', () =>
  withYard(async (yard) => {
    await tellLists(yard);
    await yard.export();
    const lists = (await servedIndex(yard.root)).more?.filter(({ name }) => name.startsWith('lists/')) ?? [];
    assert.deepEqual(
      lists.map(({ name }) => name),
      LISTS.flatMap((list) => [`lists/${list}.ndjson`, `lists/${list}.csv`, `lists/${list}.parquet`]),
    );
    for (const { name, rowsOf: shape, field, format, rows, bytes, sha256, day, data, dataset } of lists) {
      const content = await servedBytes(yard, name);
      assert.equal(content.byteLength, bytes, name);
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name);
      assert.deepEqual(
        [shape, field, format, day, data],
        ['exportLists', dataset, name.replace(/^.*\./, ''), '2026-11-21', 'observed'],
      );
      const list = field as (typeof LISTS)[number];
      const parsed = await rowsOf(yard, list);
      assert.equal(parsed.length, rows, name);
      assert.ok(rows > 0, name);
      assert.deepEqual(v.parse(exportLists.entries[list], parsed), parsed, name);
      const [head, ...cells] = await cellsOf(yard, list);
      assert.equal(cells.length, rows, name);
      for (const row of cells) assert.equal(row.length, head!.length, name);
    }
  }));

/** Columns keep their names and their order, because programs may read them by number. */
const HEADS: Readonly<Record<(typeof LISTS)[number], string>> = {
  names: 'kind,id,name,locale,installs',
  npcs: 'npcId,name.value,name.installs,name.locale,levels,reactions,pins',
  objects: 'objectId,name.value,name.installs,name.locale,pins',
  vendors: 'npcId,itemId,prices,limitedStock.value,limitedStock.installs,withReputation,limited.value,limited.installs',
  trainers:
    'npcId,lesson,name.value,name.installs,name.locale,spellId.value,spellId.installs,costs,requiredLevel.value,requiredLevel.installs,profession.value,profession.installs,profession.locale,requiredSkill.value,requiredSkill.installs,withReputation',
  quests:
    'questId,title.value,title.installs,title.locale,level.value,level.installs,giver.value,giver.installs,turnIn.value,turnIn.installs,rewards',
  recipes:
    'recipeId,name.value,name.installs,name.locale,profession.value,profession.installs,profession.locale,itemId.value,itemId.installs,makesMin.value,makesMin.installs,makesMax.value,makesMax.installs,reagents.value,reagents.installs,taughtByItemId.value,taughtByItemId.installs,yellow.atLeast,yellow.atMost,yellow.installs,green.atLeast,green.atMost,green.installs,grey.atLeast,grey.atMost,grey.installs',
  market: 'realm,house,itemId,day,market,min,quantity,reporters',
  gathering:
    'method,sourceNpcId,sourceObjectId,sourceItemId,mapId,itemId,kills,drops,rate,low,high,reporters,installs,topShare,estimate,estimateLow,estimateHigh,effectiveWindows,basis,always,obtainable,disagrees,quest.questId,quest.kills,quest.drops,quest.rate,quest.installs,quest.reporters,changed.since,changed.before,changed.after',
};

test('a Parquet file has the columns of the CSV file, with the values of the rows and lists as lists', () =>
  withYard(async (yard) => {
    await tellLists(yard);
    await yard.export();
    for (const list of LISTS) {
      const rows = await rowsOf(yard, list);
      const table = await readParquet(await servedBytes(yard, `lists/${list}.parquet`));
      const [head = []] = await cellsOf(yard, list);
      assert.equal(head.join(',').replace(/^\uFEFF/, ''), HEADS[list]);
      assert.ok(table.length > 0, list);
      assert.deepEqual(
        table.map((row) => Object.keys(row)),
        table.map(() => head.map((name) => name.replace(/^\uFEFF/, ''))),
      );
      assert.deepEqual(
        table.map(parquetRowJson),
        rows.map((row) =>
          JSON.stringify(Object.fromEntries(Object.keys(table[0]!).map((name) => [name, at(row, name)]))),
        ),
        list,
      );
    }
    const [six] = await readParquet(await servedBytes(yard, 'lists/npcs.parquet'));
    assert.equal(six!['name.value'], HOSTILE);
    const [day] = await readParquet(await servedBytes(yard, 'lists/market.parquet'));
    assert.deepEqual(day!['day'], new Date('2024-09-24'));
  }));

/** Returns the value of a column such as `name.value`, or null if the row has none. */
function at(row: Readonly<Record<string, unknown>>, column: string): unknown {
  const value = column.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown> | null)?.[name], row);
  return value ?? null;
}

test('rows hold what is agreed, in ascending order of ids', () =>
  withYard(async (yard) => {
    await tellLists(yard);
    await yard.export();
    const [six, ...others] = await rowsOf(yard, 'npcs');
    assert.deepEqual(six, {
      npcId: 6,
      name: { value: HOSTILE, installs: 4, locale: 'deDE' },
      levels: [
        { value: 1, installs: 3 },
        { value: 2, installs: 5 },
      ],
      reactions: [{ value: 'hostile', installs: 3 }],
      pins: [
        { mapId: 12, x: 5, y: 6, installs: 3 },
        { mapId: 1429, x: 41.25, y: 7, installs: 4 },
        { mapId: 1429, x: 1, y: 2, installs: 3 },
      ],
    });
    assert.deepEqual(
      others.map(({ npcId }) => npcId),
      [9, 10, 100],
    );
    assert.deepEqual(others[0], {
      npcId: 9,
      name: { value: 'Creature 9', installs: 3 },
      levels: [],
      reactions: [],
      pins: [],
    });
    assert.deepEqual(await rowsOf(yard, 'objects'), [
      {
        objectId: 2843,
        name: { value: 'Battered Chest', installs: 3 },
        pins: [{ mapId: 12, x: 0, y: 100, installs: 3 }],
      },
    ]);
    assert.deepEqual(
      (await rowsOf(yard, 'names')).map(({ kind, id }) => [kind, id]),
      [
        ...[
          ['item', 2589],
          ['npc', 6],
          ['npc', 9],
          ['npc', 10],
          ['npc', 100],
          ['object', 2843],
          ['quest', 33],
          ['zone', 12],
          ['recipe', 2538],
        ],
      ],
    );
    assert.deepEqual((await rowsOf(yard, 'names'))[1], {
      kind: 'npc',
      id: 6,
      name: HOSTILE,
      locale: 'deDE',
      installs: 4,
    });
    const none = { withReputation: [], limited: null };
    assert.deepEqual(await rowsOf(yard, 'vendors'), [
      { npcId: 9, itemId: 159, prices: [agreed(4)], limitedStock: null, ...none },
      { npcId: 54, itemId: 25, prices: [], limitedStock: agreed(1), ...none },
      { npcId: 54, itemId: 159, prices: [agreed(5), agreed(6)], limitedStock: agreed(3), ...none },
      { npcId: null, itemId: 159, prices: [agreed(7)], limitedStock: null, ...none },
    ]);
    assert.deepEqual(
      (await rowsOf(yard, 'trainers')).map(({ npcId, lesson, costs, requiredSkill }) => [
        npcId,
        lesson,
        costs,
        requiredSkill,
      ]),
      [
        [328, 'name:Odd: lesson', [], agreed(0)],
        [328, 'spell:59', [agreed(100)], null],
      ],
    );
    const [recipe] = await rowsOf(yard, 'recipes');
    assert.deepEqual(
      [recipe!['yellow'], recipe!['green'], recipe!['grey']],
      [{ atLeast: 40, atMost: 45, installs: 3 }, null, { atLeast: 80, atMost: null, installs: 3 }],
    );
    const day = { realm: 'everlook', itemId: 2589, day: '2024-10-04', market: 120, min: 1, quantity: 3, reporters: 3 };
    assert.deepEqual(await rowsOf(yard, 'market'), [
      { ...day, house: null, itemId: 858, day: '2024-09-24', market: 0 },
      { ...day, house: null },
      { ...day, house: 'Horde' },
    ]);
  }));

test('CSV is safe for spreadsheets, and NDJSON is exact', () =>
  withYard(async (yard) => {
    await tellLists(yard);
    await yard.export();
    const names = await cellsOf(yard, 'names');
    assert.deepEqual(names[0], ['kind', 'id', 'name', 'locale', 'installs']);
    assert.deepEqual(names[1], ['item', '2589', "'+Linen", '', '3']);
    assert.deepEqual(names[2], ['npc', '6', `'${HOSTILE.replace('\n-', "\n'-")}`, 'deDE', '4']);
    for (const list of LISTS) {
      const bytes = await servedBytes(yard, `lists/${list}.csv`);
      assert.equal(
        Buffer.from(bytes.subarray(0, 3)).toString() === '\uFEFF',
        !['vendors', 'gathering'].includes(list),
        list,
      );
    }
    const [head, lesson] = [(await cellsOf(yard, 'trainers'))[0]!, (await cellsOf(yard, 'trainers'))[2]!];
    assert.equal(lesson[head.indexOf('name.value')], 'Frost, "Nova"');
    const npcs = await cellsOf(yard, 'npcs');
    assert.deepEqual(JSON.parse(npcs[1]![npcs[0]!.indexOf('pins')]!), (await rowsOf(yard, 'npcs'))[0]!['pins']);
  }));

test('lists longer than one read are complete', () =>
  withYard(async (yard) => {
    const ids = Array.from({ length: 2_500 }, (_, i) => i + 1);
    await yard.snapshot({
      facts: ids.map((id) => named('items', id, `Item ${id}`)),
      market: ids.map((id) => marketDay(id, 20_000, id, ['', 'Neutral'])),
    });
    await yard.export();
    assert.deepEqual(
      (await rowsOf(yard, 'names')).map(({ id }) => id),
      ids,
    );
    const market = await rowsOf(yard, 'market');
    assert.deepEqual(
      market.map(({ house, itemId }) => [house, itemId]),
      [null, 'Neutral'].flatMap((house) => ids.map((id) => [house, id])),
    );
  }));

async function datedNames(yard: Yard): Promise<readonly string[]> {
  const names = (await servedIndex(yard.root)).more?.map(({ name }) => name) ?? [];
  return names.flatMap((name) => /^lists\/(\d.*)-names\.csv$/.exec(name)?.[1] ?? []);
}

async function exportOn(yard: Yard, day: number, name: string): Promise<void> {
  yard.clock.ms = Date.UTC(2026, 10, 20 + day, 12);
  await yard.snapshot({ facts: [named('items', 1, name)] });
  await yard.export('force');
}

async function openedText(yard: Yard, name: string): Promise<string | null> {
  const file = await yard.reader.open(name, 'identity');
  if (file === null) return null;
  return Buffer.from(await new Response(file.stream(0, file.byteLength)).arrayBuffer()).toString();
}

test('lists stay available by date for seven days', () =>
  withYard(async (yard) => {
    for (let day = 0; day < 10; day++) await exportOn(yard, day, `Name of ${day}`);
    assert.deepEqual(
      await datedNames(yard),
      ['28', '27', '26', '25', '24', '23', '22'].map((day) => `2026-11-${day}`),
    );
    const { more = [] } = await servedIndex(yard.root);
    for (const [date, day] of [
      ['2026-11-22', 2],
      ['2026-11-28', 8],
      ['2026-11-29', 9],
    ] as const) {
      const text = (await openedText(yard, `lists/${date}-names.csv`))!;
      assert.match(text, new RegExp(`\\r\\nitem,1,Name of ${day},,3\\r\\n$`));
      const entry = more.find(({ name, day: of }) => name.endsWith('names.csv') && of === date)!;
      assert.equal(entry.sha256, createHash('sha256').update(text).digest('hex'));
    }
    assert.equal(await openedText(yard, 'lists/2026-11-21-names.csv'), null);
    assert.equal(await openedText(yard, 'lists/2026-11-29-questie.lua'), null);
    await exportOn(yard, 9, 'Later that day');
    assert.match((await openedText(yard, 'lists/2026-11-29-names.csv'))!, /Later that day/);
    assert.equal((await datedNames(yard)).length, 7);
    await rm(join(await servedFolder(yard.root), 'lists-2026-11-28-names.csv.gz'));
    await exportOn(yard, 10, 'A file is missing');
    assert.ok(!(await datedNames(yard)).includes('2026-11-28'));
    assert.ok((await datedNames(yard)).includes('2026-11-27'));
  }));

test('an erasure also removes the lists of earlier days that may contain erased records', () =>
  withYard(async (yard) => {
    const seqs: number[] = [];
    for (let day = 0; day < 4; day++) {
      await exportOn(yard, day, `Name of ${day}`);
      const source = (await yard.exporter.openSource())!;
      seqs.push(source.row.seq);
      await source.close();
    }
    assert.ok(seqs[0]! < seqs[1]!, 'snapshots in this test have different ends');
    const erase = (erasedFrom?: number) =>
      writeExport(yard.exporter, { ...requestOf('erasure'), ...(erasedFrom === undefined ? {} : { erasedFrom }) });
    yard.clock.ms += DAY_MS;
    await yard.snapshot({ facts: [named('items', 1, 'After')] });
    assert.equal((await erase(seqs[1]! + 1)).kind, 'written');
    assert.deepEqual(await datedNames(yard), ['2026-11-21', '2026-11-20']);
    await exportOn(yard, 5, 'Next');
    assert.equal((await datedNames(yard)).length, 3);
    assert.equal((await erase()).kind, 'written');
    assert.deepEqual(await datedNames(yard), []);
    const files = await readdir(await servedFolder(yard.root));
    assert.ok(!files.some((file) => /^lists-\d{4}-/.test(file)));
  }));

test('after an erasure whose export failed, no list of an earlier day is kept', () =>
  withYard(async (yard) => {
    await exportOn(yard, 0, 'First');
    await exportOn(yard, 1, 'Second');
    await yard.exporter.folder.demand();
    await exportOn(yard, 2, 'Third');
    assert.deepEqual(await datedNames(yard), []);
  }));

test('an export that is stopped while it writes lists leaves none', () =>
  withYard(async (yard) => {
    await tellLists(yard);
    let most = 0;
    await writeExport(yard.exporter, { ...requestOf('command'), goOn: async () => ++most > 0 });
    for (let stopAt = most - 12; stopAt <= most; stopAt++) {
      let asked = 0;
      const goOn = async () => ++asked < stopAt;
      assert.deepEqual(await writeExport(yard.exporter, { ...requestOf('command'), goOn }), { kind: 'stopped' });
    }
    assert.equal((await readdir(yard.root)).length, 2);
  }));
