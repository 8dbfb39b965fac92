import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainEstimate } from '../../support/item_rate.ts';
import { agreed, axeWorld, edge, fact, HOSTILE, importAxe, SEEN, source } from './pages_world.ts';
import { createToolWorld } from './support.ts';

const BASE = 'https://example.test';
const axe = { kind: 'item', id: 5, name: 'Axe', url: `${BASE}/item/5` };
const bar = { kind: 'item', id: 6, name: 'Bar', url: `${BASE}/item/6` };
const wolves = { kind: 'quest', id: 1, name: 'Wolves', url: `${BASE}/quest/1` };

test('before the first upload there is no page of an NPC, object or vendor', async () => {
  for (const [tool, query] of [
    ['npc_page', 'npcId=60'],
    ['object_page', 'objectId=80'],
    ['vendor_page', 'vendorNpcId=70'],
  ] as const) {
    const { answer, text } = await createToolWorld().ask(tool, query);
    assert.deepEqual([answer.connected, answer.page], [false, undefined], tool);
    assert.match(text, /not mean zero/, tool);
  }
});

test('an id without public data has a reason instead of a page', async () => {
  const world = await axeWorld();
  for (const [tool, query, reason] of [
    ['npc_page', 'npcId=999', /No public data for NPC 999 yet/],
    ['object_page', 'objectId=60', /No public data for object 60 yet/],
    [
      'vendor_page',
      'vendorNpcId=999',
      /No public data yet on what npc 999 sells\. It takes reports from three players/,
    ],
    ['vendor_page', 'vendorNpcId=60', /"Wolf" \(npc 60\) sells\. npc_page tells/],
  ] as const) {
    const { answer } = await world.ask(tool, query);
    assert.deepEqual([answer.connected, answer.page], [true, undefined], query);
    assert.match(answer.reason, reason, query);
  }
});

test('an NPC has its name, level range, reactions, zones, drops and the quests it ends', async () => {
  const { answer, text } = await (await axeWorld()).ask('npc_page', 'npcId=60');
  const { page } = answer;
  assert.equal(answer.url, `${BASE}/npc/60`);
  assert.deepEqual([page.roles, page.trains], [['ends'], []]);
  assert.deepEqual(page.npc, { kind: 'npc', id: 60, name: 'Wolf', url: `${BASE}/npc/60` });
  assert.deepEqual(page.name, agreed('Wolf', 9));
  assert.deepEqual(page.levels, { min: 5, max: 7, reported: [agreed(5), agreed(7, 8)] });
  assert.deepEqual(page.reactions, [agreed('hostile', 5), agreed('neutral')]);
  assert.deepEqual(page.zones, {
    total: 1,
    rows: [
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
    ],
  });
  assert.deepEqual(
    [page.loot.kills, page.loot.reporters, page.loot.measuredZero, page.loot.zeroHigh],
    [24, 4, false, null],
  );
  assert.deepEqual(
    page.loot.drops.rows.map((row: never) => [row['item'], row['drops'], row['rate'], row['low'], row['high']]),
    [
      [bar, 12, 0.5, 0.314274, 0.685726],
      [axe, 3, 0.125, 0.043443, 0.310039],
    ],
  );
  assert.deepEqual(page.goods, { total: 0, rows: [] });
  assert.deepEqual(page.gives.rows, []);
  assert.deepEqual(page.takes.rows, [{ quest: wolves, level: agreed(6), installs: 3 }]);
  assert.match(
    text,
    /^"Wolf" \(npc 60\), level 5–7, hostile or neutral, ends 1 quest\.\nFound in "Elwynn" at 40\.5, 60\.25 and 1 other place\.\n/,
  );
  assert.deepEqual(text.split('\n').slice(2, 6), [
    '4 players looted 24 corpses. Rates are per looted corpse.',
    'It drops 2 items, surest first:',
    '- "Bar" (item 6): about 50%, between 31% and 69% (12 of 24 looted, 3 of only 4 players so far)',
    '- "Axe" (item 5): about 13%, between 4.3% and 32% (3 of 24 looted, 3 of only 4 players so far)',
  ]);
  assert.match(text, /Ends the quests "Wolves" \(quest 1, level 6\)\./);
});

