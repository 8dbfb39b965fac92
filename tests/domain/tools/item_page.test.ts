import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainEstimate } from '../../support/item_rate.ts';
import { agreed, axeWorld, edge, fact, HOSTILE, importAxe, SEEN, source } from './pages_world.ts';
import { createToolWorld } from './support.ts';

function entity(kind: string, id: number, name: string | null) {
  return {
    kind,
    id,
    name,
    url: kind === 'recipe' ? null : `https://example.test/${kind}/${id}`,
  };
}
const AXE = entity('item', 5, 'Axe');
const BAR = entity('item', 6, 'Bar');

test('before the first upload there is no page', async () => {
  const { answer, text } = await createToolWorld().ask('item_page', 'itemId=5');
  assert.deepEqual([answer.connected, answer.dataAsOf, answer.page], [false, null, undefined]);
  assert.match(text, /not mean zero/);
});

test('an item without public data has no page, which is not an error', async () => {
  const { answer } = await (await axeWorld()).ask('item_page', 'itemId=77');
  assert.deepEqual([answer.connected, answer.page, answer.url], [true, undefined, undefined]);
  assert.match(answer.reason, /No public data for item 77 yet/);
});

test('a page has names, sources, vendors, quests, recipes, collections and the market', async () => {
  const { answer, text } = await (await axeWorld()).ask('item_page', 'itemId=5&realm=EVERLOOK');
  const { page } = answer;
  assert.equal(answer.url, 'https://example.test/item/5');
  assert.equal(answer.gameData, undefined);
  assert.deepEqual(page.item, AXE);
  assert.deepEqual([page.name, page.quality, page.itemLevel], [agreed('Axe', 4), agreed('rare'), agreed(20)]);

  assert.equal(page.droppedBy.total, 2);
  const [chest, wolf] = page.droppedBy.rows;
  assert.deepEqual(chest, {
    source: entity('object', 80, null),
    levels: null,
    // 9 of 10, with the 95% Wilson bounds computed by hand.
    kills: 10,
    drops: 9,
    rate: 0.9,
    low: 0.59585,
    high: 0.982124,
    reporters: 3,
    installs: 3,
    topShare: 0.5,
    ...plainEstimate(9, 10),
    places: [],
  });
  assert.deepEqual(
    [wolf.source, wolf.levels, wolf.drops, wolf.kills, wolf.rate, wolf.reporters],
    [entity('npc', 60, 'Wolf'), { min: 5, max: 7 }, 3, 24, 0.125, 4],
  );
  assert.deepEqual(wolf.places, [
    {
      mapId: 12,
      map: 'Elwynn',
      mapInFiles: null,
      ...SEEN,
      pins: {
        total: 2,
        rows: [
          { x: 40.5, y: 60.25, installs: 5 },
          { x: 41, y: 60, installs: 3 },
        ],
      },
    },
  ]);

  assert.deepEqual(
    page.soldBy.rows.map((row: never) => [row['vendor']['name'], row['prices'], row['limitedStock'], row['installs']]),
    [
      [null, [agreed(90)], null, 3],
      ['Innkeeper', [agreed(125, 4), agreed(130)], agreed(2), 5],
    ],
  );
  assert.deepEqual(page.vendorPrices, [agreed(110)]);
  assert.deepEqual(page.rewardFrom, {
    total: 1,
    rows: [{ quest: entity('quest', 1, 'Wolves'), level: agreed(6), ...SEEN }],
  });
  assert.deepEqual(page.madeBy.rows, [
    {
      recipe: entity('recipe', 900, 'Make axe'),
      profession: agreed('Smithing'),
      makes: { item: AXE, installs: 3, min: agreed(1), max: null },
      reagents: {
        installs: 5,
        rows: [
          { item: BAR, count: 4 },
          { item: entity('item', 8, null), count: 1 },
        ],
      },
      thresholds: null,
      taughtBy: { item: entity('item', 9, null), installs: 3 },
    },
  ]);
  assert.deepEqual(page.reagentFor.rows, [
    {
      recipe: entity('recipe', 901, null),
      profession: null,
      makes: null,
      reagents: { installs: 3, rows: [{ item: AXE, count: 2 }] },
      thresholds: null,
      taughtBy: null,
    },
  ]);
  assert.deepEqual(page.teaches, { total: 0, rows: [] });
  assert.deepEqual(page.collections.rows, [
    { collection: 'pets: small', sources: [agreed('Vendor'), agreed('Wolf', 5)] },
  ]);
  assert.deepEqual(page.market, {
    realm: 'Everlook',
    house: null,
    itemId: 5,
    market: 100,
    min: 90,
    historical: 100,
    quantity: 7,
    day: '2024-10-04',
    reporters: 4,
  });
  assert.deepEqual(page.marketRealms, { total: 1, rows: ['Everlook'] });
  assert.equal(page.files, null);

  assert.deepEqual(page.markets, [], 'one realm was asked for');
  assert.deepEqual(text.split('\n').slice(0, -2), [
    '"Axe" (item 5): rare, item level 20.',
    'Drops from, surest first (rates are per looted corpse; empty corpses cannot be looted):',
    '- object 80: about 90%, between 59% and 99% (9 of 10 looted, only 3 players so far)',
    '- "Wolf" (npc 60, level 5–7, "Elwynn" at 40.5, 60.25 and 1 other place): about 13%, between 4.3% and 32% (3 of 24 looted, 3 of only 4 players so far)',
    'Sold by npc 71 for 90c; "Innkeeper" (npc 70, "Elwynn" at 43.5, 64.25) for 1s 25c or 1s 30c, 2 in stock.',
    'Seen at vendors for 1s 10c.',
    'Reward from "Wolves" (quest 1, level 6).',
    'Made by "Make axe" (recipe 900, "Smithing") from 4 "Bar" (item 6), 1 item 8.',
    'Reagent for recipe 901.',
    'In the collections "pets: small" from "Vendor" from "Wolf".',
    'On "Everlook" 1s a piece (2024-10-04: the cheapest 90c, 7 on sale, 4 players).',
  ]);
});

