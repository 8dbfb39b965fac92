import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packZip } from '../../../adapters/zip.ts';
import { buildDataAddon } from '../../../domain/exports/data_addon.ts';
import { quoteForLua, toOneLine, writeHeader } from '../../../domain/exports/lua_text.ts';
import { writeExport } from '../../../domain/exports/write_export.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { readZip } from '../../support/zip.ts';
import {
  HOSTILE,
  loaderOf,
  looted,
  moreEntry,
  named,
  sells,
  servedBytes,
  servedText,
  tellAddonWorld,
} from './addon_world.ts';
import { edge, PUBLISHER, requestOf, servedIndex, sourceGone, withYard, type Yard } from './support.ts';

const HEADER = [
  '-- Instance: https://witness.example/',
  '-- Snapshot: abcd12345678.1',
  '-- Date of the data (UTC): 2026-11-21',
];

const FILES = [
  ['addons/questie.lua', 'questie', 'lua'],
  ['addons/pfquest.lua', 'pfquest', 'lua'],
  ['addons/atlasloot.lua', 'atlasloot', 'lua'],
  ['addons/questie-all.lua', 'questie-all', 'lua'],
  ['addons/pfquest-all.lua', 'pfquest-all', 'lua'],
  ['addons/atlasloot-all.lua', 'atlasloot-all', 'lua'],
  ['addons/ThirdWitness_Drops.lua', 'drop-table', 'lua'],
  ['addons/ThirdWitness_Data.zip', 'data-addon', 'zip'],
] as const;

const API = new URL('../../../http/addon/ThirdWitness_Data/api.lua', import.meta.url);

function body(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n');
}

test('the files for addons are listed under more, with their sizes and digests', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const { files, more: all = [] } = await servedIndex(yard.root);
    const more = all.filter(({ name }) => name.startsWith('addons/'));
    assert.deepEqual(
      more.map(({ name, dataset, format }) => [name, dataset, format]),
      FILES,
    );
    assert.ok(files.every(({ format }) => format === 'ndjson'));
    for (const file of more) {
      const bytes = await servedBytes(yard, file.name);
      assert.equal(file.bytes, bytes.byteLength);
      assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(file.data, 'observed');
      assert.equal(file.attribution?.licence, 'CC BY-SA 4.0');
      assert.equal(file.leftOut, undefined);
    }
    assert.deepEqual(
      more.map(({ rows }) => rows),
      [5, 10, 5, 6, 11, 6, 6, 10],
    );
  }));

test('each table has the shape of its addon, ascending ids, and rates that three players saw of sources that five looted', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const questie = await servedText(yard, 'addons/questie.lua');
    assert.equal(
      body(questie),
      'return {\n[7] = {\n[38] = 0.0033,\n},\n[858] = {\n[6] = 1.5,\n[38] = 0.0001,\n},\n[2589] = {\n[6] = 50,\n[38] = 100,\n},\n}\n',
    );
    assert.ok(questie.includes(`${HEADER.join('\n')}\n-- Rows: 5\n-- Licence: CC BY-SA 4.0, https://creative`));
    assert.match(
      questie,
      /\n-- Credit: Data: Third Witness contributors\n-- What .*: https:\/\/witness\.example\/terms#addons\n/,
    );
    assert.equal(
      body(await servedText(yard, 'addons/pfquest.lua')),
      [
        'pfDB["items"]["data"] = {',
        ...['[7] = {', '["U"] = {', '[38] = 0.0033,', '},', '},'],
        ...['[159] = {', '["V"] = {', '[54] = 0,', '[66] = 3,', '},', '},'],
        ...['[858] = {', '["U"] = {', '[6] = 1.5,', '[38] = 0.0001,', '},', '["O"] = {', '[2843] = 20,', '},', '},'],
        ...['[2589] = {', '["U"] = {', '[6] = 50,', '[38] = 100,', '},', '["V"] = {', '[54] = 9,', '},', '},'],
        ...['[3000] = {', '["V"] = {', '[54] = 0,', '},', '},'],
        '}\n',
      ].join('\n'),
    );
    assert.equal(
      body(await servedText(yard, 'addons/atlasloot.lua')),
      'return {\n[6] = {\n[858] = 1.5,\n[2589] = 50,\n},\n[38] = {\n[7] = 0.0033,\n[858] = 0.0001,\n[2589] = 100,\n},\n}\n',
    );
  }));

