import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CardLine, type EntityName, isPartial, lineText } from '../../domain/cards/card.ts';
import { few } from '../../domain/cards/drop_lines.ts';
import { type ItemFacts, itemCard } from '../../domain/cards/item.ts';
import { type ItemRow, itemRowLines } from '../../domain/cards/item_row.ts';
import type { GameItem, ItemCard } from '../../domain/ports/build.ts';
import { gameItem, itemRow, withoutColumns } from './support.ts';

const texts = (lines: readonly CardLine[]): readonly string[] => lines.map(lineText);

const linesOf = (row: ItemRow | null): readonly string[] => texts(itemRowLines(row, null));

const named = (type: EntityName['type'], id: number, name: string): EntityName => ({ type, id, name, hasPage: true });

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
    set: { name: 'Defias Leather', pieces: 5 },
    skillName: 'Blacksmithing',
    classNames: ['Warrior', 'Paladin'],
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

test('a weapon as players know it', () => {
  assert.deepEqual(linesOf(SWORD), SWORD_LINES);
  assert.ok(itemRowLines(SWORD, null).every((line) => line.fromFiles));
});

test('a 0 in the file leaves its line out', () => {
  assert.deepEqual(linesOf(itemRow(gameItem())), ['Miscellaneous · Junk']);
});

test('without a row nothing is given', () => {
  const lines = itemRowLines(null, null);
  assert.deepEqual(texts(lines), [
    'Item level [?]',
    'Binding [?]',
    'Slot and type [?]',
    'Damage [?]',
    'Armour [?]',
    'Stats [?]',
    'Requires level [?]',
    'Sell price [?]',
    'Uniqueness, bag slots, resistances, durability, classes, required skill, set, quest it starts [?]',
  ]);
  assert.ok(lines.every((line) => !line.fromFiles));
  assert.deepEqual(linesOf(itemRow(withoutColumns(), { className: null, subclassName: null })), texts(lines));
});

/** The sword without some column, and what becomes of its lines. */
const without = (said: Partial<Omit<GameItem, 'card'>>, card: Partial<ItemCard> = {}): readonly string[] =>
  linesOf({ ...SWORD, item: { ...SWORD.item, ...said, card: { ...SWORD.item.card, ...card } } });

test('each column that is absent is a [?], and nothing else changes', () => {
  const rows: [lines: readonly string[], gone: readonly string[], come: readonly string[]][] = [
    [without({ itemLevel: null }), ['Item level 28'], ['Item level [?]']],
    [without({}, { binding: null }), ['Binds when equipped'], ['Binding [?]']],
    [without({}, { unique: null }), ['Unique'], ['Uniqueness [?]']],
    [without({ inventoryType: null }), ['One-Hand · Sword'], ['[?] · Sword']],
    [
      without({}, { damage: null }),
      ['23 - 45 Damage · Speed 2.60', '+ 1 - 5 Fire Damage', '(14.2 damage per second)'],
      ['Damage [?]'],
    ],
    [
      without({}, { delayMs: null }),
      ['23 - 45 Damage · Speed 2.60', '(14.2 damage per second)'],
      ['23 - 45 Damage · Speed [?]'],
    ],
    [without({}, { armour: null }), ['10 Armour'], ['Armour [?]']],
    [without({}, { stats: null }), ['+5 Stamina', '-3 Strength', '+2 to stat 99'], ['Stats [?]']],
    [without({}, { resistances: null }), ['+10 Fire Resistance'], ['Resistances [?]']],
    [without({}, { durability: null }), ['Durability 75'], ['Durability [?]']],
    [without({ requiredLevel: null }), ['Requires level 23'], ['Requires level [?]']],
    [without({}, { requiredSkill: null }), ['Requires Blacksmithing (125)'], ['Requires Blacksmithing ([?])']],
    [without({ sellPriceCopper: null }), ['Sell price 1g 23s 45c'], ['Sell price [?]']],
  ];
  for (const [lines, gone, come] of rows) {
    assert.deepEqual(
      [SWORD_LINES.filter((line) => !lines.includes(line)), lines.filter((line) => !SWORD_LINES.includes(line))],
      [gone, come],
    );
  }
});