test('a recipe of an item has the skills at which it changes colour, even if only one end is known', async () => {
  const world = createToolWorld();
  await world.facts(
    ['recipes', '900', { itemId: agreed(5) }],
    [
      'recipe_ranges',
      '900',
      {
        yellow: { low: 20, high: 25, installs: 3 },
        bounds: { yellow: { atLeast: 20, atMost: 25, installs: 3 }, grey: { atLeast: 60, installs: 4 } },
      },
    ],
  );
  const { answer } = await world.ask('item_page', 'itemId=5');
  assert.deepEqual(answer.page.madeBy.rows[0].thresholds, {
    yellow: { low: 20, high: 25, installs: 3 },
    green: null,
    grey: null,
    bounds: { yellow: null, green: null, grey: { atLeast: 60, atMost: null, installs: 4 } },
  });
});

test('an item that teaches a recipe says so, and without a realm the market lists its realms', async () => {
  const world = await axeWorld();
  const { answer } = await world.ask('item_page', 'itemId=9');
  assert.deepEqual(
    answer.page.teaches.rows.map((row: never) => row['recipe']['id']),
    [900],
  );
  assert.equal(answer.page.name, null);
  const axe = await world.ask('item_page', 'itemId=5');
  assert.equal(axe.answer.page.market, null);
  assert.deepEqual(axe.answer.page.markets, [
    {
      realm: 'Everlook',
      house: null,
      itemId: 5,
      market: 100,
      min: 90,
      historical: 100,
      quantity: 7,
      day: '2024-10-04',
      reporters: 4,
    },
  ]);
  assert.match(axe.text, /^Market value on "Everlook" 1s a piece \(2024-10-04: /m);
  const horde = await world.ask('item_page', 'itemId=5&realm=everlook&house=Horde');
  assert.equal(horde.answer.page.market, null);
});

test('data from the game files is labelled, and an item that is only in the files has a page without an address', async () => {
  const world = await axeWorld();
  await importAxe(world);
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  assert.deepEqual(answer.page.files, {
    class: 'weapon',
    subclass: 'one-handed-axes',
    slot: 'one-hand',
    quality: 'rare',
    itemLevel: 22,
    requiredLevel: 18,
    icon: 'inv_axe_01',
    stack: 1,
    buyPriceCopper: 500,
    sellPriceCopper: 100,
    armour: 12,
    damage: [{ min: 5, max: 9.5, school: 0 }],
    delayMs: 2_600,
    durability: 40,
    bagSlots: null,
    stats: [
      { statId: 4, name: 'Strength', amount: 3 },
      { statId: 99, name: null, amount: -1 },
    ],
    resistances: [{ school: 2, amount: 7 }],
    binding: 'Binds when equipped',
    maxCount: 20,
    startsQuest: entity('quest', 1, 'Wolves'),
    requiredSkill: { skillId: 43, name: 'Swords', rank: 5 },
    classes: [
      { classId: 1, name: 'Warrior' },
      { classId: 4, name: 'Schurke' },
    ],
    reagentFor: { total: 0, rows: [] },
    createdBy: { total: 1, rows: [{ spellId: 11, name: 'Bolt, "of" fire', skill: null, reagents: [BAR] }] },
    set: { setId: 7, name: 'A Set', itemIds: [1, 2] },
  });
  assert.equal(answer.gameData.build, '1.15.8.67156');
  assert.deepEqual(text.split('\n').slice(-6, -3), [
    'What it is: rare one handed axes, one hand, item level 22, requires level 18 (found in game files, unconfirmed).',
    'Made with (found in game files, unconfirmed): "Bolt, \\"of\\" fire" (spell 11) from "Bar" (item 6).',
    'Part of the set "A Set" of 2 items (found in game files, unconfirmed).',
  ]);
  const innkeeper = answer.page.soldBy.rows[1];
  assert.deepEqual(
    innkeeper.places.map((place: never) => [place['map'], place['mapInFiles']]),
    [
      ['Elwynn', null],
      [null, 'Westfall'],
    ],
  );

  const filed = await world.ask('item_page', 'itemId=10');
  assert.equal(filed.answer.page.item.url, null);
  assert.equal(filed.answer.url, undefined);
  assert.equal(filed.answer.page.droppedBy.total, 0);
  const unfiled = await world.ask('item_page', 'itemId=9');
  assert.equal(unfiled.answer.page.files, null);
  assert.equal(unfiled.answer.gameData, undefined);
});

test('the class of an item in the game files is never used as its name', async () => {
  const world = createToolWorld();
  await world.facts(['items', '99', { name: agreed('Stone') }]);
  await importAxe(world);
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  assert.deepEqual([answer.page.item.name, answer.page.name, answer.page.files.class], [null, null, 'weapon']);
  assert.match(text, /^item 5\./im);
  assert.doesNotMatch(text.split('\n')[0]!, /weapon|axe/i);
  const { answer: row } = await world.ask('item_categories', 'item=5');
  assert.equal(row.items[0].item.name, null);
  for (const label of ['Weapon', 'Weapons', 'weapon']) {
    const { answer: found } = await world.ask('get_by_name', `name=${label}`);
    assert.deepEqual(found.hits, []);
  }
});

test('long lists keep the likeliest sources and the cheapest vendors, and have their total', async () => {
  const world = createToolWorld();
  const ids = Array.from({ length: 130 }, (_, i) => i + 1);
  await world.write({
    drops: ids.map((id) => source('npc', id, 200, [[5, id]])),
    edges: [
      ...ids.map((id) => edge(`sold_by:item:npc:5:${id}`)),
      ...ids.map((id) => edge(`located_in:npc:zone:${id}:12`)),
    ],
    facts: ids.map((id) => fact('vendor_goods', `${id}:5`, { prices: [agreed(1_000 - id)] })),
  });
  const { page } = (await world.ask('item_page', 'itemId=5')).answer;
  assert.deepEqual([page.droppedBy.total, page.droppedBy.rows.length], [128, 60]);
  assert.equal(page.droppedBySeenByFew.total, 2);
  assert.deepEqual([page.droppedBy.rows[0].source.id, page.droppedBy.rows[59].source.id], [130, 71]);
  assert.equal(page.droppedBy.rows.filter((row: never) => row['places'] !== null).length, 5);
  assert.deepEqual([page.soldBy.total, page.soldBy.rows.length], [130, 40]);
  assert.deepEqual([page.soldBy.rows[0].vendor.id, page.soldBy.rows[39].vendor.id], [130, 91]);
});

test('the most certain source comes first, and equal ones have a fixed order', async () => {
  const sources = [
    // It dropped every time, but from only three windows.
    source('npc', 8, 3, [[5, 3]]),
    source('object', 3, 10, [[5, 5]]),
    source('npc', 9, 10, [[5, 5]]),
    source('npc', 2, 10, [[5, 5]]),
    source('npc', 1, 1_000, [[5, 500]]),
    source('npc', 4, 1_000, [[5, 260]]),
  ];
  for (const drops of [sources, sources.toReversed()]) {
    const world = createToolWorld();
    await world.write({ drops });
    const { page } = (await world.ask('item_page', 'itemId=5')).answer;
    assert.deepEqual(
      page.droppedBy.rows.map((row: never) => `${row['source']['kind']} ${row['source']['id']}`),
      ['npc 1', 'npc 8', 'npc 2', 'npc 9', 'object 3', 'npc 4'],
    );
  }
});

test('drops that one or two players saw are listed separately from the facts of the item', async () => {
  const world = createToolWorld();
  await world.write({
    drops: [
      { ...source('npc', 60, 24, [[5, 3], [6, 12, 2]]), topWindows: 20 }, // biome-ignore format: one source a line
      source('object', 80, 10, [[5, 9, 1]]),
    ],
    facts: [fact('npcs', '60', { name: agreed('Wolf') }), fact('items', '6', { name: agreed('Bar') })],
  });
  const { answer, text } = await world.ask('item_page', 'itemId=5');
  const { droppedBy, droppedBySeenByFew } = answer.page;
  assert.deepEqual(
    [droppedBy, droppedBySeenByFew].map(({ total, rows }) => [total, rows[0].source.id, rows[0].installs]),
    [
      [1, 60, 3],
      [1, 80, 1],
    ],
  );
  assert.equal(droppedBy.rows[0].topShare, 20 / 24);
  assert.deepEqual(droppedBySeenByFew.rows[0], {
    source: entity('object', 80, null),
    kills: 10,
    drops: 9,
    rate: 0.9,
    low: 0.59585,
    high: 0.982124,
    reporters: 3,
    installs: 1,
    topShare: 0.5,
    ...plainEstimate(9, 10),
  });
  assert.match(text, /"Wolf" \(npc 60\): about 13%, between 4\.3% and 32% \(3 of 24 looted, only 3 players so far\)$/m);
  assert.match(text, /^One or two players saw it drop from object 80 \(9 of 10 looted, 1 of 3 players\)\.$/m);

  const only = (await world.ask('item_page', 'itemId=6')).answer.page;
  assert.deepEqual([only.droppedBy, only.droppedBySeenByFew.total], [{ total: 0, rows: [] }, 1]);

  const wolf = await world.ask('npc_page', 'npcId=60');
  const { drops, dropsSeenByFew, topShare } = wolf.answer.page.loot;
  assert.deepEqual(
    [drops, dropsSeenByFew].map(({ total, rows }) => [total, rows[0].item.id, rows[0].installs]),
    [
      [1, 5, 3],
      [1, 6, 2],
    ],
  );
  assert.equal(topShare, 20 / 24);
  assert.match(wolf.text, /^3 players looted 24 corpses\. .*\nIt drops 1 item, surest first:\n- item 5: about 13%,/m);
  assert.match(wolf.text, /^One or two players also saw "Bar" \(item 6\) \(12 of 24 looted, 2 of 3 players\)\.$/m);
  const chest = await world.ask('object_page', 'objectId=80');
  assert.equal(chest.answer.page.loot.drops.total, 0);
  assert.match(chest.text, /^3 players looted it 10 times\. No item has been seen by three players yet\.$/m);
});

test('names in texts are quoted as data', async () => {
  const world = createToolWorld();
  await world.write({
    drops: [source('npc', 60, 24, [[5, 3]])],
    facts: [
      fact('items', '5', { name: agreed(HOSTILE) }),
      fact('npcs', '60', { name: agreed(HOSTILE) }),
      fact('collections', `${HOSTILE}:5`, { sources: [agreed(HOSTILE)] }),
    ],
  });
  const { text } = await world.ask('item_page', 'itemId=5');
  const quoted = JSON.stringify(HOSTILE);
  assert.equal(text.split(quoted).length - 1, 4);
  assert.ok(!text.replaceAll(quoted, '').includes('SYSTEM'));
});

test('the refusal of a wrong argument names it', async () => {
  const world = await axeWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['', 'itemId', /itemId is required/],
    ['itemId=0', 'itemId', /itemId must be a whole number/],
    ['itemId=5&house=Horde', 'house', /house must come with a realm; it is "Horde"/],
    ['itemId=5&realm=Everlook&house=horde', 'house', /one of Alliance, Horde, Neutral/],
    ['itemId=5&name=Axe', 'name', /takes only/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await world.refusal('item_page', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});