test('sources that only three or four players looted are in the files that end in -all alone', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const questie = await servedText(yard, 'addons/questie-all.lua');
    assert.match(body(questie), /\n\[2589\] = \{\n\[6\] = 50,\n\[38\] = 100,\n\[39\] = 100,\n\},\n/);
    assert.match(questie, /\n-- Rates of sources that at least three players looted\.\n/);
    assert.match(questie, /-- Insert questie-all\.lua here\./);
    assert.match(body(await servedText(yard, 'addons/pfquest-all.lua')), /\n\[39\] = 100,\n/);
    assert.match(body(await servedText(yard, 'addons/atlasloot-all.lua')), /\n\[39\] = \{\n\[2589\] = 100,\n/);
    const [, data] = readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip'));
    assert.doesNotMatch(data!.text, /n39/);
    for (const name of ['questie', 'pfquest', 'atlasloot']) {
      const text = await servedText(yard, `addons/${name}.lua`);
      assert.doesNotMatch(body(text), /\[39\]/, name);
      assert.match(text, /\n-- Rates of sources that at least 5 players looted\.\n/, name);
    }
  }));

test('the header of each table has the code of docs/reading.md that loads it', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    for (const name of ['questie', 'atlasloot', 'pfquest'] as const) {
      const header = (await servedText(yard, `addons/${name}.lua`))
        .split('\n')
        .filter((line) => line.startsWith('-- '));
      const code = header
        .slice(header.findIndex((line) => line.includes('To load it')) + 1)
        .map((line) => line.slice(3));
      assert.deepEqual(code, loaderOf(name).split('\n'));
    }
  }));

test('the data addon has its folder, and equal data gives equal bytes', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const bytes = await servedBytes(yard, 'addons/ThirdWitness_Data.zip');
    const files = new Map(readZip(bytes).map(({ path, text }) => [path, text]));
    assert.deepEqual(
      [...files.keys()],
      ['ThirdWitness_Data.toc', 'data.lua', 'drops.lua', 'LICENSE.txt', 'api.lua'].map(
        (file) => `ThirdWitness_Data/${file}`,
      ),
    );
    const toc = files.get('ThirdWitness_Data/ThirdWitness_Data.toc')!;
    assert.match(toc, /^## Interface: 11508, 11509, 16001, 20506, 50504\r\n## Title: /);
    assert.match(toc, /\r\n\r\ndata\.lua\r\ndrops\.lua\r\napi\.lua\r\n$/);
    assert.match(toc, /\r\n## Notes: Drop rates and prices that players reported to https:\/\/witness\.example\/\r\n/);
    assert.match(toc, /\r\n## X-Website: https:\/\/witness\.example\/\r\n/);
    assert.match(toc, /\r\n## Version: 2026-11-21\r\n## X-License: CC BY-SA 4\.0\r\n/);
    assert.match(files.get('ThirdWitness_Data/LICENSE.txt')!, /Credit: Data: Third Witness contributors, https/);
    const data = files.get('ThirdWitness_Data/data.lua')!;
    for (const line of [
      'snapshot = "abcd12345678.1",',
      'date = "2026-11-21",',
      '[858] = "o2843:20:11.2438:33.0371;n6:1.5:0.5114:4.3166;n38:0.0001:0:0.0001",',
      '["n6"] = "2589:50:43.1361:56.8639;858:1.5:0.5114:4.3166",',
      '["n6"] = "Kobold Vermin",',
      '[2589] = "Linen Cloth",',
      '[159] = "n66:4;n54:5",',
      '["everlook|Horde"] = {\nday = "2024-10-04",\n[2589] = "120:2024-10-04",\n},',
      '["everlook|"] = {\nday = "2024-10-04",\n[858] = "1:2024-09-24",\n[2589] = "120:2024-10-04",\n},',
    ])
      assert.ok(data.includes(`\n${line}\n`), `${line}\n${data}`);
    assert.equal(files.get('ThirdWitness_Data/api.lua'), readFileSync(API, 'utf8'));
    assert.ok(!data.includes('750'), 'two players saw item 750');
    assert.ok(!data.includes(']]'));
    await yard.export('force');
    assert.ok(Buffer.from(await servedBytes(yard, 'addons/ThirdWitness_Data.zip')).equals(bytes));
  }));

test('the drop table has the counts, players, interval and day of each rate, and is the same in the data addon', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const text = await servedText(yard, 'addons/ThirdWitness_Drops.lua');
    const files = readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip'));
    assert.equal(files.find(({ path }) => path.endsWith('/drops.lua'))!.text, text);
    assert.ok(text.includes(`${HEADER.join('\n')}\n-- Rows: 6\n-- Licence: CC BY-SA 4.0, https://creative`));
    assert.equal(
      body(text),
      [
        ...['ThirdWitness_Drops = {', 'format = 1,', 'instance = "https://witness.example",'],
        ...['snapshot = "abcd12345678.1",', 'date = "2026-11-21",', 'licence = "CC BY-SA 4.0",'],
        ...['credit = "Data: Third Witness contributors",', 'rates = {'],
        '["n6"] = "2589:50:43.1361:56.8639:100:200:5:2026-11-20;858:1.5:0.5114:4.3166:3:200:5:",',
        '["n38"] = "2589:100:100:100:30000000:30000000:5:;7:0.0033:0.0031:0.0035:1000:30000000:5:;858:0.0001:0:0.0001:3:30000000:5:",',
        '["o2843"] = "858:20:11.2438:33.0371:10:50:5:2026-11-20",',
        ...['},', '}\n'],
      ].join('\n'),
    );
  }));

