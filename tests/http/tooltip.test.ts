import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemorySnapshots } from '../../adapters/memory/snapshots.ts';
import type { GameFiles } from '../../domain/cards/game_files.ts';
import type { SnapshotChange } from '../../domain/ports/snapshots.ts';
import { createCardReader } from '../../domain/reads/card.ts';
import { err, ok, unreachable } from '../../domain/result.ts';
import type { Context } from '../../http/context.ts';
import type { Call } from '../../http/pipeline/route.ts';
import { entityRoutes } from '../../http/routes/entity.ts';
import { tooltipRoute } from '../../http/routes/tooltip.ts';
import { agreed, fact, gameFiles, gameItem, source } from '../cards/support.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { createWorld, type Json, PUBLIC_URL, parsed, publicEdge, withdrawnEdge } from './support.ts';

/** A sword that a kobold and a chest drop, an innkeeper sells and a quest rewards. */
const WORLD: Partial<SnapshotChange> = {
  facts: [
    fact('items', '25', { name: agreed('Worn "Sword" <b>'), quality: agreed('epic'), itemLevel: agreed(3) }),
    fact('items', '26', { name: agreed('Axe') }),
    fact('npcs', '6', { name: agreed('Kobold'), levels: [agreed(5), agreed(7)], reactions: [agreed('hostile')] }),
    fact('npcs', '8', { name: agreed('Innkeeper') }),
    fact('quests', '3', {
      title: agreed('An Errand'),
      level: agreed(12),
      giver: agreed(8),
      turnIn: agreed(88),
      rewards: [agreed(25)],
    }),
    fact('vendor_goods', '8:25', { prices: [agreed(25), agreed(30)], limitedStock: agreed(2) }),
    fact('vendor_prices', '27', { prices: [agreed(100)] }),
    fact('trainer_services', '9:spell:1', { costs: [agreed(5)] }),
    fact('maps', '14', { name: agreed('Elwynn') }),
    fact('pins', '14:6', {
      pins: [
        { x: 1, y: 2, installs: 3 },
        { x: 5, y: 6, installs: 3 },
      ],
    }),
  ],
  edges: [
    publicEdge('dropped_by:item:npc:25:6'),
    publicEdge('dropped_by:item:object:25:61'),
    publicEdge('sold_by:item:npc:25:8'),
    publicEdge('sold_by:item:npc:26:8'),
    publicEdge('reward_from:item:quest:25:3'),
    publicEdge('located_in:npc:zone:6:12'),
    publicEdge('located_in:npc:zone:6:14'),
  ],
  drops: [
    source('npc', 6, 24, { 25: 3, 26: 1 }),
    source('object', 61, 10, { 25: 5 }),
    source('npc', 7, 40, {}),
    source('object', 71, 1, {}),
  ],
};

const createPublic = async () => {
  const world = createWorld({ settings: { limits: false } });
  await world.write(WORLD);
  const card = async (path: string): Promise<Json> => {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.headers.get('access-control-allow-origin'), '*', path);
    assert.equal(heard.status, 200, heard.text);
    return parsed('tooltipResponse', heard.text);
  };
  return { ...world, card };
};

test('an item without game files', async () => {
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
      'Binding [?]',
      'Slot and type [?]',
      'Damage [?]',
      'Armour [?]',
      'Stats [?]',
      'Requires level [?]',
      'Sell price [?]',
      'Uniqueness, bag slots, resistances, durability, classes, required skill, set, quest it starts [?]',
      'Drops from Object 61 (50%, 5 of 10)',
      'Drops from Kobold (12.5%, 3 of 24)',
      'Sold by Innkeeper for 25c or 30c, 2 in stock',
      'Reward from An Errand',
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

test('NPCs, quests and objects', async () => {
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
        'Drops Worn "Sword" <b> (12.5%, 3 of 24)',
        'Drops Axe (4.2%, 1 of 24)',
      ],
    ],
    ['npc/8', 'Innkeeper', ['Sells Worn "Sword" <b> for 25c or 30c, 2 in stock', 'Sells Axe']],
    ['npc/7', 'NPC 7', ['Held nothing in 40 loot windows']],
    ['npc/9', 'NPC 9', ['Teaches 1 lesson']],
    ['quest/3', 'An Errand', ['Level 12', 'Given by Innkeeper', 'Turned in to NPC 88', 'Reward: Worn "Sword" <b>']],
    ['object/61', 'Object 61', ['Holds Worn "Sword" <b> (50%, 5 of 10)']],
    ['object/71', 'Object 71', ['Held nothing in 1 loot window']],
  ];
  for (const [path, title, lines] of rows) {
    const card = await world.card(path);
    assert.deepEqual([card.title, card.lines], [title, lines], path);
    assert.deepEqual([card.color, card.icon, card.partial, card.gameData], [null, null, false, null], path);
    assert.equal(card.url, `${PUBLIC_URL}/${path}`);
  }
});