test('tables and rows that are absent', () => {
  const rows: [said: Partial<ItemRow>, line: string][] = [
    [{ subclassName: null }, 'One-Hand · [?]'],
    [{ set: null }, 'Set [?]'],
    [{ skillName: null }, 'Requires [?] (125)'],
    [{ classNames: ['Warrior', null] }, 'Classes: Warrior, [?]'],
  ];
  for (const [said, line] of rows) assert.ok(linesOf({ ...SWORD, ...said }).includes(line), line);
  const potion = gameItem({ classId: 0 });
  assert.deepEqual(linesOf(itemRow(potion, { className: null, subclassName: null })), ['Type [?]']);
  assert.deepEqual(linesOf(itemRow(potion, { className: 'Consumable', subclassName: null })), ['Consumable · [?]']);
  assert.deepEqual(linesOf(itemRow(potion, { className: 'Consumable', subclassName: 'Consumable' })), ['Consumable']);
});

test('figures that only some classes of items have are missed on those alone', () => {
  const missing = { damage: null, armour: null, stats: null, resistances: null, durability: null, bagSlots: null };
  const of = (classId: number): readonly string[] =>
    linesOf(itemRow(gameItem({ classId, subclassId: 1 }, missing), { className: 'C', subclassName: 'S' }));
  assert.deepEqual(of(0), ['C · S']);
  assert.deepEqual(of(1), ['C · S', 'Bag slots [?]']);
  assert.deepEqual(of(2), ['S', 'Damage [?]', 'Armour [?]', 'Stats [?]', 'Resistances, durability [?]']);
  assert.deepEqual(of(4), ['S', 'Armour [?]', 'Stats [?]', 'Resistances, durability [?]']);
  assert.deepEqual(of(6), ['C · S', 'Damage [?]']);
});

