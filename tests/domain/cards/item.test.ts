import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Card, type CardLine, formatCardLine, hasMissingValue } from '../../../domain/cards/card.ts';
import { buildItemCard } from '../../../domain/cards/item.ts';
import { buildItemRowLines, buildMissingLines, type ItemRow } from '../../../domain/cards/item_row.ts';
import type { GameItem, ItemCard } from '../../../domain/ports/build.ts';
import { pickRateFields } from '../../../domain/reads/drops.ts';
import { NO_FIRST_ROWS } from '../../../domain/reads/entities/first_of.ts';
import type { Item } from '../../../domain/reads/entities/item.ts';
import { plainEstimate } from '../../support/item_rate.ts';
import { gameItem, itemRow, withoutColumns } from './support.ts';

function texts(lines: readonly CardLine[]): readonly string[] {
  return lines.map(formatCardLine);
}

/** Returns the card's lines about the row in the game files, followed by the lines about missing data. */
function linesOf(row: ItemRow): readonly string[] {
  return texts([...buildItemRowLines(row, null), ...buildMissingLines(row, true, null)]);
}

function missing(what: string): string {
  return `Not in the game’s files: ${what} [?]`;
}

function named<K extends string>(kind: K, id: number, name: string | null) {
  return { kind, id, name, url: `https://witness.example/${kind}/${id}` };
}

const SWORD = itemRow(
  gameItem(
    {
      classId: 2,
      subclassId: 7,
      inventoryType: 13,
      qualityId: 3,
      itemLevel: 28,
      requiredLevel: 23,
      icon: 'inv_sword_05',
      sellPriceCopper: 12_345,
      setId: 161,
    },
    {
      binding: 2,
      unique: 1,
      damage: [
        { min: 23.4, max: 44.6, school: 0 },
        { min: 1, max: 5, school: 2 },
      ],
      delayMs: 2_600,
      armour: 10,
      stats: [
        { statId: 7, amount: 5 },
        { statId: 4, amount: -3 },
        { statId: 99, amount: 2 },
      ],
      resistances: [{ school: 2, amount: 10 }],
      durability: 75,
      requiredSkillId: 164,
      requiredSkill: 125,
      allowableClass: 3,
      startsQuestId: 7,
    },
  ),
  {
    className: 'Weapon',
    subclassName: 'Sword',
    set: { setId: 161, name: 'Defias Leather', itemIds: [1, 2, 3, 4, 5] },
    requiredSkill: { skillId: 164, name: 'Blacksmithing', rank: 125 },
    classes: [
      { classId: 1, name: 'Warrior' },
      { classId: 2, name: 'Paladin' },
    ],
    startsQuest: named('quest', 7, 'A Letter'),
  },
);

const SWORD_LINES = [
  'Item level 28',
  'Binds when equipped',
  'Unique',
  'One-Hand · Sword',
  '23 - 45 Damage · Speed 2.60',
  '+ 1 - 5 Fire Damage',
  '(14.2 damage per second)',
  '10 Armour',
  '+5 Stamina',
  '-3 Strength',
  '+2 to stat 99',
  '+10 Fire Resistance',
  'Durability 75',
  'Classes: Warrior, Paladin',
  'Requires level 23',
  'Requires Blacksmithing (125)',
  'Set: Defias Leather (5 items)',
  'Starts A Letter',
  'Sell price 1g 23s 45c',
];

test('the card of a weapon has its known values', () => {
  assert.deepEqual(linesOf(SWORD), SWORD_LINES);
  assert.ok(buildItemRowLines(SWORD, null).every((line) => line.fromFiles));
});

test('a 0 in the files leaves out the line', () => {
  assert.deepEqual(linesOf(itemRow(gameItem())), ['Miscellaneous · Junk']);
});

