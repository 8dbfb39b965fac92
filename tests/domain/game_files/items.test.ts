import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameItem } from '../../../domain/ports/build.ts';
import { itemRow, itemsOf, piecesOf, type Row, without } from './memory_tables.ts';

/** A row of `ItemSparse` with every column that the item reader uses. */
const SWORD: Row = {
  ID: 7,
  OverallQualityID: 4,
  ItemLevel: 66,
  RequiredLevel: 60,
  Stackable: 1,
  BuyPrice: 500_000,
  SellPrice: 100_000,
  ItemSet: 41,
  Bonding: 1,
  MaxCount: 1,
  MaxDurability: 105,
  ItemDelay: 2800,
  ContainerSlots: 0,
  StartQuestID: 0,
  RequiredSkill: 164,
  RequiredSkillRank: 300,
  AllowableClass: -1,
  InventoryType: 17,
  Resistances: [40, 0, 10, 0, 0, 0, -5],
  MinDamage: [57, 1],
  MaxDamage: [107, 3],
  DamageType: [0, 2],
  StatModifier_bonusStat: [4, 7, -1, 0],
  StatModifier_bonusAmount: [12, -3, 9, 5],
};

const NOTHING: GameItem['card'] = {
  binding: null,
  unique: null,
  armour: null,
  damage: null,
  delayMs: null,
  stats: null,
  resistances: null,
  durability: null,
  bagSlots: null,
  startsQuestId: null,
  requiredSkillId: null,
  requiredSkill: null,
  allowableClass: null,
};

const ITEM = itemRow(7, { ClassID: 2, SubclassID: 8, InventoryType: 17, IconFileDataID: 11 });
const MANIFEST = [
  { ID: 11, FilePath: 'Interface\\Icons\\', FileName: 'INV_Sword_04.BLP' },
  { ID: 12, FilePath: 'Interface\\Other\\', FileName: 'unwanted.blp' },
];

test('an item is read from its two rows and its icon', async () => {
  assert.deepEqual(await itemsOf({ Item: [ITEM], ItemSparse: [SWORD], ManifestInterfaceData: MANIFEST }), [
    {
      itemId: 7,
      classId: 2,
      subclassId: 8,
      inventoryType: 17,
      qualityId: 4,
      itemLevel: 66,
      requiredLevel: 60,
      iconId: 11,
      icon: 'inv_sword_04',
      stack: 1,
      buyPriceCopper: 500_000,
      sellPriceCopper: 100_000,
      setId: 41,
      card: {
        binding: 1,
        unique: 1,
        armour: 40,
        delayMs: 2800,
        durability: 105,
        bagSlots: 0,
        startsQuestId: 0,
        damage: [
          { min: 57, max: 107, school: 0 },
          { min: 1, max: 3, school: 2 },
        ],
        stats: [
          { statId: 4, amount: 12 },
          { statId: 7, amount: -3 },
          { statId: 0, amount: 5 },
        ],
        resistances: [
          { school: 2, amount: 10 },
          { school: 6, amount: -5 },
        ],
        requiredSkillId: 164,
        requiredSkill: 300,
        allowableClass: -1,
      },
    },
  ]);
});

test('a missing value is null and not 0', async () => {
  const [item] = await itemsOf({ Item: [ITEM, itemRow(8)], ItemSparse: [{ ...SWORD, ID: 8 }] });
  assert.deepEqual(item, {
    itemId: 7,
    classId: 2,
    subclassId: 8,
    inventoryType: 17,
    qualityId: null,
    itemLevel: null,
    requiredLevel: null,
    iconId: 11,
    icon: null,
    stack: null,
    buyPriceCopper: null,
    sellPriceCopper: null,
    setId: null,
    card: NOTHING,
  });
});

const zeros = Object.fromEntries(
  Object.entries(SWORD).map(([name, cell]) => [name, name === 'ID' ? 7 : typeof cell === 'object' ? [0, 0] : 0]),
);

