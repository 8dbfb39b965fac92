import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAddonTables, createTableText, readTableRows } from '../../domain/exports/addon_tables.ts';
import { buildDataAddon } from '../../domain/exports/data_addon.ts';
import type { StoredRate } from '../../domain/ports/drops.ts';
import type { ExportSource } from '../../domain/ports/exports.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { HOSTILE, loaderOf, servedBytes, servedText, tellAddonWorld } from '../domain/exports/addon_world.ts';
import { PUBLISHER, withYard, type Yard } from '../domain/exports/support.ts';
import { itemRate } from '../support/item_rate.ts';
import { readZip } from '../support/zip.ts';
import { STAND_INS } from './other_addons.ts';
import { printLua, runLua } from './run_lua.ts';

async function dataOf(yard: Yard): Promise<string> {
  return readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip')).find(({ path }) => path.endsWith('data.lua'))!
    .text;
}

test('Lua 5.1 reads the rates from the tables for Questie, AtlasLoot and pfQuest', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const questie = await servedText(yard, 'addons/questie.lua');
    const read = ['result[2589][6]', 'result[858][6]', 'result[7][38]', 'result[750]', 'result[858][2843]'];
    assert.deepEqual(await runLua(questie, read), { values: ['50', '1.5', '0.0033', 'nil', 'nil'], globals: '' });
    // Questie stores its tables as long strings.
    const stored = await runLua(`return [[${questie}]]`, ['type(result)']);
    assert.deepEqual(stored.values, ['string']);
    const atlasLoot = await runLua(await servedText(yard, 'addons/atlasloot.lua'), [
      'result[6][2589]',
      'result[38][7]',
    ]);
    assert.deepEqual(atlasLoot, { values: ['50', '0.0033'], globals: '' });
    const items = 'pfDB["items"]["data"]';
    const pfQuest = await runLua(await servedText(yard, 'addons/pfquest.lua'), [
      ...[`${items}[2589]["U"][6]`, `${items}[858]["O"][2843]`, `${items}[159]["V"][54]`, `${items}[159]["V"][66]`],
      `${items}[159]["U"]`,
    ]);
    assert.deepEqual(pfQuest, { values: ['50', '20', '0', '3', 'nil'], globals: '' });
  }));

test('Lua 5.1 reads the data addon, in which hostile names are texts', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const t = 'ThirdWitness_Data';
    const { values, globals } = await runLua(await dataOf(yard), [
      ...[`${t}.format`, `${t}.instance`, `${t}.date`, `${t}.licence`, `${t}.drops[2589]`, `${t}.loot.n6`],
      ...[`${t}.names.n6`, `${t}.names.n38`, `${t}.items[858]`, `${t}.vendors[159]`],
      ...[`${t}.market["everlook|Horde"][2589]`, `${t}.market["everlook|Horde"].day`, `${t}.drops[750]`],
    ]);
    const name = HOSTILE.replaceAll('|', '||');
    assert.deepEqual(values, [
      ...['1', 'https://witness.example', '2026-11-21', 'CC BY-SA 4.0', 'n38:100:100:100;n6:50:43.1361:56.8639'],
      ...['2589:50:43.1361:56.8639;858:1.5:0.5114:4.3166', 'Kobold Vermin', name, name, 'n66:4;n54:5'],
      ...['120:2024-10-04', '2024-10-04', 'nil'],
    ]);
    assert.equal(globals, t);
  }));

const MERGED = {
  // Ours replace the same pair, and the other pairs stay.
  questie: { 'rate(2589, 6)': '50', 'rate(2589, 99)': '7', 'rate(5, 1)': '2', 'rate(7, 38)': '0.0033' },
  atlasloot: {
    ...{ 'rate(6, 2589)': '50', 'rate(6, 99)': '7', 'rate(1, 5)': '2', 'rate(38, 7)': '0.0033' },
    ...{ 'rate(404, 1)': 'nil', 'rate(nil, 1)': 'nil' },
  },
  pfquest: {
    ...{ 'rate(2589, "U", 6)': '50', 'rate(2589, "U", 99)': '7', 'rate(5, "R", 1)': '2', 'rate(7, "U", 38)': '0.0033' },
    ...{ 'rate(858, "O", 2843)': '20', 'rate(2589, "V", 54)': '9', 'rate(2589, "V", 55)': '3' },
    // 0 may mean that no stock is agreed, so it only adds a vendor.
    ...{ 'rate(3000, "V", 54)': '4', 'rate(159, "V", 54)': '0' },
  },
} as const;