test('without a row, one line says so and why', () => {
  const nothing = '(slot, stats, requirements, sell price [?])';
  for (const [isImported, why] of [
    [false, 'the game’s files have not been imported'],
    [true, 'the game’s files have no such item'],
  ] as const) {
    assert.deepEqual(buildItemRowLines(null, null), []);
    assert.deepEqual(texts(buildMissingLines(null, isImported, null)), [`Not known here: ${why} ${nothing}`]);
  }
  const bare = itemRow(withoutColumns(), { className: null, subclassName: null });
  const of = (level: number | null) => [...buildItemRowLines(bare, level), ...buildMissingLines(bare, true, level)];
  const rest =
    'binding, how many one can hold, slot, type, damage, armour, bag slots, stats, resistances, durability, classes, required level, required skill, set, quest it starts, sell price';
  assert.deepEqual(texts(of(null)), [missing(`item level, ${rest}`)]);
  assert.deepEqual(texts(of(7)), ['Item level 7', missing(rest)], 'what players agree on is not missed');
  assert.ok(of(7).every((line) => !line.fromFiles));
});

/** Returns the lines of the sword without some columns. */
function without(said: Partial<Omit<GameItem, 'card'>>, card: Partial<ItemCard> = {}): readonly string[] {
  return linesOf({ ...SWORD, item: { ...SWORD.item, ...said, card: { ...SWORD.item.card, ...card } } });
}

test('each missing column shows [?] and changes no other line', () => {
  const rows: [lines: readonly string[], gone: readonly string[], come: readonly string[]][] = [
    [without({ itemLevel: null }), ['Item level 28'], [missing('item level')]],
    [without({}, { binding: null }), ['Binds when equipped'], [missing('binding')]],
    [without({}, { unique: null }), ['Unique'], [missing('how many one can hold')]],
    [without({ inventoryType: null }), ['One-Hand · Sword'], ['Sword', missing('slot')]],
    [
      without({}, { damage: null }),
      ['23 - 45 Damage · Speed 2.60', '+ 1 - 5 Fire Damage', '(14.2 damage per second)'],
      [missing('damage')],
    ],
    [
      without({}, { delayMs: null }),
      ['23 - 45 Damage · Speed 2.60', '(14.2 damage per second)'],
      ['23 - 45 Damage · Speed [?]'],
    ],
    [without({}, { armour: null }), ['10 Armour'], [missing('armour')]],
    [without({}, { stats: null }), ['+5 Stamina', '-3 Strength', '+2 to stat 99'], [missing('stats')]],
    [without({}, { resistances: null }), ['+10 Fire Resistance'], [missing('resistances')]],
    [without({}, { durability: null }), ['Durability 75'], [missing('durability')]],
    [without({ requiredLevel: null }), ['Requires level 23'], [missing('required level')]],
    [without({}, { requiredSkill: null }), ['Requires Blacksmithing (125)'], ['Requires Blacksmithing ([?])']],
    [without({ sellPriceCopper: null }), ['Sell price 1g 23s 45c'], [missing('sell price')]],
  ];
  for (const [lines, gone, come] of rows) {
    assert.deepEqual(
      [SWORD_LINES.filter((line) => !lines.includes(line)), lines.filter((line) => !SWORD_LINES.includes(line))],
      [gone, come],
    );
  }
});

test('a missing table or row shows [?]', () => {
  const rows: [said: Partial<ItemRow>, line: string][] = [
    [{ subclassName: null }, 'One-Hand'],
    [{ subclassName: null }, missing('type')],
    [{ set: null }, missing('set')],
    [{ requiredSkill: { skillId: 164, name: null, rank: 125 } }, 'Requires [?] (125)'],
    [
      {
        classes: [
          { classId: 1, name: 'Warrior' },
          { classId: 2, name: null },
        ],
      },
      'Classes: Warrior, [?]',
    ],
  ];
  for (const [said, line] of rows) assert.ok(linesOf({ ...SWORD, ...said }).includes(line), line);
  const potion = gameItem({ classId: 0 });
  assert.deepEqual(linesOf(itemRow(potion, { className: null, subclassName: null })), [missing('type')]);
  assert.deepEqual(linesOf(itemRow(potion, { className: 'Consumable', subclassName: null })), [
    'Consumable',
    missing('subclass'),
  ]);
  assert.deepEqual(linesOf(itemRow(potion, { className: 'Consumable', subclassName: 'Consumable' })), ['Consumable']);
});