test('any public fact makes a card, and none makes 404', async () => {
  const world = await createPublic();
  const last = (card: Json): string => card.lines.at(-1);
  assert.equal(last(await world.card('item/27')), 'Sold by vendors for 1s');
  const unknown = ['item/6', 'npc/25', 'npc/89', 'quest/6', 'object/6', 'object/25', 'item/9007199254740991'];
  for (const path of unknown) {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.status, 404, path);
    assert.equal(heard.headers.get('access-control-allow-origin'), '*', path);
    assert.equal(
      parsed('apiError', heard.text).error,
      `Nothing that players reported about ${path.replace('/', ' ')} is public.`,
    );
    const page = await world.ask(`/${path}`);
    assert.equal(page.status, 404);
    assert.match(page.text, /<h1>Not found<\/h1>/);
  }
});

test('a fact about something else that names an entity makes a card, too', async () => {
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
  assert.deepEqual((await world.card('npc/88')).lines, []);
});

test('what is withdrawn has no card any more', async () => {
  const world = await createPublic();
  await world.write({
    facts: [fact('quests', '3', null)],
    edges: [withdrawnEdge('reward_from:item:quest:25:3'), withdrawnEdge('located_in:npc:zone:6:12')],
    drops: [{ ...source('object', 61, 10, {}), public: false, measuredZero: false }],
  });
  for (const path of ['quest/3', 'object/61']) {
    assert.equal((await world.ask(`/api/tooltip/${path}`)).status, 404, path);
  }
  assert.deepEqual((await world.card('item/25')).lines.slice(-2), [
    'Drops from Kobold (12.5%, 3 of 24)',
    'Sold by Innkeeper for 25c or 30c, 2 in stock',
  ]);
  assert.equal((await world.card('npc/6')).lines.includes('Found in zone 12'), false);
});

test('what cannot be asked for', async () => {
  const world = await createPublic();
  const number = 'a whole number from 1 to 9007199254740991 in plain decimal digits';
  const rows: [path: string, error: string][] = [
    ['spell/25', 'type must be one of item, npc, quest, object; it is "spell".'],
    ['Item/25', 'type must be one of item, npc, quest, object; it is "Item".'],
    ['item/0', `id must be ${number}; it is "0".`],
    ['item/1e3', `id must be ${number}; it is "1e3".`],
    ['item/-1', `id must be ${number}; it is "-1".`],
    ['item/9007199254740992', `id must be ${number}; it is "9007199254740992".`],
    [`item/${'9'.repeat(81)}`, `id must be ${number}; it is "${'9'.repeat(80)}…".`],
  ];
  for (const [path, error] of rows) {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.status, 400, path);
    assert.equal(parsed('apiError', heard.text).error, error);
  }
  const page = await world.ask('/item/%3Cb%3E');
  assert.equal(page.status, 400);
  assert.equal(page.text.includes('<b>'), false);
  assert.equal((await world.ask('/api/tooltip/item')).status, 404);
  assert.equal((await world.ask('/api/tooltip/item/25/')).status, 308);
});

test('any page may read a card, and shared caches keep it an hour', async () => {
  const world = await createPublic();
  const { headers } = await world.ask('/api/tooltip/item/25');
  const told: [name: string, value: string][] = [
    ['access-control-allow-origin', '*'],
    ['cache-control', 'public, s-maxage=3600'],
    ['vary', 'Accept-Encoding'],
    ['x-service-licence', 'CC BY-SA 4.0'],
    ['x-service-credit', 'Data: Third Witness contributors'],
  ];
  for (const [name, value] of told) assert.equal(headers.get(name), value);
  assert.match(headers.get('link') ?? '', /rel="license"/);
  const again = await world.ask('/api/tooltip/item/25', { headers: { 'If-None-Match': headers.get('etag')! } });
  assert.equal(again.status, 304);
  const preflight = await world.ask('/api/tooltip/item/25', { method: 'OPTIONS' });
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  await world.write({ facts: [fact('items', '25', { name: agreed('Sharp Sword') })] });
  assert.equal((await world.card('item/25')).title, 'Sharp Sword', 'a kept card lives as long as its snapshot');
});