test('an NPC has goods, lessons and the quests it gives, and maps without an agreed name use the one in the files', async () => {
  const world = await axeWorld();
  await importAxe(world);
  const { answer, text } = await world.ask('npc_page', 'npcId=70');
  const { page } = answer;
  assert.deepEqual([page.roles, page.trains], [['gives', 'sells', 'trains'], ['Smithing']]);
  assert.match(
    text,
    /^"Innkeeper" \(npc 70\), vendor, "Smithing" trainer, gives 1 quest\.\nFound in "Elwynn" at 43\.5, 64\.25; "Westfall"\.\n/,
  );
  assert.deepEqual(page.levels, null);
  assert.deepEqual(page.loot, null);
  assert.deepEqual(page.goods, {
    total: 2,
    rows: [
      {
        ...{ item: axe, prices: [agreed(125, 4), agreed(130)], withReputation: [] },
        ...{ limited: agreed(true), limitedStock: agreed(2), ...SEEN, installs: 5 },
      },
      { item: bar, prices: [agreed(10)], withReputation: [], limited: null, limitedStock: null, ...SEEN },
    ],
  });
  assert.deepEqual(page.services, {
    total: 2,
    rows: [
      {
        name: agreed('Make axe'),
        spellId: agreed(900),
        costs: [agreed(60, 4), agreed(50)],
        withReputation: [],
        profession: agreed('Smithing'),
        requiredSkill: agreed(25),
        requiredLevel: agreed(5),
      },
      {
        name: agreed('Cooking'),
        spellId: null,
        costs: [agreed(10)],
        withReputation: [],
        profession: null,
        requiredSkill: null,
        requiredLevel: null,
      },
    ],
  });
  assert.deepEqual(page.gives.rows, [{ quest: wolves, level: agreed(6), installs: 6 }]);
  assert.deepEqual(
    page.zones.rows.map((zone: never) => [zone['mapId'], zone['map'], zone['mapInFiles'], zone['installs']]),
    [
      [12, 'Elwynn', null, 3],
      [13, null, 'Westfall', 4],
    ],
  );
  assert.equal(answer.gameData.build, '1.15.8.67156');
  assert.match(text, /Teaches "Make axe" for 60c or 50c from skill 25 in "Smithing"; "Cooking" for 10c\./);
  assert.match(text, /unconfirmed, build 1\.15\.8\.67156/);
});

test('a source whose windows were all empty has a measured zero with its bound', async () => {
  const { answer, text } = await (await axeWorld()).ask('npc_page', 'npcId=61');
  // z² / (40 + z²) with z = 1.96.
  assert.deepEqual(answer.page.loot, {
    kills: 40,
    reporters: 3,
    measuredZero: true,
    zeroHigh: 0.087622,
    topShare: 0.5,
    drops: { total: 0, rows: [] },
    dropsSeenByFew: { total: 0, rows: [] },
  });
  assert.equal(answer.page.name, null);
  assert.match(
    text,
    /^3 players looted 40 corpses and found nothing\. Anything it might drop is rarer than 8\.8% \(95% confidence\)\.$/m,
  );
});

test('an object may have only its contents', async () => {
  const { answer, text } = await (await axeWorld()).ask('object_page', 'objectId=80');
  assert.deepEqual(answer.page.object, { kind: 'object', id: 80, name: null, url: `${BASE}/object/80` });
  assert.deepEqual(answer.page.loot, {
    kills: 10,
    reporters: 3,
    measuredZero: false,
    zeroHigh: null,
    topShare: 0.5,
    drops: {
      total: 1,
      rows: [
        {
          item: axe,
          kills: 10,
          drops: 9,
          rate: 0.9,
          low: 0.59585,
          high: 0.982124,
          reporters: 3,
          installs: 3,
          topShare: 0.5,
          ...plainEstimate(9, 10),
        },
      ],
    },
    dropsSeenByFew: { total: 0, rows: [] },
  });
  assert.deepEqual([answer.page.name, answer.page.zones], [null, { total: 0, rows: [] }]);
  assert.match(
    text,
    /^Object 80\. Its name is not known yet\.\nWhere it is found is not known yet\.\n3 players looted it 10 times\.\nIt holds 1 item,/,
  );
});

test('a vendor has every agreed price of each item, its name and its locations', async () => {
  const { answer, text } = await (await axeWorld()).ask('vendor_page', 'vendorNpcId=70');
  const { page } = answer;
  assert.deepEqual([page.vendor.name, page.name], ['Innkeeper', agreed('Innkeeper')]);
  assert.deepEqual(
    page.goods.rows.map((row: never) => [row['item']['id'], row['prices']]),
    [
      [5, [agreed(125, 4), agreed(130)]],
      [6, [agreed(10)]],
    ],
  );
  assert.deepEqual(page.zones.rows[0].pins.rows, [{ x: 43.5, y: 64.25, installs: 3 }]);
  assert.match(text, /"Innkeeper" \(npc 70\) sells 2 items\./);
  assert.match(text, /- "Axe" \(item 5\) for 1s 25c or 1s 30c, 2 in stock/);
});