test('values that items of a class never have are not listed as missing', () => {
  const of = (classId: number): readonly string[] => {
    const row = itemRow({ ...withoutColumns(), classId, subclassId: 1 }, { className: 'C', subclassName: 'S' });
    const [line = ''] = texts(buildMissingLines(row, true, null));
    return line.replace('Not in the game’s files: ', '').replace(' [?]', '').split(', ');
  };
  const never: readonly (readonly [classId: number, what: string, never: readonly string[]])[] = [
    [0, 'a potion', ['slot', 'damage', 'armour', 'bag slots', 'stats', 'durability', 'set']],
    [1, 'a bag', ['damage', 'armour', 'stats', 'resistances', 'durability', 'set', 'quest it starts']],
    [2, 'a weapon', ['bag slots']],
    [4, 'armour', ['damage', 'bag slots']],
    [5, 'a reagent', ['slot', 'damage', 'armour', 'bag slots', 'required level', 'classes', 'quest it starts']],
    [6, 'arrows', ['armour', 'bag slots', 'stats', 'durability', 'required skill']],
    [7, 'cloth', ['slot', 'damage', 'armour', 'bag slots', 'stats', 'durability', 'required level', 'set']],
    [9, 'a recipe', ['slot', 'damage', 'armour', 'bag slots', 'durability']],
    [11, 'a quiver', ['damage', 'armour', 'stats', 'durability']],
    [12, 'a quest item', ['slot', 'damage', 'armour', 'bag slots', 'stats', 'required level', 'sell price']],
    [13, 'a key', ['slot', 'damage', 'armour', 'bag slots', 'required level', 'sell price']],
    [15, 'anything else', ['slot', 'damage', 'armour', 'bag slots', 'durability']],
  ];
  for (const [classId, what, names] of never) {
    const missed = of(classId);
    assert.deepEqual(
      names.filter((name) => missed.includes(name)),
      [],
      what,
    );
    for (const name of ['item level', 'binding', 'how many one can hold']) assert.ok(missed.includes(name), what);
  }
  for (const [classId, names] of [
    [2, ['slot', 'damage', 'armour', 'stats', 'sell price']],
    [1, ['slot', 'bag slots', 'sell price']],
    [6, ['slot', 'damage', 'sell price']],
    [9, ['required skill', 'sell price']],
    [12, ['quest it starts']],
    // An unknown future class excludes nothing.
    [99, ['damage', 'bag slots', 'sell price']],
  ] as const) {
    for (const name of names) assert.ok(of(classId).includes(name), `${classId}: ${name}`);
  }
});

test('values that items of a class never have are not shown, even if a column has them', () => {
  const damage = [{ min: 1, max: 2, school: 0 }];
  const of = (classId: number) =>
    linesOf(
      itemRow(gameItem({ classId, subclassId: 1 }, { damage, armour: 5, bagSlots: 4 }), {
        className: 'C',
        subclassName: 'S',
      }),
    );
  assert.deepEqual(of(7), ['C · S']);
  assert.deepEqual(of(12), ['C · S']);
  assert.deepEqual(of(1), ['C · S', '4 slot bag']);
  assert.deepEqual(of(2), ['S', '1 - 2 Damage', '5 Armour']);
});

test('the card says how many of an item one can hold', () => {
  const rows: [unique: number | boolean, lines: string[]][] = [
    [-1, []],
    [0, []],
    [1, ['Unique']],
    [2, ['Unique (2)']],
    [20, ['Unique (20)']],
    // Imports of 0.3.0 stored a boolean.
    [true, ['Unique']],
    [false, []],
  ];
  for (const [unique, lines] of rows) {
    const item = itemRow(gameItem({ classId: 15 }, { unique }));
    assert.deepEqual(
      linesOf(item).filter((line) => line.startsWith('Unique')),
      lines,
      String(unique),
    );
    assert.equal(
      linesOf(item).some((line) => line.includes('[?]')),
      false,
    );
  }
});

test('the card of a wearable item has its slot and type', () => {
  const worn = (inventoryType: number | null, subclassId = 0, subclassName = 'Miscellaneous') =>
    linesOf(itemRow(gameItem({ classId: 4, subclassId, inventoryType }), { className: 'Armor', subclassName }));
  assert.deepEqual(worn(11), ['Finger']);
  assert.deepEqual(worn(20, 1, 'Cloth'), ['Chest · Cloth']);
  assert.deepEqual(worn(null), [missing('slot')]);
  assert.deepEqual(worn(0), []);
  const bag = gameItem({ classId: 1, inventoryType: 18 }, { bagSlots: 16 });
  assert.deepEqual(linesOf(itemRow(bag, { className: 'Container', subclassName: 'Bag' })), [
    'Bag · Container',
    '16 slot bag',
  ]);
});