test('storage out of reach is 503, and so is an instance without a snapshot', async () => {
  const world = await createPublic();
  world.breakStorage(true);
  const empty = createWorld();
  for (const asked of [await world.ask('/api/tooltip/item/25'), await empty.ask('/api/tooltip/item/25')]) {
    assert.equal(asked.status, 503);
    parsed('apiError', asked.text);
  }
  assert.equal((await world.ask('/item/25')).status, 503);
  world.breakStorage(false);
  await world.card('item/25');
});

test('cards have a budget of their own', async () => {
  const world = createWorld();
  await world.write(WORLD);
  for (let i = 0; i < 3_600; i++) await world.ask('/api/tooltip/item/x');
  const heard = await world.ask('/api/tooltip/item/25');
  assert.equal(heard.status, 429);
  parsed('apiError', heard.text);
});

/** The routes of a world whose snapshots serve these game files. */
const createFiled = async (files: GameFiles) => {
  const { writer, reader } = createMemorySnapshots('abcd1234');
  await writer.write(
    snapshotChange(1, { ...WORLD, facts: [...WORLD.facts!, fact('items', '28', { name: agreed('Ring') })] }),
  );
  const settings = { publicUrl: PUBLIC_URL, serviceName: 'Third Witness' };
  const context = { reader, settings, styleSheet: { name: 'style.1.css' } } as unknown as Context;
  const cards = createCardReader(reader, () => files);
  const routes = [tooltipRoute(context, cards), ...entityRoutes(context, cards)];
  const ask = async (path: string) => {
    const route = routes.find((one) => path.startsWith(one.path.split(':')[0]!))!;
    return route.answer({ path } as Call);
  };
  const text = async (path: string): Promise<string> => {
    const answer = await ask(path);
    assert.ok(answer.ok, path);
    return new TextDecoder().decode(answer.value.body as Uint8Array);
  };
  return {
    ask,
    text,
    card: async (path: string): Promise<Json> => parsed('tooltipResponse', await text(`/api/tooltip/${path}`)),
  };
};

const SWORD = gameItem(
  {
    classId: 2,
    subclassId: 7,
    inventoryType: 13,
    qualityId: 2,
    itemLevel: 28,
    icon: 'inv_sword_05',
    setId: 161,
    sellPriceCopper: 101,
  },
  {
    binding: 1,
    damage: [{ min: 2, max: 4, school: 0 }],
    delayMs: 2_000,
    stats: [{ statId: 7, amount: 1 }],
    requiredSkillId: 164,
    requiredSkill: 125,
    allowableClass: 1,
    startsQuestId: 3,
  },
);

test('an item with game files', async () => {
  const world = await createFiled(gameFiles([SWORD]));
  const card = await world.card('item/25');
  assert.deepEqual(card.lines.slice(0, -4), [
    'Item level 3',
    'Binds when picked up',
    'One-Hand · Sword',
    '2 - 4 Damage · Speed 2.00',
    '(1.5 damage per second)',
    '+1 Stamina',
    'Classes: Warrior',
    'Requires Blacksmithing (125)',
    'Set: Defias Leather (5 items)',
    'Starts An Errand',
    'Sell price 1s 1c',
  ]);
  assert.deepEqual([card.color, card.icon, card.partial], ['#a335ee', 'inv_sword_05', false]);
  assert.equal(card.gameData.label, 'found in game files, unconfirmed');
  assert.deepEqual([card.gameData.build, card.gameData.extractedAt], ['1.15.8.67156', '2026-11-01T00:00:00Z']);
});

test('the notice stands exactly where game files do', async () => {
  const world = await createFiled(gameFiles([SWORD, gameItem({ qualityId: 4, classId: 4 }, {}, 28)]));
  const rows: [path: string, gameData: boolean][] = [
    ['item/25', true],
    ['item/26', false],
    ['item/28', true],
    ['npc/6', true],
    ['npc/8', false],
    ['quest/3', false],
    ['object/61', false],
  ];
  for (const [path, gameData] of rows) assert.equal((await world.card(path)).gameData !== null, gameData, path);
  assert.ok((await world.card('npc/6')).lines.includes('Found in Filed Forest'));
  assert.equal((await world.card('item/28')).color, '#a335ee', 'the quality of the files, where none is agreed on');
});

test('an item that only the game files know has no card', async () => {
  const world = await createFiled(gameFiles([gameItem({}, {}, 29)]));
  const answer = await world.ask('/api/tooltip/item/29');
  assert.equal(!answer.ok && answer.error.kind, 'not-found');
});