async function buildWith(yard: Yard, bytesMax: number) {
  const source = (await yard.exporter.openSource())!;
  try {
    const origin = {
      attribution: createAttribution(PUBLISHER),
      game: null,
      snapshot: 'abcd12345678.1',
      dataAsOfMs: null,
    };
    return await buildDataAddon(source, origin, async () => {}, bytesMax);
  } finally {
    await source.close();
  }
}

test('only clients of its game load the data addon', () =>
  withYard(async (yard) => {
    await yard.snapshot();
    const source = (await yard.exporter.openSource())!;
    try {
      for (const [game, interfaces] of [
        ['forever', '16001'],
        ['era', '11508, 11509'],
        ['sod', '11508, 11509'],
        ['tbc', '20506'],
        ['mists', '50504'],
        ['wrath', '11508, 11509, 16001, 20506, 50504'],
      ] as const) {
        const origin = {
          attribution: createAttribution(PUBLISHER),
          game,
          snapshot: 'abcd12345678.1',
          dataAsOfMs: null,
        };
        const { files } = await buildDataAddon(source, origin, async () => {});
        const toc = new TextDecoder().decode(files[0]!.bytes);
        assert.equal(/^## Interface: (.*)\r$/m.exec(toc)![1], interfaces, game);
      }
    } finally {
      await source.close();
    }
  }));

test('a data addon that would be too large leaves out the least looted sources, and says so', () =>
  withYard(async (yard) => {
    const drops = Array.from({ length: 600 }, (_, i) => looted('npc', i + 1, 10 + i, [[2000 + (i % 50), 5]]));
    const offers = Array.from({ length: 300 }, (_, i) => 5000 + i);
    await yard.snapshot({
      drops,
      facts: [...offers.map((id) => sells(9, id, { prices: [id] })), named('items', 2000, 'Ωmega')],
      edges: offers.map((id) => edge('sold_by:item:npc', id, 9)),
    });
    const whole = await buildWith(yard, 5_000_000);
    assert.equal(whole.leftOut, 0);
    for (const bytesMax of [24_000, 30_000, 60_000]) {
      const { files, leftOut, dropTable } = await buildWith(yard, bytesMax);
      const added = /(drops|api)\.lua$/;
      const size = files.reduce((sum, { path, bytes }) => (added.test(path) ? sum : sum + bytes.byteLength), 0);
      assert.ok(size <= bytesMax, `${size} of ${bytesMax}`);
      const data = new TextDecoder().decode(files[1]!.bytes);
      assert.ok(data.includes('["n600"] = "'), 'the most looted source');
      assert.equal(leftOut > 0, !data.includes('["n1"] = "'));
      const { lines, rows, leftOut: rowsLeftOut, text } = dropTable;
      assert.deepEqual([rows + rowsLeftOut, lines.length], [600, rows]);
      assert.ok(lines.every((line, i) => line.startsWith(`["n${i + 1 + rowsLeftOut}"] = `)));
      assert.ok(files[2]!.bytes.byteLength <= bytesMax);
      assert.equal(
        text.includes(`-- Left out for lack of room: ${rowsLeftOut} drop rates, the least looted sources first.`),
        rowsLeftOut > 0,
      );
      assert.equal(
        data.includes(`-- Left out for lack of room: ${leftOut} drop rates, the least looted sources first.`),
        leftOut > 0,
      );
      const kept = [...data.matchAll(/^\["n(\d+)"\] = "\d+:/gm)].map(([, id]) => Number(id));
      assert.deepEqual(
        kept,
        drops.slice(leftOut).map(({ source }) => source.id),
      );
    }
    assert.ok((await packZip(whole.files)).byteLength < 5_000_000);
  }));

test('a large table of a source stays within what Lua can read', () =>
  withYard(async (yard) => {
    await yard.snapshot({
      drops: [
        looted(
          'npc',
          1,
          5_000,
          Array.from({ length: 3_500 }, (_, i) => [i + 1, i + 3]),
        ),
      ],
    });
    await yard.export();
    const entry = await moreEntry(yard, 'addons/atlasloot.lua');
    assert.equal(entry.rows, 3_500);
    const text = await servedText(yard, 'addons/questie.lua');
    assert.equal(text.match(/^\[1\] = [\d.]+,$/gm)?.length, 3_500);
    const data = new TextDecoder().decode((await buildWith(yard, 5_000_000)).files[1]!.bytes);
    assert.equal(data.match(/^\[\d+\] = "n1:/gm)?.length, 2_000, 'the items that drop most often');
  }));

test('an erasure replaces the files for addons', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export('schedule');
    await yard.snapshot({ drops: [sourceGone('npc', 6)] });
    assert.equal((await yard.export('schedule')).kind, 'not-due');
    assert.ok((await servedText(yard, 'addons/questie.lua')).includes('[6] = 50'));
    assert.equal((await yard.export('erasure')).kind, 'written');
    for (const name of ['questie', 'pfquest', 'atlasloot'])
      assert.ok(!(await servedText(yard, `addons/${name}.lua`)).includes('[6] = '), name);
    const [, data] = readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip'));
    assert.doesNotMatch(data!.text, /"n6"|n6:/);
  }));

test('an export that is stopped while it writes files for addons leaves none', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    for (const stopAt of [1, 2, 3, 6, 9, 12]) {
      let asked = 0;
      const goOn = async () => ++asked < stopAt;
      assert.deepEqual(await writeExport(yard.exporter, { ...requestOf('command'), goOn }), { kind: 'stopped' });
      assert.equal(await yard.reader.index(), null);
    }
  }));

test('an empty instance has empty tables', () =>
  withYard(async (yard) => {
    await yard.snapshot({ dataAsOfMs: null });
    await yard.export();
    assert.equal(body(await servedText(yard, 'addons/questie.lua')), 'return {\n}\n');
    const [toc, data] = readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip'));
    assert.match(toc!.text, /## Version: empty\r\n/);
    assert.ok(!data!.text.includes('\ndate ='));
  }));

test('texts cannot leave their string or comment', () => {
  assert.equal(quoteForLua(HOSTILE), '"=HYPERLINK(\\"x\\")\\\\ \\093]||cffff0000||n\\010--[[ \\093=] os.exit(1)"');
  assert.equal(toOneLine(HOSTILE), '=HYPERLINK("x")\\ ] ]|cffff0000|n --[[ ] =] os.exit(1)');
  const attribution = createAttribution({
    publicUrl: 'https://witness.example',
    serviceName: 'A\nreturn 1 ]] \u2028B',
  });
  const lines = writeHeader('Title', { attribution, game: 'era', snapshot: 'abcd12345678.1', dataAsOfMs: 0 }, 1, [
    'x\r\nos.exit()',
  ]);
  for (const line of lines) assert.match(line, /^-- [^\n\r\u2028]*$/);
  assert.ok(lines.includes('-- Game: Classic Era'));
  assert.ok(lines.includes('-- Credit: Data: A return 1 ] ] B contributors'));
});