test('how many of an item one can hold', () => {
  const rows: [unique: number | boolean, lines: string[]][] = [
    [-1, []],
    [0, []],
    [1, ['Unique']],
    [2, ['Unique (2)']],
    [20, ['Unique (20)']],
    // As kept by imports of 0.3.0.
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

test('worn things', () => {
  const worn = (inventoryType: number | null, subclassId = 0, subclassName = 'Miscellaneous') =>
    linesOf(itemRow(gameItem({ classId: 4, subclassId, inventoryType }), { className: 'Armor', subclassName }));
  assert.deepEqual(worn(11), ['Finger']);
  assert.deepEqual(worn(20, 1, 'Cloth'), ['Chest · Cloth']);
  assert.deepEqual(worn(null), ['Slot [?]']);
  assert.deepEqual(worn(0), []);
  const bag = gameItem({ classId: 1, inventoryType: 18 }, { bagSlots: 16 });
  assert.deepEqual(linesOf(itemRow(bag, { className: 'Container', subclassName: 'Bag' })), [
    'Bag · Container',
    '16 slot bag',
  ]);
});

test('a weapon of one damage that never varies', () => {
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

const facts = (said: Partial<ItemFacts> = {}): ItemFacts => ({
  itemId: 25,
  name: null,
  quality: null,
  itemLevel: null,
  drops: few([], 5),
  dropsSeenByFew: few([], 5),
  sellers: few([], 5),
  vendorPrices: [],
  quests: few([], 5),
  madeBy: few([], 5),
  reagentFor: few([], 5),
  teaches: few([], 5),
  row: itemRow(gameItem({ qualityId: null })),
  ...said,
});

test('title, colour and icon', () => {
  const rows: [said: Partial<ItemFacts>, title: string, color: string | null, icon: string | null][] = [
    [{}, 'Item 25', null, null],
    [{ name: 'Worn Sword' }, 'Worn Sword', null, null],
    [{ quality: 'epic' }, 'Item 25', '#a335ee', null],
    [{ row: SWORD }, 'Item 25', '#0070dd', 'inv_sword_05'],
    [{ row: SWORD, quality: 'poor' }, 'Item 25', '#9d9d9d', 'inv_sword_05'],
    [{ row: itemRow(gameItem({ qualityId: 8 })) }, 'Item 25', null, null],
  ];
  for (const [said, title, color, icon] of rows) {
    const card = itemCard(facts(said));
    assert.deepEqual([card.title, card.color, card.icon], [title, color, icon]);
  }
});

test('what was read from the files is known', () => {
  const bare = gameItem({ classId: 4, inventoryType: 0, qualityId: null });
  const rows: [said: Partial<ItemFacts>, fromFiles: boolean][] = [
    [{ row: null }, false],
    [{ row: itemRow(withoutColumns(), { className: null, subclassName: null }) }, false],
    [{ row: itemRow(bare) }, false],
    [{ row: itemRow({ ...bare, icon: 'inv_ring_01' }) }, true],
    [{ row: itemRow({ ...bare, qualityId: 2 }) }, true],
    [{ row: itemRow({ ...bare, qualityId: 2 }), quality: 'poor' }, false],
    [{ row: itemRow({ ...bare, itemLevel: 5 }) }, true],
    [{ row: itemRow({ ...bare, itemLevel: 5 }), itemLevel: 6 }, false],
  ];
  for (const [i, [said, fromFiles]] of rows.entries()) assert.equal(itemCard(facts(said)).fromFiles, fromFiles, `${i}`);
});

test('what one or two players saw is one line, without figures', () => {
  const names = ['Kobold', 'Wolf', 'Bear'].map((name, i) => named('npc', 6 + i, name));
  const rows: [total: number, line: string | undefined][] = [
    [0, undefined],
    [1, 'Seen by one or two players: drops from Kobold'],
    [2, 'Seen by one or two players: drops from Kobold and Wolf'],
    [3, 'Seen by one or two players: drops from Kobold, Wolf and Bear'],
    [5, 'Seen by one or two players: drops from Kobold, Wolf, Bear and 2 more'],
  ];
  for (const [total, line] of rows) {
    const card = itemCard(facts({ row: null, dropsSeenByFew: few(names.slice(0, total), 3, total) }));
    assert.equal(
      texts(card.lines).find((text) => text.startsWith('Seen')),
      line,
    );
  }
});

test('what players observed', () => {
  const kobold = named('npc', 6, 'Kobold');
  const card = itemCard(
    facts({
      row: itemRow(gameItem()),
      itemLevel: 7,
      drops: few(
        [
          { other: kobold, counts: { drops: 3, kills: 24 } },
          { other: named('object', 9, 'Object 9'), counts: { drops: 0, kills: 0 } },
        ],
        5,
        9,
      ),
      sellers: few(
        [
          { other: named('npc', 5, 'Innkeeper'), prices: [25, 30], stock: 2 },
          { other: named('npc', 8, 'NPC 8'), prices: [], stock: null },
        ],
        5,
      ),
      vendorPrices: [25],
      quests: few([named('quest', 3, 'An Errand')], 5),
      madeBy: few([{ recipeId: 700, name: 'Soup', profession: 'Cooking' }], 5),
      reagentFor: few([{ recipeId: 701, name: null, profession: null }], 5, 3),
      teaches: few([{ recipeId: 702, name: 'Stew', profession: null }], 5),
    }),
  );
  assert.deepEqual(texts(card.lines), [
    'Item level 7',
    'Miscellaneous · Junk',
    'Drops from Kobold (12.5%, 3 of 24)',
    'Drops from Object 9 (0%, 0 of 0)',
    'Drops from 7 more',
    'Sold by Innkeeper for 25c or 30c, 2 in stock',
    'Sold by NPC 8',
    'Reward from An Errand',
    'Made by Soup (Cooking)',
    'Reagent for Recipe 701',
    'Reagent for 2 more',
    'Teaches Stew',
  ]);
  assert.equal(isPartial(card.lines), false);
  const unnamed = itemCard(facts({ row: itemRow(gameItem()), vendorPrices: [25] }));
  assert.deepEqual(texts(unnamed.lines).at(-1), 'Sold by vendors for 25c');
});
