import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientEdge } from '../../../domain/ports/build.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { agreed, edge, fact, HOSTILE, source } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

type Edges = readonly (readonly [ClientEdge['rel'], number, number])[];
type Names = readonly (readonly ['spell' | 'skill', number, string])[];

/** Creates a world with a public fact about item 5, and a build with these relations and names. */
async function filedWorld(edges: Edges, names: Names = []): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.write({ facts: [fact('items', '5', { name: agreed('Linen Cloth') })] });
  await importPieces(world.writer, [
    ...piecesOf([gameItem(5), gameItem(6)], edges),
    ...names.map(([kind, id, name]) => ({ piece: 'name', name: { kind, id, name } }) as const),
  ]);
  return world;
}

const FILED = '(found in game files, unconfirmed)';

test('uses in the game files are named by spell, profession and product, and labelled', async () => {
  const world = await filedWorld(
    [
      ['reagent_for', 5, 20],
      ['reagent_for', 5, 21],
      ['reagent_for', 5, 22],
      ['created_by', 30, 20],
      ['created_by', 31, 21],
      ['created_by', 32, 22],
      ['in_skill_line', 20, 197],
      ['in_skill_line', 21, 129],
    ],
    [
      ['spell', 20, 'Bolt of Linen Cloth'],
      ['skill', 197, 'Tailoring'],
      ['skill', 129, HOSTILE],
    ],
  );
  await world.facts(
    ['items', '31', { name: agreed('Linen Bandage') }],
    ['items', '32', { name: { ...agreed('Leinenumhang'), locale: 'deDE' } }],
  );
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  const item = (id: number, name: string | null) => ({
    kind: 'item',
    id,
    name,
    url: name === null ? null : `https://example.test/item/${id}`,
  });
  assert.deepEqual(answer.page.files.reagentFor, {
    total: 3,
    rows: [
      { spellId: 20, name: 'Bolt of Linen Cloth', skill: 'Tailoring', makes: item(30, null) },
      { spellId: 21, name: null, skill: HOSTILE, makes: item(31, 'Linen Bandage') },
      { spellId: 22, name: null, skill: null, makes: { ...item(32, 'Leinenumhang'), locale: 'deDE' } },
    ],
  });
  assert.deepEqual(answer.page.files.createdBy, { total: 0, rows: [] });
  assert.equal(answer.gameData.build, '1.15.8.67156');
  const line = `Reagent for ${FILED}: "Bolt of Linen Cloth" (spell 20, "Tailoring"), which makes item 30; spell 21 (${JSON.stringify(HOSTILE)}), which makes "Linen Bandage" (item 31); spell 22, which makes "Leinenumhang" [deDE] (item 32).`;
  assert.ok(text.split('\n').includes(line), text);
});

test('a spell that makes the item lists its reagents, which are unknown if the build lacks such relations', async () => {
  const making: Edges = [
    ['created_by', 5, 20],
    ['reagent_for', 6, 20],
    ['reagent_for', 7, 20],
  ];
  const world = await filedWorld(making, [['spell', 20, 'Weave']]);
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  const [weave] = answer.page.files.createdBy.rows;
  assert.deepEqual([weave.spellId, weave.reagents.map(({ id }: { id: number }) => id)], [20, [6, 7]]);
  assert.ok(text.includes(`Made with ${FILED}: "Weave" (spell 20) from item 6, item 7.`), text);
  const bare = await filedWorld([['created_by', 6, 20]]);
  const { files } = (await bare.ask('item_page', 'itemId=5')).answer.page;
  assert.deepEqual([files.reagentFor, files.createdBy], [null, { total: 0, rows: [] }]);
});

test('many uses are cut and counted, named ones come first, and none is listed twice', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => 101 + i);
  const world = await filedWorld(
    ids.map((id) => ['reagent_for', 5, id] as const),
    [
      ['spell', 104, 'Fourth'],
      ['spell', 105, 'Fifth'],
    ],
  );
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  const { reagentFor } = answer.page.files;
  assert.deepEqual([reagentFor.total, reagentFor.rows.length, reagentFor.rows[0].spellId], [40, 15, 101]);
  const uses = `Reagent for ${FILED}: `;
  assert.ok(
    text.includes(`${uses}"Fourth" (spell 104); "Fifth" (spell 105); spell 101; spell 102; and 36 more.`),
    text,
  );
  // A recipe that players reported is not repeated from the files.
  await world.facts(['recipes', '104', { name: agreed('Fourth'), reagents: agreed([{ itemId: 5, count: 2 }]) }]);
  const observed = (await world.ask('item_page', 'itemId=5')).text;
  assert.ok(observed.includes('Reagent for "Fourth" (recipe 104).'), observed);
  assert.ok(observed.includes(`${uses}"Fifth" (spell 105); spell 101; spell 102; spell 103; and 35 more.`), observed);
});

