import type { Quality } from '../../../schema/vocabulary.ts';

/** An item of the demo: first the fields that players see, then the fields of the client's tables. */
export interface DemoItem {
  readonly name: string;
  readonly quality: Quality;
  readonly classId: number;
  readonly subclassId: number;
  /** The client's slot id, or 0 if the item cannot be worn. */
  readonly slot: number;
  readonly itemLevel: number;
  readonly requiredLevel: number;
  readonly icon: string;
}

type Row = readonly [
  name: string,
  quality: Quality,
  kind: string,
  itemLevel: number,
  requiredLevel: number,
  icon: string,
];

/** Class, subclass and slot, keyed by a keyword. */
export const KINDS: Readonly<Record<string, readonly [classId: number, subclassId: number, slot: number]>> = {
  potion: [0, 1, 0],
  elixir: [0, 2, 0],
  food: [0, 5, 0],
  bandage: [0, 7, 0],
  bag: [1, 0, 18],
  mace: [2, 4, 13],
  sword: [2, 7, 13],
  twoHandSword: [2, 8, 17],
  staff: [2, 10, 17],
  dagger: [2, 15, 13],
  cloak: [4, 1, 16],
  clothChest: [4, 1, 20],
  clothLegs: [4, 1, 7],
  leatherChest: [4, 2, 5],
  leatherHands: [4, 2, 10],
  mailLegs: [4, 3, 7],
  ring: [4, 0, 11],
  reagent: [5, 0, 0],
  part: [7, 1, 0],
  cloth: [7, 5, 0],
  leather: [7, 6, 0],
  metal: [7, 7, 0],
  meat: [7, 8, 0],
  herb: [7, 9, 0],
  recipe: [9, 0, 0],
  questItem: [12, 0, 0],
  junk: [15, 0, 0],
};

const ROWS: Readonly<Record<number, Row>> = {
  117: ['Tough Jerky', 'common', 'food', 5, 1, 'INV_Misc_Food_16'],
  118: ['Minor Healing Potion', 'common', 'potion', 5, 1, 'INV_Potion_49'],
  159: ['Refreshing Spring Water', 'common', 'food', 5, 1, 'INV_Drink_07'],
  723: ['Goretusk Liver', 'common', 'questItem', 1, 0, 'INV_Misc_Organ_03'],
  724: ['Goretusk Liver Pie', 'common', 'food', 15, 5, 'INV_Misc_Food_48'],
  729: ['Stringy Vulture Meat', 'common', 'questItem', 1, 0, 'INV_Misc_Food_12'],
  730: ['Murloc Eye', 'common', 'questItem', 1, 0, 'INV_Misc_MonsterHead_03'],
  731: ['Goretusk Snout', 'common', 'questItem', 1, 0, 'INV_Misc_Organ_05'],
  733: ['Westfall Stew', 'common', 'food', 15, 5, 'INV_Drink_17'],
  750: ['Tough Wolf Meat', 'common', 'questItem', 1, 0, 'INV_Misc_Food_14'],
  752: ['Red Burlap Bandana', 'common', 'questItem', 1, 0, 'INV_Misc_Bandana_03'],
  765: ['Silverleaf', 'common', 'herb', 10, 0, 'INV_Misc_Herb_10'],
  769: ['Chunk of Boar Meat', 'common', 'meat', 5, 0, 'INV_Misc_Food_14'],
  772: ['Large Candle', 'common', 'questItem', 1, 0, 'INV_Misc_Candle_01'],
  774: ['Malachite', 'uncommon', 'metal', 7, 0, 'INV_Misc_Gem_Emerald_03'],
  805: ['Small Red Pouch', 'common', 'bag', 5, 0, 'INV_Misc_Bag_10_Red'],
  818: ['Tigerseye', 'uncommon', 'metal', 15, 0, 'INV_Misc_Gem_Opal_03'],
  829: ['Red Leather Bandana', 'common', 'questItem', 1, 0, 'INV_Misc_Bandana_03'],
  858: ['Lesser Healing Potion', 'common', 'potion', 13, 3, 'INV_Potion_50'],
  1194: ['Bastard Sword', 'common', 'twoHandSword', 5, 1, 'INV_Sword_06'],
  1210: ['Shadowgem', 'uncommon', 'metal', 20, 0, 'INV_Misc_Gem_Amethyst_01'],
  1251: ['Linen Bandage', 'common', 'bandage', 1, 0, 'INV_Misc_Bandage_15'],
  1935: ['Assassin’s Blade', 'rare', 'dagger', 24, 19, 'INV_Sword_31'],
  2131: ['Shortsword', 'common', 'sword', 3, 1, 'INV_Sword_04'],
  2139: ['Dirk', 'common', 'dagger', 3, 1, 'INV_Weapon_ShortBlade_05'],
  2318: ['Light Leather', 'common', 'leather', 10, 0, 'INV_Misc_LeatherScrap_03'],
  2320: ['Coarse Thread', 'common', 'part', 1, 0, 'INV_Fabric_Silk_02'],
  2447: ['Peacebloom', 'common', 'herb', 5, 0, 'INV_Misc_Flower_02'],
  2449: ['Earthroot', 'common', 'herb', 15, 0, 'INV_Misc_Herb_07'],
  2454: ['Elixir of Lion’s Strength', 'common', 'elixir', 5, 1, 'INV_Potion_56'],
  2568: ['Brown Linen Vest', 'common', 'clothChest', 10, 5, 'INV_Chest_Leather_01'],
  2570: ['Linen Cloak', 'common', 'cloak', 6, 1, 'INV_Misc_Cape_01'],
  2581: ['Heavy Linen Bandage', 'common', 'bandage', 1, 0, 'INV_Misc_Bandage_18'],
  2589: ['Linen Cloth', 'common', 'cloth', 5, 0, 'INV_Fabric_Linen_01'],
  2592: ['Wool Cloth', 'common', 'cloth', 15, 0, 'INV_Fabric_Wool_01'],
  2672: ['Stringy Wolf Meat', 'common', 'meat', 5, 0, 'INV_Misc_Food_14'],
  2678: ['Mild Spices', 'common', 'part', 1, 0, 'INV_Misc_Food_Spice_01'],
  2680: ['Spiced Wolf Meat', 'common', 'food', 5, 1, 'INV_Misc_Food_47'],
  2770: ['Copper Ore', 'common', 'metal', 10, 0, 'INV_Ore_Copper_01'],
  2835: ['Rough Stone', 'common', 'metal', 1, 0, 'INV_Stone_06'],
  2840: ['Copper Bar', 'common', 'metal', 10, 0, 'INV_Ingot_02'],
  2934: ['Ruined Leather Scraps', 'common', 'leather', 1, 0, 'INV_Misc_LeatherScrap_07'],
  2996: ['Bolt of Linen Cloth', 'common', 'cloth', 10, 0, 'INV_Fabric_Linen_02'],
  4343: ['Brown Linen Pants', 'common', 'clothLegs', 10, 5, 'INV_Pants_02'],
  4496: ['Small Brown Pouch', 'common', 'bag', 5, 0, 'INV_Misc_Bag_09'],
  4540: ['Tough Hunk of Bread', 'common', 'food', 5, 1, 'INV_Misc_Food_11'],
  4862: ['Scorpid Worker Tail', 'common', 'questItem', 1, 0, 'INV_Misc_MonsterTail_03'],
  5114: ['Severed Talon', 'poor', 'junk', 5, 0, 'INV_Misc_MonsterClaw_01'],
  5392: ['Thistlewood Dagger', 'uncommon', 'dagger', 10, 5, 'INV_Weapon_ShortBlade_16'],
  5635: ['Sharp Claw', 'common', 'part', 5, 0, 'INV_Misc_MonsterClaw_04'],
  6098: ['Neophyte’s Robe', 'common', 'clothChest', 1, 0, 'INV_Chest_Cloth_23'],
  7073: ['Broken Fang', 'poor', 'junk', 1, 0, 'INV_Misc_Bone_08'],
  7074: ['Chipped Claw', 'poor', 'junk', 1, 0, 'INV_Misc_MonsterClaw_02'],
};