for (const name of ['questie', 'atlasloot', 'pfquest'] as const) {
  test(`the code of docs/reading.md adds ${name}.lua to what the addon had, pair by pair`, () =>
    withYard(async (yard) => {
      await tellAddonWorld(yard);
      await yard.export();
      const file = await servedText(yard, `addons/${name}.lua`);
      const loader = loaderOf(name).replace(`-- Insert ${name}.lua here.\n`, () => file);
      assert.deepEqual(
        printLua(`${STAND_INS[name]}\n${loader}`, Object.keys(MERGED[name])),
        Object.values(MERGED[name]),
      );
    }));
}

const [SOURCES, ITEMS] = [300, 1_000];

/** A snapshot with more different rates than Lua can hold different numbers. Its sources drop the same items. */
const LARGE = {
  lists: { remaining: { rates: SOURCES * ITEMS } },
  sortedRates: async function* (order: 'by-item' | 'by-source') {
    const [outer, inner] = order === 'by-item' ? [ITEMS, SOURCES] : [SOURCES, ITEMS];
    for (let a = 0; a < outer; a++) {
      yield Array.from({ length: inner }, (_, b) => (order === 'by-item' ? rateOf(b, a) : rateOf(a, b)));
    }
  },
  mostLooted: async function* () {
    for (let s = SOURCES - 1; s >= 0; s--) yield Array.from({ length: ITEMS }, (_, i) => rateOf(s, i));
  },
  offers: async function* () {},
  factsAmong: async (_: unknown, ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { name: { value: `Name ${id}`, installs: 3 } }])),
  market: { realms: async () => [], items: async () => [] },
  addonFiles: () => [],
} as unknown as ExportSource;

function rateOf(source: number, item: number): StoredRate {
  const kills = 1_000_003 + 7 * source;
  const drops = 3 + (((source * ITEMS + item) * 3) % 1_000_000);
  return {
    sourceType: 'npc',
    sourceId: source + 1,
    ...itemRate(item + 1, drops, kills),
    kills,
    reporters: 5,
    topWindows: 1,
  };
}

test('Lua 5.1 reads tables of more rates than it can hold different numbers', async () => {
  const count =
    '(function() local n = 0 for _, inner in pairs(result) do for _ in pairs(inner) do n = n + 1 end end return n end)()';
  for (const { name, opening, order, has, entryOf } of buildAddonTables(LARGE)) {
    const lines = [opening];
    const text = createTableText();
    for await (const batch of readTableRows(LARGE, order)) lines.push(...text.lines(batch.filter(has).map(entryOf)));
    const { values } = await runLua([...lines, ...text.end()].join('\n'), name.includes('pfquest') ? ['1'] : [count]);
    assert.deepEqual(values, [name.includes('pfquest') ? '1' : String(SOURCES * ITEMS)], name);
  }
  const origin = { attribution: createAttribution(PUBLISHER), game: null, snapshot: 'abcd12345678.1', dataAsOfMs: 0 };
  const addon = await buildDataAddon(LARGE, origin, async () => {});
  const [data, drops] = addon.files.map(({ bytes }) => new TextDecoder().decode(bytes));
  const rates = await runLua(drops!, ['#ThirdWitness_Drops.rates.n300 > 40000']);
  assert.deepEqual(rates.values, ['true']);
  const read = ['ThirdWitness_Data.items[1000]', 'ThirdWitness_Data.loot.n300', 'ThirdWitness_Data.drops[1000]'];
  const { values } = await runLua(data!, read);
  assert.match(values.join(' '), /^Name 1000 \d+:[\d.]+:.* n\d+:/);
});
