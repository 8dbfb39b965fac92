import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, fact, source } from '../../../domain/cards/support.ts';
import { createWorld, PUBLIC_URL, parsed, publicEdge, withdrawnEdge } from '../../support.ts';
import { createPublic } from './tooltip_world.ts';

const NOT_IMPORTED =
  'Not known here: the game’s files have not been imported (slot, stats, requirements, sell price [?])';

test('the card of an item without game files has only observations', async () => {
  const world = await createPublic();
  assert.deepEqual(await world.card('item/25'), {
    ok: true,
    type: 'item',
    id: 25,
    title: 'Worn "Sword" <b>',
    color: '#a335ee',
    icon: null,
    lines: [
      'Item level 3',
      'Drops from Object 61: about 50%, between 23% and 77% (5 of 10 looted, only 3 players so far)',
      'Drops from Kobold: about 13%, between 4.3% and 32% (3 of 24 looted, only 3 players so far)',
      'Sold by Innkeeper for 25c or 30c, 2 in stock',
      'Reward from An Errand',
      NOT_IMPORTED,
    ],
    partial: true,
    url: `${PUBLIC_URL}/item/25`,
    attribution: {
      licence: 'CC BY-SA 4.0',
      licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
      credit: 'Data: Third Witness contributors',
      source: `${PUBLIC_URL}/`,
      terms: `${PUBLIC_URL}/terms`,
    },
    gameData: null,
  });
});

test('NPCs, quests and objects have cards', async () => {
  const world = await createPublic();
  const rows: [path: string, title: string, lines: string[]][] = [
    [
      'npc/6',
      'Kobold',
      [
        'Level 5–7',
        'Hostile',
        'Found in zone 12',
        'Found in Elwynn (2 places)',
        'Drops Worn "Sword" <b>: about 13%, between 4.3% and 32% (3 of 24 looted, only 3 players so far)',
        'Seen by one or two players: drops Axe',
      ],
    ],
    [
      'npc/8',
      'Innkeeper',
      ['Sells Worn "Sword" <b> for 25c or 30c, 2 in stock', 'Sells Axe', 'Gives the quest An Errand'],
    ],
    ['npc/7', 'NPC 7', ['Held nothing, looted 40 times']],
    ['npc/9', 'NPC 9', ['Teaches 1 lesson']],
    ['quest/3', 'An Errand', ['Level 12', 'Given by Innkeeper', 'Turned in to NPC 88', 'Reward: Worn "Sword" <b>']],
    [
      'object/61',
      'Object 61',
      ['Holds Worn "Sword" <b>: about 50%, between 23% and 77% (5 of 10 looted, only 3 players so far)'],
    ],
    ['object/71', 'Object 71', ['Held nothing, looted 1 time']],
  ];
  for (const [path, title, lines] of rows) {
    const card = await world.card(path);
    assert.deepEqual([card.title, card.lines], [title, lines], path);
    assert.deepEqual([card.color, card.icon, card.partial, card.gameData], [null, null, false, null], path);
    assert.equal(card.url, `${PUBLIC_URL}/${path}`);
  }
});

test('an entity with any public fact has a card, and one without gets 404', async () => {
  const world = await createPublic();
  assert.deepEqual((await world.card('item/27')).lines, ['Sold by vendors for 1s', NOT_IMPORTED]);
  const unknown = ['item/6', 'npc/25', 'npc/89', 'quest/6', 'object/6', 'object/25', 'item/9007199254740991'];
  for (const path of unknown) {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.status, 404, path);
    assert.equal(heard.headers.get('access-control-allow-origin'), '*', path);
    assert.equal(parsed('apiError', heard.text).error, `No public data for ${path.replace('/', ' ')} yet.`);
    const page = await world.ask(`/${path}`);
    assert.equal(page.status, 404);
    assert.match(page.text, /<h1>(?:Item|NPC|Quest|Object) \d+: nothing public yet<\/h1>/);
  }
});

test('a fact about something else that mentions an entity gives it a card too', async () => {
  const world = await createPublic();
  const empty = createWorld();
  await empty.write();
  await world.write({
    facts: [
      fact('recipes', '700', {
        itemId: agreed(31),
        taughtByItemId: agreed(32),
        reagents: agreed([{ itemId: 33, count: 2 }]),
      }),
      fact('collections', 'Mounts: all:34', { sources: [agreed('vendor')] }),
      fact('quest_chains', '5', { entry: agreed({ questIds: [41] }) }),
    ],
    market: [
      {
        subject: { realmKey: 'stormrage', itemId: 35, day: 20_000 },
        houses: (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
          house,
          value: house === '' ? { market: 5, min: 5, quantity: 1, reporters: 3 } : null,
        })),
      },
    ],
  });
  const rows: [path: string, title: string][] = [
    ['item/31', 'Item 31'],
    ['item/32', 'Item 32'],
    ['item/33', 'Item 33'],
    ['item/34', 'Item 34'],
    ['item/35', 'Item 35'],
    ['npc/88', 'NPC 88'],
    ['quest/41', 'Quest 41'],
  ];
  for (const [path, title] of rows) {
    assert.equal((await world.card(path)).title, title);
    assert.equal((await empty.ask(`/api/tooltip/${path}`)).status, 404);
  }
  assert.deepEqual((await world.card('npc/88')).lines, ['Takes the quest An Errand']);
});