test('the card of a weapon with a fixed damage has a single number', () => {
  const wand = gameItem(
    { classId: 2, subclassId: 7, inventoryType: 26 },
    { damage: [{ min: 5, max: 5, school: 6 }], delayMs: 1_500 },
  );
  assert.deepEqual(linesOf(itemRow(wand, { subclassName: 'Wand' })), [
    'Ranged · Wand',
    '5 Arcane Damage · Speed 1.50',
    '(3.3 damage per second)',
  ]);
});

/** The card of item 25 by what players observed and its row in the game's files. */
function cardOf(observed: Partial<Item> = {}, row: ItemRow | null = itemRow(gameItem({ qualityId: null }))): Card {
  return buildItemCard({ ...UNOBSERVED, ...observed }, row, true);
}

const UNOBSERVED: Item = {
  isObserved: true,
  item: named('item', 25, null),
  name: null,
  quality: null,
  itemLevel: null,
  droppedBy: NO_FIRST_ROWS,
  droppedBySeenByFew: NO_FIRST_ROWS,
  gatheredFrom: NO_FIRST_ROWS,
  gathering: NO_FIRST_ROWS,
  soldBy: NO_FIRST_ROWS,
  vendorPrices: [],
  rewardFrom: NO_FIRST_ROWS,
  madeBy: NO_FIRST_ROWS,
  reagentFor: NO_FIRST_ROWS,
  teaches: NO_FIRST_ROWS,
  collections: NO_FIRST_ROWS,
  marketRealms: NO_FIRST_ROWS,
  markets: [],
};

test('title, colour and icon', () => {
  const epic = { quality: { value: 'epic', installs: 3 } } as const;
  const poor = { quality: { value: 'poor', installs: 3 } } as const;
  const rows: [card: Card, title: string, color: string | null, icon: string | null][] = [
    [cardOf(), 'Item 25', null, null],
    [cardOf({ name: { value: 'Worn Sword', installs: 3 } }), 'Worn Sword', null, null],
    [cardOf(epic), 'Item 25', '#a335ee', null],
    [cardOf({}, SWORD), 'Item 25', '#0070dd', 'inv_sword_05'],
    [cardOf(poor, SWORD), 'Item 25', '#9d9d9d', 'inv_sword_05'],
    [cardOf({}, itemRow(gameItem({ qualityId: 8 }))), 'Item 25', null, null],
  ];
  for (const [card, title, color, icon] of rows) {
    assert.deepEqual([card.title, card.color, card.icon], [title, color, icon]);
  }
});

test('`fromFiles` is true if the card shows a value from the game files', () => {
  const bare = gameItem({ classId: 4, inventoryType: 0, qualityId: null });
  const of = (said: Partial<GameItem>): ItemRow => itemRow({ ...bare, ...said });
  const rows: [card: Card, fromFiles: boolean][] = [
    [cardOf({}, null), false],
    [cardOf({}, itemRow(withoutColumns(), { className: null, subclassName: null })), false],
    [cardOf({}, of({})), false],
    [cardOf({}, of({ icon: 'inv_ring_01' })), true],
    [cardOf({}, of({ qualityId: 2 })), true],
    [cardOf({ quality: { value: 'poor', installs: 3 } }, of({ qualityId: 2 })), false],
    [cardOf({}, of({ itemLevel: 5 })), true],
    [cardOf({ itemLevel: { value: 6, installs: 3 } }, of({ itemLevel: 5 })), false],
  ];
  for (const [i, [card, fromFiles]] of rows.entries()) assert.equal(card.fromFiles, fromFiles, `${i}`);
});

/** Figures of a source that was looted `kills` times. */
function source(kind: 'npc' | 'object', id: number, name: string | null, drops = 0, kills = 0) {
  const windows = {
    sourceType: kind,
    sourceId: id,
    itemId: 5,
    drops,
    kills: Math.max(1, kills),
    reporters: 3,
    installs: 3,
    topWindows: 1,
  };
  const figures = pickRateFields({ ...windows, ...plainEstimate(drops, windows.kills) });
  return { source: named(kind, id, name), levels: null, places: null, ...figures };
}

