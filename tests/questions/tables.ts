import { asTables, type TableSourceRow, writeTables } from '../domain/game_files/support.ts';
import { asClassic, TABS, TALENTS } from '../domain/game_files/talent_tables.ts';
import { RECIPES } from './world.ts';

export const VALLEY_BUILD = '1.15.8.67156';

/** Class, subclass, slot, item level, required level and icon, keyed by item. */
const SHAPES: Readonly<Record<number, readonly [number, number, number, number, number, number]>> = {
  2589: [7, 5, 0, 5, 0, 1],
  2592: [7, 5, 0, 15, 0, 1],
  2996: [7, 5, 0, 10, 0, 1],
  2997: [7, 5, 0, 20, 0, 1],
  774: [7, 7, 0, 7, 0, 2],
  2320: [7, 0, 0, 1, 0, 3],
  1251: [0, 7, 0, 1, 0, 4],
  2581: [0, 7, 0, 1, 0, 4],
  118: [0, 1, 0, 5, 1, 5],
  159: [0, 5, 0, 5, 1, 5],
  4540: [0, 5, 0, 5, 1, 5],
  2570: [4, 1, 16, 6, 1, 6],
  4343: [4, 1, 7, 10, 5, 6],
  2568: [4, 1, 5, 10, 5, 6],
  1935: [2, 15, 13, 24, 19, 7],
};

const SKILLS: Readonly<Record<string, number>> = { 'First Aid': 129, Tailoring: 197, Cooking: 185 };

/** Spells that only the build has: what is made of linen, and with which skill. */
const FILED_RECIPES = [
  ...RECIPES.map(({ id, name, makes, reagents, profession, turns }) => ({
    id,
    name,
    makes,
    reagents,
    skill: SKILLS[profession]!,
    low: turns[0],
    high: turns[2],
  })),
  { id: 3914, name: 'Brown Linen Pants', makes: 4343, skill: 197, low: 30, high: 70, reagents: [[2996, 2]] },
  { id: 2385, name: 'Brown Linen Vest', makes: 2568, skill: 197, low: 35, high: 65, reagents: [[2996, 1]] },
] as const;

const SHEETS: Readonly<Record<string, readonly TableSourceRow[]>> = {
  Item: Object.entries(SHAPES).map(([id, [ClassID, SubclassID, InventoryType, , , icon]]) => ({
    ID: Number(id),
    ClassID,
    SubclassID,
    InventoryType,
    IconFileDataID: 500 + icon,
  })),
  ItemSparse: Object.entries(SHAPES).map(([id, [classId, , , ItemLevel, RequiredLevel]]) => ({
    ID: Number(id),
    OverallQualityID: id === '1935' ? 3 : 1,
    ItemLevel,
    RequiredLevel,
    Stackable: classId === 7 || classId === 0 ? 20 : 1,
    BuyPrice: 4 * ItemLevel,
    SellPrice: ItemLevel,
  })),
  ItemClass: [
    { ID: 1, ClassID: 0, ClassName_lang: 'Consumable' },
    { ID: 2, ClassID: 2, ClassName_lang: 'Weapon' },
    { ID: 3, ClassID: 4, ClassName_lang: 'Armor' },
    { ID: 4, ClassID: 7, ClassName_lang: 'Trade Goods' },
  ],
  ItemSubClass: [
    { ID: 1, ClassID: 0, SubClassID: 1, DisplayName_lang: 'Potion', VerboseName_lang: '' },
    { ID: 2, ClassID: 0, SubClassID: 5, DisplayName_lang: 'Food & Drink', VerboseName_lang: '' },
    { ID: 3, ClassID: 0, SubClassID: 7, DisplayName_lang: 'Bandage', VerboseName_lang: '' },
    { ID: 4, ClassID: 2, SubClassID: 15, DisplayName_lang: 'Dagger', VerboseName_lang: 'Daggers' },
    { ID: 5, ClassID: 4, SubClassID: 1, DisplayName_lang: 'Cloth', VerboseName_lang: '' },
    { ID: 6, ClassID: 7, SubClassID: 0, DisplayName_lang: 'Trade Goods', VerboseName_lang: '' },
    { ID: 7, ClassID: 7, SubClassID: 5, DisplayName_lang: 'Cloth', VerboseName_lang: '' },
    { ID: 8, ClassID: 7, SubClassID: 7, DisplayName_lang: 'Metal & Stone', VerboseName_lang: '' },
  ],
  ItemSet: [{ ID: 9, Name_lang: 'Linen of the Valley', ItemID: [2570, 4343, 2568] }],
  ManifestInterfaceData: [
    'INV_Fabric_Linen_01',
    'INV_Misc_Gem_Variety_01',
    'INV_Fabric_Silk_02',
    'INV_Misc_Bandage_15',
    'INV_Potion_49',
    'INV_Misc_Cape_01',
    'INV_Sword_33',
  ].map((name, at) => ({ ID: 501 + at, FileName: `${name}.blp` })),
  SpellName: [
    ...FILED_RECIPES.map(({ id, name }) => ({ ID: id, Name_lang: name })),
    ...TALENTS.flatMap(({ id, spells }) => spells.map((spell) => ({ ID: spell, Name_lang: `Lesson ${id}` }))),
  ],
  SpellEffect: FILED_RECIPES.map(({ id, makes }, at) => ({
    ID: 1 + at,
    SpellID: id,
    Effect: 24,
    EffectItemType: makes,
    DifficultyID: 0,
  })),
  SpellReagents: FILED_RECIPES.map(({ id, reagents }, at) => ({
    ID: 1 + at,
    SpellID: id,
    Reagent: reagents.map(([item]) => item),
    ReagentCount: reagents.map(([, count]) => count),
  })),
  SkillLine: Object.entries(SKILLS).map(([name, ID]) => ({ ID, DisplayName_lang: name, ParentSkillLineID: 0 })),
  SkillLineAbility: FILED_RECIPES.map(({ id, skill, low, high }, at) => ({
    ID: 1 + at,
    SkillLine: skill,
    Spell: id,
    MinSkillLineRank: 1,
    TrivialSkillLineRankLow: low,
    TrivialSkillLineRankHigh: high,
  })),
  ChrClasses: [{ ID: 1, Name_lang: 'Warrior', Filename: 'WARRIOR' }],
  ...(asClassic(TABS, TALENTS) as Readonly<Record<string, readonly TableSourceRow[]>>),
};

/** Writes the build's tables into a folder, as an exporter would. */
export function writeValleyTables(dir: string): Promise<void> {
  return writeTables(dir, asTables(SHEETS));
}