test('game files out of reach are no empty game files', async () => {
  const gone = err(unreachable('SQLITE_IOERR'));
  const rows: [path: string, said: Partial<GameFiles>][] = [
    ['item/25', { item: async () => gone }],
    ['item/25', { itemClass: async () => gone }],
    ['item/25', { set: async () => gone }],
    ['item/25', { name: async () => gone }],
    ['npc/6', { name: async () => gone }],
  ];
  for (const [path, said] of rows) {
    const world = await createFiled(gameFiles([SWORD], said));
    const answer = await world.ask(`/api/tooltip/${path}`);
    assert.equal(!answer.ok && answer.error.kind, 'unreachable', path);
  }
});

test('a page has the lines of its card, escaped, with links', async () => {
  const world = await createFiled(gameFiles([SWORD]));
  const page = await world.text('/item/25');
  const held = [
    '<title>Worn &quot;Sword&quot; &lt;b&gt; – Third Witness</title>',
    '<h1>Worn &quot;Sword&quot; &lt;b&gt;</h1>',
    '<p>Item 25 · Epic</p>',
    '<li>One-Hand · Sword</li>',
    '<li>Drops from <a href="/npc/6">Kobold</a> (12.5%, 3 of 24)</li>',
    '<li>Starts <a href="/quest/3">An Errand</a></li>',
    'found in game files, unconfirmed, build 1.15.8.67156, read 2026-11-01',
    'Data: Third Witness contributors',
    'href="/"',
  ];
  for (const text of held) assert.ok(page.includes(text), `${text} in ${page}`);
  assert.equal(page.includes('[?]'), false);
  const letter = await createFiled(gameFiles([gameItem({}, { startsQuestId: 4 })]));
  assert.ok((await letter.text('/item/25')).includes('<li>Starts Quest 4</li>'), 'what has no page is no link');
  assert.ok((await world.text('/item/26')).includes('[?] stands for a value'));
});

test('lists on cards: the likeliest, the cheapest and the newest rewards', async () => {
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
  assert.deepEqual((await lines('item/25')).slice(-14), [
    'Drops from NPC 21 (42%, 21 of 50)',
    'Drops from NPC 26 (26%, 26 of 100)',
    'Drops from NPC 25 (25%, 25 of 100)',
    'Drops from NPC 24 (24%, 24 of 100)',
    'Drops from NPC 23 (23%, 23 of 100)',
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
  assert.deepEqual(await lines('npc/21'), ['Drops Item 26 (100%, 50 of 50)', 'Drops Item 25 (42%, 21 of 50)']);
  assert.deepEqual(await lines('quest/3'), ['Reward: Item 26'], 'as the newest reports have it');
  assert.deepEqual(await lines('quest/4'), ['Reward: Item 25'], 'as some reports had it');
});

test('an agreed name of a zone goes before that of the files', async () => {
  const world = await createFiled(gameFiles([], { name: async () => ok('Filed') }));
  const { lines } = await world.card('npc/6');
  assert.deepEqual(lines.slice(2, 4), ['Found in Filed', 'Found in Elwynn (2 places)']);
  const agreedOnly = gameFiles([], { name: async (_, id) => ok(id === 14 ? 'Filed' : null) });
  assert.equal((await (await createFiled(agreedOnly)).card('npc/6')).gameData, null);
});

test('what could not be read is read anew', async () => {
  let broken = true;
  const gone = err(unreachable('SQLITE_IOERR'));
  const world = createWorld({
    reader: (reader) => ({ ...reader, drops: async (...args) => (broken ? gone : reader.drops(...args)) }),
  });
  await world.write(WORLD);
  assert.equal((await world.ask('/api/tooltip/item/25')).status, 503);
  broken = false;
  assert.equal((await world.ask('/api/tooltip/item/25')).status, 200);
});

test('without rates at hand, cards tell drops as the edges do', async () => {
  const world = createWorld({
    reader: (reader) => ({
      ...reader,
      view: async () => {
        const read = await reader.view();
        return read.ok && read.value !== null
          ? ok({ ...read.value, row: { ...read.value.row, ratePlaces: 1_000_000 } })
          : read;
      },
    }),
  });
  await world.write(WORLD);
  const lines = async (path: string) => parsed('tooltipResponse', (await world.ask(`/api/tooltip/${path}`)).text).lines;
  assert.deepEqual((await lines('item/25')).slice(-4, -2), ['Drops from Kobold', 'Drops from Object 61']);
  assert.deepEqual((await lines('npc/6')).slice(-1), ['Drops Worn "Sword" <b>']);
  assert.deepEqual(await lines('object/61'), ['Holds Worn "Sword" <b>']);
  assert.equal((await world.ask('/api/tooltip/object/71')).status, 404);
});