test('what one or two players saw is one line, without figures', () => {
  const sources = ['Kobold', 'Wolf', 'Bear'].map((name, i) => source('npc', 6 + i, name));
  const rows: [total: number, line: string | undefined][] = [
    [0, undefined],
    [1, 'Seen by one or two players: drops from Kobold'],
    [2, 'Seen by one or two players: drops from Kobold and Wolf'],
    [3, 'Seen by one or two players: drops from Kobold, Wolf and Bear'],
    [5, 'Seen by one or two players: drops from Kobold, Wolf, Bear and 2 more'],
  ];
  for (const [total, line] of rows) {
    const card = cardOf({ droppedBySeenByFew: { rows: sources.slice(0, total), total } }, null);
    assert.equal(
      texts(card.lines).find((text) => text.startsWith('Seen')),
      line,
    );
  }
});

function recipe(id: number, name: string | null, profession: string | null) {
  return {
    recipe: { ...named('recipe', id, name), url: null },
    profession: profession === null ? null : { value: profession, installs: 3 },
    ...{ makes: null, reagents: null, thresholds: null, taughtBy: null },
  };
}

test('what players observed', () => {
  const seen = { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' };
  const innkeeper = { vendor: named('npc', 5, 'Innkeeper'), places: null, ...seen };
  const unpriced = {
    ...innkeeper,
    vendor: named('npc', 8, null),
    prices: [],
    withReputation: [],
    limited: null,
    limitedStock: null,
  };
  const vendorPrices = [{ value: 25, installs: 3 }];
  const card = cardOf(
    {
      itemLevel: { value: 7, installs: 3 },
      droppedBy: { rows: [source('npc', 6, 'Kobold', 3, 24), source('object', 9, null)], total: 9 },
      soldBy: {
        rows: [
          {
            ...innkeeper,
            prices: [25, 30].map((value) => ({ value, installs: 3 })),
            withReputation: [],
            limited: { value: true, installs: 3 },
            limitedStock: { value: 2, installs: 3 },
          },
          unpriced,
        ],
        total: 2,
      },
      vendorPrices,
      rewardFrom: { rows: [{ quest: named('quest', 3, 'An Errand'), level: null, ...seen }], total: 1 },
      madeBy: { rows: [recipe(700, 'Soup', 'Cooking')], total: 1 },
      reagentFor: { rows: [recipe(701, null, null)], total: 3 },
      teaches: { rows: [recipe(702, 'Stew', null)], total: 1 },
    },
    itemRow(gameItem()),
  );
  assert.deepEqual(texts(card.lines), [
    'Item level 7',
    'Miscellaneous · Junk',
    'Drops from Kobold: about 13%, between 4.3% and 32% (3 of 24 looted, only 3 players so far)',
    'Drops from Object 9: too uncertain to say (0% to 80%; 0 of 1 looted, only 3 players so far)',
    'Drops from 7 more',
    'Sold by Innkeeper for 25c or 30c, 2 in stock',
    'Sold by NPC 8',
    'Reward from An Errand',
    'Made by Soup (Cooking)',
    'Reagent for Recipe 701',
    'Reagent for 2 more',
    'Teaches Stew',
  ]);
  assert.equal(hasMissingValue(card.lines), false);
  const unnamed = cardOf({ vendorPrices }, itemRow(gameItem()));
  assert.deepEqual(texts(unnamed.lines).at(-1), 'Sold by vendors for 25c');
});

test('what players observed comes before what is missing', () => {
  const sold = { vendorPrices: [{ value: 25, installs: 3 }], itemLevel: { value: 7, installs: 3 } };
  const unimported = buildItemCard({ ...UNOBSERVED, ...sold }, null, false);
  assert.deepEqual(texts(unimported.lines), [
    'Item level 7',
    'Sold by vendors for 25c',
    'Not known here: the game’s files have not been imported (slot, stats, requirements, sell price [?])',
  ]);
  const row = itemRow(gameItem({ classId: 7, sellPriceCopper: null }), {
    className: 'Trade Goods',
    subclassName: 'Cloth',
  });
  assert.deepEqual(texts(cardOf(sold, row).lines), [
    'Item level 7',
    'Trade Goods · Cloth',
    'Sold by vendors for 25c',
    missing('sell price'),
  ]);
});