function itemOf([name, quality, kind, itemLevel, requiredLevel, icon]: Row): DemoItem {
  const [classId, subclassId, slot] = KINDS[kind]!;
  return { name, quality, classId, subclassId, slot, itemLevel, requiredLevel, icon };
}

/** The demo's items, keyed by id. Names and ids are the game's. */
export const ITEMS: ReadonlyMap<number, DemoItem> = new Map(
  Object.entries(ROWS).map(([id, row]) => [Number(id), itemOf(row)]),
);

export const ITEM_CLASSES = [
  [0, 'Consumable'],
  [1, 'Container'],
  [2, 'Weapon'],
  [4, 'Armor'],
  [5, 'Reagent'],
  [7, 'Trade Goods'],
  [9, 'Recipe'],
  [12, 'Quest'],
  [15, 'Miscellaneous'],
] as const;

export const ITEM_SUBCLASSES = [
  [0, 1, 'Potion', ''],
  [0, 2, 'Elixir', ''],
  [0, 5, 'Food & Drink', ''],
  [0, 7, 'Bandage', ''],
  [1, 0, 'Bag', ''],
  [2, 4, 'Mace', 'One-Handed Maces'],
  [2, 7, 'Sword', 'One-Handed Swords'],
  [2, 8, 'Sword', 'Two-Handed Swords'],
  [2, 10, 'Staff', 'Staves'],
  [2, 15, 'Dagger', 'Daggers'],
  [4, 0, 'Miscellaneous', ''],
  [4, 1, 'Cloth', ''],
  [4, 2, 'Leather', ''],
  [4, 3, 'Mail', ''],
  [7, 1, 'Parts', ''],
  [7, 5, 'Cloth', ''],
  [7, 6, 'Leather', ''],
  [7, 7, 'Metal & Stone', ''],
  [7, 8, 'Meat', ''],
  [7, 9, 'Herb', ''],
  [12, 0, 'Quest', ''],
  [15, 0, 'Junk', ''],
] as const;