test('long lists are cut in order and have their total', async () => {
  const world = createToolWorld();
  const ids = Array.from({ length: 250 }, (_, i) => i + 1);
  await world.write({
    drops: [
      source(
        'npc',
        60,
        400,
        ids.map((id) => [id, id, id > 100 ? 3 : 1] as const),
      ),
    ],
    edges: [
      ...ids.slice(100).map((id) => edge(`sold_by:item:npc:${id}:60`)),
      ...ids.map((id) => edge(`located_in:npc:zone:60:${id}`)),
    ],
    facts: [
      ...ids.map((id) => fact('quests', `${id}`, { giver: agreed(60), turnIn: agreed(60) })),
      ...ids.map((id) => fact('trainer_services', `60:spell:${id}`, { spellId: agreed(id) })),
      fact('pins', '1:60', { pins: ids.map((id) => ({ x: id / 10, y: 1, installs: 3 })) }),
    ],
  });
  // The items with the smallest ids became public later.
  await world.write({ edges: ids.slice(0, 100).map((id) => edge(`sold_by:item:npc:${id}:60`)) });
  const { page } = (await world.ask('npc_page', 'npcId=60')).answer;
  const cuts = (list: { total: number; rows: unknown[] }) => [list.total, list.rows.length];
  assert.deepEqual(
    [
      page.loot.drops,
      page.loot.dropsSeenByFew,
      page.goods,
      page.services,
      page.gives,
      page.takes,
      page.zones,
      page.zones.rows[0].pins,
    ].map(cuts),
    [
      [150, 100],
      [100, 40],
      [250, 100],
      [250, 200],
      [250, 50],
      [250, 50],
      [250, 30],
      [250, 100],
    ],
  );
  assert.deepEqual(
    [page.loot.drops.rows[0].item.id, page.goods.rows[0].item.id, page.goods.rows[99].item.id],
    [250, 1, 100],
  );
  assert.deepEqual([page.gives.rows[0].quest.id, page.gives.rows[49].quest.id], [1, 50]);
  assert.deepEqual([page.services.rows[0].spellId.value, page.services.rows[199].spellId.value], [1, 200]);
  const vendor = await world.ask('vendor_page', 'vendorNpcId=60');
  assert.deepEqual(cuts(vendor.answer.page.goods), [250, 200]);
  assert.match(vendor.text, /and 232 more\./);
  assert.ok(vendor.text.split('\n').length <= 25);
});

test('names in texts are quoted as data', async () => {
  const world = createToolWorld();
  await world.write({
    drops: [source('npc', 60, 24, [[5, 3]])],
    edges: [edge('located_in:npc:zone:60:12'), edge('sold_by:item:npc:5:60')],
    facts: [
      fact('items', '5', { name: agreed(HOSTILE) }),
      fact('npcs', '60', { name: agreed(HOSTILE) }),
      fact('maps', '12', { name: agreed(HOSTILE) }),
      fact('quests', '1', { title: agreed(HOSTILE), giver: agreed(60) }),
      fact('trainer_services', '60:name:x', {
        name: agreed(HOSTILE),
        profession: agreed(HOSTILE),
        requiredSkill: agreed(1),
      }),
    ],
  });
  const quoted = JSON.stringify(HOSTILE);
  for (const [tool, query, times] of [
    ['npc_page', 'npcId=60', 8],
    ['vendor_page', 'vendorNpcId=60', 3],
  ] as const) {
    const { text } = await world.ask(tool, query);
    assert.equal(text.split(quoted).length - 1, times, tool);
    assert.ok(!text.replaceAll(quoted, '').includes('SYSTEM'), tool);
  }
});

test('the refusal of a wrong argument names it', async () => {
  const world = await axeWorld();
  for (const [tool, argument] of [
    ['npc_page', 'npcId'],
    ['object_page', 'objectId'],
    ['vendor_page', 'vendorNpcId'],
    ['quest_page', 'questId'],
  ] as const) {
    for (const query of ['', `${argument}=0`, `${argument}=x`, `${argument}=1.5`]) {
      assert.equal((await world.refusal(tool, query)).parameter, argument, `${tool}?${query}`);
    }
    assert.equal((await world.refusal(tool, `${argument}=5&limit=3`)).parameter, 'limit');
  }
});
