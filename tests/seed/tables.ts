import { asTables, type TableSourceRow, writeTables } from '../domain/game_files/support.ts';
import { asClassic, type Rows, TABS, TALENTS } from '../domain/game_files/talent_tables.ts';

/** The build number of the seed's tables. */
export const SEED_BUILD = '1.15.8.67156';

/** The first item id of the invented world (tests/realm/world.ts). */
const FIRST_ITEM = 1_001;
const ITEMS = 120;
const SETS = 4;
const ITEMS_OF_SET = 5;
const FIRST_SPELL = 9_001;
const SPELLS = 20;
const SKILL = 197;

/** A weapon, two pieces of armour and a crafting material, in turn. */
const SHAPES = [
  { ClassID: 2, SubclassID: 0, InventoryType: 21 },
  { ClassID: 4, SubclassID: 1, InventoryType: 5 },
  { ClassID: 4, SubclassID: 2, InventoryType: 8 },
  { ClassID: 7, SubclassID: 5, InventoryType: 0 },
] as const;

const ICONS = ['INV_Sword_04.blp', 'INV_Chest_Cloth_17.blp', 'INV_Boots_05.blp', 'INV_Fabric_Linen_01.blp'];
const FIRST_ICON = 501;

function rows<T extends TableSourceRow>(count: number, row: (i: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, i) => row(i));
}

/** A small invented build: items, sets, icons, recipes with names, and one class with talents. */
const SHEETS: Rows = {
  Item: rows(ITEMS, (i) => ({
    ID: FIRST_ITEM + i,
    ...SHAPES[i % SHAPES.length]!,
    IconFileDataID: FIRST_ICON + (i % ICONS.length),
  })),
  ItemSparse: rows(ITEMS, (i) => ({
    ID: FIRST_ITEM + i,
    OverallQualityID: i % 6,
    ItemLevel: 5 + (i % 60),
    RequiredLevel: i % 60,
    Stackable: i % 4 === 3 ? 20 : 1,
    BuyPrice: 40 + 10 * i,
    SellPrice: 10 + 2 * i,
  })),
  ItemClass: [
    { ID: 1, ClassID: 2, ClassName_lang: 'Weapon' },
    { ID: 2, ClassID: 4, ClassName_lang: 'Armor' },
    { ID: 3, ClassID: 7, ClassName_lang: 'Trade Goods' },
  ],
  ItemSubClass: [
    { ID: 1, ClassID: 2, SubClassID: 0, DisplayName_lang: 'Axe', VerboseName_lang: 'One-Handed Axes' },
    { ID: 2, ClassID: 4, SubClassID: 1, DisplayName_lang: 'Cloth', VerboseName_lang: '' },
    { ID: 3, ClassID: 4, SubClassID: 2, DisplayName_lang: 'Leather', VerboseName_lang: '' },
    { ID: 4, ClassID: 7, SubClassID: 5, DisplayName_lang: 'Cloth', VerboseName_lang: '' },
  ],
  ItemSet: rows(SETS, (i) => ({
    ID: 1 + i,
    Name_lang: `Regalia of the ${i + 1}th`,
    ItemID: Array.from({ length: ITEMS_OF_SET }, (_, at) => FIRST_ITEM + SHAPES.length * (ITEMS_OF_SET * i + at) + 1),
  })),
  ManifestInterfaceData: ICONS.map((FileName, i) => ({ ID: FIRST_ICON + i, FileName })),
  SpellName: rows(SPELLS, (i) => ({ ID: FIRST_SPELL + i, Name_lang: `Craft the ${i + 1}th` })),
  SpellEffect: rows(SPELLS, (i) => ({
    ID: 1 + i,
    SpellID: FIRST_SPELL + i,
    Effect: 24,
    EffectItemType: FIRST_ITEM + i,
    DifficultyID: 0,
  })),
  SpellReagents: rows(SPELLS, (i) => ({
    ID: 1 + i,
    SpellID: FIRST_SPELL + i,
    Reagent: [FIRST_ITEM + 3 + SHAPES.length * i, FIRST_ITEM + 7],
    ReagentCount: [2, 1],
  })),
  SkillLine: [{ ID: SKILL, DisplayName_lang: 'Tailoring', ParentSkillLineID: 0 }],
  SkillLineAbility: rows(SPELLS, (i) => ({
    ID: 1 + i,
    SkillLine: SKILL,
    Spell: FIRST_SPELL + i,
    MinSkillLineRank: 1 + 10 * i,
    TrivialSkillLineRankLow: 20 + 12 * i,
    TrivialSkillLineRankHigh: 50 + 13 * i,
  })),
  ChrClasses: [{ ID: 1, Name_lang: 'Warrior', Filename: 'WARRIOR' }],
  ...asClassic(TABS, TALENTS),
};

/** Writes the tables into a folder, as an exporter would. */
export function writeSeedTables(dir: string): Promise<void> {
  return writeTables(dir, asTables(SHEETS));
}