test('a withdrawn entity has no card any more', async () => {
  const world = await createPublic();
  await world.write({
    facts: [fact('quests', '3', null)],
    edges: [withdrawnEdge('reward_from:item:quest:25:3'), withdrawnEdge('located_in:npc:zone:6:12')],
    drops: [{ ...source('object', 61, 10, {}), public: false, measuredZero: false }],
  });
  for (const path of ['quest/3', 'object/61']) {
    assert.equal((await world.ask(`/api/tooltip/${path}`)).status, 404, path);
  }
  assert.deepEqual((await world.card('item/25')).lines.slice(-3, -1), [
    'Drops from Kobold: about 13%, between 4.3% and 32% (3 of 24 looted, only 3 players so far)',
    'Sold by Innkeeper for 25c or 30c, 2 in stock',
  ]);
  assert.equal((await world.card('npc/6')).lines.includes('Found in zone 12'), false);
});

test('lists on cards have the likeliest sources, the cheapest vendors and the newest rewards', async () => {
  const world = createWorld();
  const vendors = [11, 12, 13, 14, 15, 16, 17];
  await world.write({
    facts: [
      ...vendors.slice(1).map((npc) => fact('vendor_goods', `${npc}:25`, { prices: [agreed(30 - npc)] })),
      fact('quests', '3', { rewards: [agreed(26)] }),
      fact('maps', '12', { name: agreed('Agreed Forest') }),
    ],
    edges: [
      ...vendors.map((npc) => publicEdge(`sold_by:item:npc:25:${npc}`)),
      publicEdge('reward_from:item:quest:25:3'),
      publicEdge('reward_from:item:quest:26:3'),
      publicEdge('reward_from:item:quest:25:4'),
    ],
    drops: [21, 22, 23, 24, 25, 26].map((npc) => source('npc', npc, npc === 21 ? 50 : 100, { 25: npc, 26: 50 })),
  });
  const lines = async (path: string) => parsed('tooltipResponse', (await world.ask(`/api/tooltip/${path}`)).text).lines;
  assert.deepEqual((await lines('item/25')).slice(0, -1), [
    'Drops from NPC 21: about 42%, between 29% and 56% (21 of 50 looted, only 3 players so far)',
    'Drops from NPC 26: about 26%, between 18% and 36% (26 of 100 looted, only 3 players so far)',
    'Drops from NPC 25: about 25%, between 17% and 35% (25 of 100 looted, only 3 players so far)',
    'Drops from NPC 24: about 24%, between 16% and 34% (24 of 100 looted, only 3 players so far)',
    'Drops from NPC 23: about 23%, between 15% and 33% (23 of 100 looted, only 3 players so far)',
    'Drops from 1 more',
    'Sold by NPC 17 for 13c',
    'Sold by NPC 16 for 14c',
    'Sold by NPC 15 for 15c',
    'Sold by NPC 14 for 16c',
    'Sold by NPC 13 for 17c',
    'Sold by 2 more',
    'Reward from Quest 3',
    'Reward from Quest 4',
  ]);
  assert.deepEqual(await lines('npc/21'), [
    'Drops Item 26: about 100%, between 92% and 100% (50 of 50 looted, only 3 players so far)',
    'Drops Item 25: about 42%, between 29% and 56% (21 of 50 looted, only 3 players so far)',
  ]);
  assert.deepEqual(await lines('quest/3'), ['Reward: Item 26'], 'as the newest reports have it');
  assert.deepEqual(await lines('quest/4'), ['Reward: Item 25'], 'as some reports had it');
});

test('a longer list says how many more there are', async () => {
  const world = createWorld();
  const ids = [1, 2, 3, 4, 5, 6, 7, 10];
  await world.write({
    facts: [
      ...ids.map((id) => fact('quests', `${id}`, { giver: agreed(30), title: agreed(`Errand ${id}`) })),
      fact('quests', '11', { turnIn: agreed(30) }),
      ...ids.map((id) => fact('recipes', `${id}`, { reagents: agreed([{ itemId: 25, count: id }]) })),
    ],
    drops: [source('npc', 30, 10, Object.fromEntries(ids.map((id) => [id, id])))],
  });
  const lines = async (path: string) => parsed('tooltipResponse', (await world.ask(`/api/tooltip/${path}`)).text).lines;
  const errands = [1, 2, 3, 4, 5].map((id) => `Gives the quest Errand ${id}`);
  const intervals = [
    [10, '72% and 100%'],
    [7, '39% and 90%'],
    [6, '31% and 84%'],
    [5, '23% and 77%'],
    [4, '16% and 69%'],
  ] as const;
  const drops = intervals.map(
    ([id, ends]) => `Drops Item ${id}: about ${id}0%, between ${ends} (${id} of 10 looted, only 3 players so far)`,
  );
  assert.deepEqual(await lines('npc/30'), [
    ...errands,
    'Gives 3 more',
    'Takes the quest Quest 11',
    ...drops,
    'Drops 1 more',
    'Seen by one or two players: drops Item 2 and Item 1',
  ]);
  assert.deepEqual((await lines('item/25')).slice(-7, -1), [
    ...[1, 2, 3, 4, 5].map((id) => `Reagent for Recipe ${id}`),
    'Reagent for 3 more',
  ]);
});