test('a 0 in the files is a value', async () => {
  const [item] = await itemsOf({ Item: [ITEM], ItemSparse: [zeros] });
  assert.deepEqual(
    [item?.qualityId, item?.itemLevel, item?.requiredLevel, item?.stack, item?.sellPriceCopper, item?.setId],
    [0, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(item?.card, {
    binding: 0,
    unique: 0,
    armour: 0,
    damage: [],
    delayMs: 0,
    stats: [],
    resistances: [],
    durability: 0,
    bagSlots: 0,
    startsQuestId: 0,
    requiredSkillId: 0,
    requiredSkill: 0,
    allowableClass: 0,
  });
});

const ABSENT: readonly (readonly [column: string, (item: GameItem) => unknown])[] = [
  ['OverallQualityID', (item) => item.qualityId],
  ['ItemLevel', (item) => item.itemLevel],
  ['RequiredLevel', (item) => item.requiredLevel],
  ['Stackable', (item) => item.stack],
  ['BuyPrice', (item) => item.buyPriceCopper],
  ['SellPrice', (item) => item.sellPriceCopper],
  ['ItemSet', (item) => item.setId],
  ['Bonding', (item) => item.card.binding],
  ['MaxCount', (item) => item.card.unique],
  ['Resistances', (item) => item.card.armour],
  ['Resistances', (item) => item.card.resistances],
  ['MinDamage', (item) => item.card.damage],
  ['MaxDamage', (item) => item.card.damage],
  ['DamageType', (item) => item.card.damage],
  ['ItemDelay', (item) => item.card.delayMs],
  ['StatModifier_bonusStat', (item) => item.card.stats],
  ['StatModifier_bonusAmount', (item) => item.card.stats],
  ['MaxDurability', (item) => item.card.durability],
  ['ContainerSlots', (item) => item.card.bagSlots],
  ['StartQuestID', (item) => item.card.startsQuestId],
  ['RequiredSkill', (item) => item.card.requiredSkillId],
  ['RequiredSkillRank', (item) => item.card.requiredSkill],
  ['AllowableClass', (item) => item.card.allowableClass],
];

test('a missing column makes its field unknown', async () => {
  for (const [column, field] of ABSENT) {
    const [whole] = await itemsOf({ Item: [ITEM], ItemSparse: [SWORD] });
    const [item] = await itemsOf({ Item: [ITEM], ItemSparse: without([SWORD], column) });
    assert.notEqual(field(whole!), null, column);
    assert.equal(field(item!), null, column);
  }
});

test('if both tables have a column, the nonzero value wins', async () => {
  const said = { InventoryType: 17, RequiredLevel: 60, MaxDurability: 105, Resistances: [40], ...damage([57], [107]) };
  const silent = { InventoryType: 0, RequiredLevel: 0, MaxDurability: 0, Resistances: [0], ...damage([0], [0]) };
  for (const [item, sparse] of [
    [said, silent],
    [silent, said],
    [said, {}],
    [{ InventoryType: '' }, said],
  ] as const) {
    const [found] = await itemsOf({ Item: [{ ...ITEM, ...item }], ItemSparse: [{ ID: 7, ...sparse }] });
    const { armour, durability } = found!.card;
    assert.deepEqual([found?.inventoryType, found?.requiredLevel, armour, durability], [17, 60, 40, 105]);
    assert.deepEqual(found?.card.damage, [{ min: 57, max: 107, school: 0 }]);
  }
});

function damage(min: readonly number[], max: readonly number[]): Row {
  return {
    MinDamage: min,
    MaxDamage: max,
    DamageType: [0],
  };
}

test('a cell without a number is unknown', async () => {
  const row = { ...SWORD, AllowableClass: '', ItemLevel: 'high', RequiredLevel: '' };
  const [item] = await itemsOf({ Item: [ITEM], ItemSparse: [row] });
  assert.deepEqual([item?.card.allowableClass, item?.itemLevel, item?.requiredLevel], [null, null, null]);
});

test('an impossible negative number is unknown', async () => {
  const row = { ...SWORD, OverallQualityID: -1, SellPrice: -1, ItemSet: -1, Stackable: 2_147_483_647 };
  const [item] = await itemsOf({ Item: [{ ...ITEM, ClassID: -1 }], ItemSparse: [row] });
  assert.deepEqual(
    [item?.classId, item?.qualityId, item?.sellPriceCopper, item?.setId, item?.stack],
    [null, null, null, null, 2_147_483_647],
  );
});

test('items are sorted by id whatever the order of the tables, and one table is enough for an item', async () => {
  const items = await itemsOf({
    Item: [itemRow(30), itemRow(2), itemRow(0), itemRow(-4), { ...itemRow(5), ID: 'five' }, itemRow(200)],
    ItemSparse: [200, 9, 2].map((ID) => ({ ...SWORD, ID })),
  });
  assert.deepEqual(
    items.map(({ itemId, classId, qualityId }) => [itemId, classId, qualityId]),
    [
      [2, 4, 4],
      [9, null, 4],
      [30, 4, null],
      [200, 4, 4],
    ],
  );
});

test('the set of an item is its own, or the first set that lists it', async () => {
  const ItemSet = [
    { ID: 65, Name_lang: 'Later', ItemID: [1, 2, 3] },
    { ID: 41, Name_lang: 'Earlier', ItemID: [2, 0] },
  ];
  const Item = [1, 2, 3, 4].map((id) => itemRow(id));
  const sets = async (ItemSparse: readonly Row[]) =>
    (await itemsOf({ Item, ItemSparse, ItemSet })).map(({ setId }) => setId);
  assert.deepEqual(await sets([]), [65, 41, 65, null]);
  const told = [
    { ID: 1, ItemSet: 41 },
    { ID: 2, ItemSet: 0 },
    { ID: 4, ItemSet: 0 },
  ];
  assert.deepEqual(await sets(told), [41, 41, 65, 0]);
});

test('a set has the items that it lists, followed by items that name it', async () => {
  const pieces = await piecesOf({
    Item: [itemRow(1)],
    ItemSparse: [
      { ID: 9, ItemSet: 41 },
      { ID: 3, ItemSet: 41 },
      { ID: 5, ItemSet: 77 },
    ],
    ItemSet: [
      { ID: 65, Name_lang: ' The "Postmaster" ', ItemID: [] },
      { ID: 41, Name_lang: 'Arms', ItemID: [9, 0, 4, 9, -2] },
    ],
  });
  assert.deepEqual(
    pieces.flatMap((piece) => (piece.piece === 'set' ? [piece.set] : [])),
    [
      { setId: 41, name: 'Arms', itemIds: [9, 4, 3] },
      { setId: 65, name: 'The "Postmaster"', itemIds: [] },
    ],
  );
});

test('an icon has no folder and no extension in its name, and icon 0 has no name', async () => {
  const items = await itemsOf({
    Item: [10, 11, 12, 0, 13].map((icon, i) => itemRow(i + 1, { IconFileDataID: icon })),
    ManifestInterfaceData: [
      { ID: 12, FileName: 'Interface/Icons/Spell_Fire.tga' },
      { ID: 10, FileName: 'INV_Misc.Bag.blp' },
      { ID: 11, FileName: '' },
      { ID: 0, FileName: 'zero.blp' },
    ],
  });
  assert.deepEqual(
    items.map(({ iconId, icon }) => [iconId, icon]),
    [
      [10, 'inv_misc.bag'],
      [11, null],
      [12, 'spell_fire'],
      [0, null],
      [13, null],
    ],
  );
});