test('without a realm, the first realms with a value are listed with it', async () => {
  const world = createToolWorld();
  const realms = Array.from({ length: 12 }, (_, i) => `realm ${String.fromCharCode(97 + i)}`);
  await world.write({
    facts: [fact('realms', 'realm b', { spelling: 'Realm B' })],
    market: realms.map((realmKey, i) => ({
      subject: { realmKey, itemId: 5, day: 20_000 + i },
      houses: [{ house: '', value: { market: 100 + i, min: 90, quantity: 7, reporters: 3 } }],
    })),
  });
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  const { markets, marketRealms } = answer.page;
  assert.deepEqual([marketRealms.total, marketRealms.rows.length, markets.length], [12, 12, 10]);
  assert.deepEqual(
    markets.slice(0, 2).map((value: never) => [value['realm'], value['market'], value['day'], value['house']]),
    [
      ['realm a', 100, '2024-10-04', null],
      ['Realm B', 101, '2024-10-05', null],
    ],
  );
  assert.match(text, /^Market value on "realm a" 1s a piece \(2024-10-04: .*\); "Realm B" 1s 1c .*; and 8 more\.$/m);
  const one = (await world.ask('item_page', 'itemId=5&realm=REALM%20B')).answer.page;
  assert.deepEqual([one.market.market, one.markets], [101, []]);
});

test('each source has its level and location, and the text says if they are unknown', async () => {
  const world = createToolWorld();
  const sources = [1, 2, 3, 4, 5, 6, 7];
  await world.write({
    drops: sources.map((id) => source('npc', id, 100, [[5, 90 - id * 10]])),
    edges: sources.map((id) => edge(`located_in:npc:zone:${id}:12`)),
    facts: [
      fact('maps', '12', { name: agreed('Elwynn Forest') }),
      fact('npcs', '1', { name: agreed('Defias Thug'), levels: [agreed(2), agreed(3)] }),
      fact('npcs', '7', { levels: [agreed(9)] }),
      fact('pins', '12:1', { pins: [{ x: 41.5, y: 65.8, installs: 3 }] }),
      fact('items', '9', { name: agreed('Relic') }),
    ],
  });
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  assert.deepEqual(
    answer.page.droppedBy.rows.map((row: never) => row['levels']),
    [{ min: 2, max: 3 }, null, null, null, null, null, { min: 9, max: 9 }],
  );
  assert.deepEqual(text.split('\n').slice(1, 8), [
    'Drops from, surest first (rates are per looted corpse; empty corpses cannot be looted):',
    '- "Defias Thug" (npc 1, level 2–3, "Elwynn Forest" at 41.5, 65.8): about 80%, between 71% and 87% (80 of 100 looted, only 3 players so far)',
    '- npc 2 ("Elwynn Forest"): about 70%, between 60% and 79% (70 of 100 looted, only 3 players so far)',
    '- npc 3 ("Elwynn Forest"): about 60%, between 50% and 70% (60 of 100 looted, only 3 players so far)',
    '- npc 4 ("Elwynn Forest"): about 50%, between 40% and 60% (50 of 100 looted, only 3 players so far)',
    '- npc 5 ("Elwynn Forest"): about 40%, between 30% and 50% (40 of 100 looted, only 3 players so far)',
    '- and 2 more sources: https://example.test/item/5',
  ]);
  assert.match(
    (await world.ask('item_page', 'itemId=9')).text,
    /^"Relic" \(item 9\)\.\nWhere it comes from is not known yet\.\n/,
  );
});

test('intervals are rounded outward, so that bounds near 0% and 100% are not rounded to them', async () => {
  const world = createToolWorld();
  await world.write({
    drops: [
      source('npc', 1, 300_000, [[5, 3]]),
      source('npc', 2, 100_000, [[5, 99_999]]),
      source('npc', 3, 3, [[5, 3]]),
    ],
  });
  const lines = (await world.ask('item_page', 'itemId=5')).text.split('\n');
  const of = (npc: string): string => lines.find((line) => line.startsWith(`- ${npc}:`)) ?? '';
  assert.match(
    of('npc 1'),
    /: about 0\.001%, between 0\.0003% and 0\.0029% \(3 of 300000 looted, only 3 players so far\)$/,
  );
  assert.match(of('npc 2'), /: about 100%, between 99% and 100% \(99999 of 100000 looted, only 3 players so far\)$/);
  assert.match(of('npc 3'), /: about 100%, between 43% and 100% \(3 of 3 looted, only 3 players so far\)$/);
});
