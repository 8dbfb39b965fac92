import type { Quality } from '../../schema/vocabulary.ts';

/** Words and colours for values that the game's tables contain only as numbers. */

/** The colour in which the game shows the name of an item, by quality. */
export const QUALITY_COLOURS: Readonly<Record<string, string>> = {
  poor: '#9d9d9d',
  common: '#ffffff',
  uncommon: '#1eff00',
  rare: '#0070dd',
  epic: '#a335ee',
  legendary: '#ff8000',
  artifact: '#e6cc80',
  heirloom: '#e6cc80',
} satisfies Record<Quality, string>;

/** Binding texts by the client's Bonding value. 0 means that the item does not bind. */
export const BINDING_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'Binds when picked up'],
  [2, 'Binds when equipped'],
  [3, 'Binds when used'],
  [4, 'Quest item'],
  [5, 'Quest item'],
  [6, 'Binds to the game account'],
  [7, 'Binds to the account'],
  [8, 'Binds to the account'],
  [9, 'Binds to the account until equipped'],
]);

/** Slot names by the client's InventoryType (contract, section 4, Slugs). 0 means that the item cannot be worn. */
export const SLOT_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'Head'],
  [2, 'Neck'],
  [3, 'Shoulder'],
  [4, 'Shirt'],
  [5, 'Chest'],
  [6, 'Waist'],
  [7, 'Legs'],
  [8, 'Feet'],
  [9, 'Wrist'],
  [10, 'Hands'],
  [11, 'Finger'],
  [12, 'Trinket'],
  [13, 'One-Hand'],
  [14, 'Off Hand'],
  [15, 'Ranged'],
  [16, 'Back'],
  [17, 'Two-Hand'],
  [18, 'Bag'],
  [19, 'Tabard'],
  [20, 'Chest'],
  [21, 'Main Hand'],
  [22, 'Off Hand'],
  [23, 'Held In Off-hand'],
  [24, 'Ammo'],
  [25, 'Ranged'],
  [26, 'Ranged'],
  [27, 'Quiver'],
  [28, 'Relic'],
]);

/** Stat names by the client's stat id. */
export const STAT_NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'Mana'],
  [1, 'Health'],
  [3, 'Agility'],
  [4, 'Strength'],
  [5, 'Intellect'],
  [6, 'Spirit'],
  [7, 'Stamina'],
  [12, 'Defence Rating'],
  [13, 'Dodge Rating'],
  [14, 'Parry Rating'],
  [15, 'Block Rating'],
  [16, 'Melee Hit Rating'],
  [17, 'Ranged Hit Rating'],
  [18, 'Spell Hit Rating'],
  [19, 'Melee Critical Strike Rating'],
  [20, 'Ranged Critical Strike Rating'],
  [21, 'Spell Critical Strike Rating'],
  [31, 'Hit Rating'],
  [32, 'Critical Strike'],
  [35, 'Resilience'],
  [36, 'Haste'],
  [37, 'Expertise'],
  [38, 'Attack Power'],
  [39, 'Ranged Attack Power'],
  [40, 'Versatility'],
  [41, 'Healing'],
  [42, 'Spell Damage'],
  [43, 'Mana per 5 sec.'],
  [44, 'Armour Penetration'],
  [45, 'Spell Power'],
  [46, 'Health per 5 sec.'],
  [47, 'Spell Penetration'],
  [48, 'Block Value'],
  [49, 'Mastery'],
  [50, 'Bonus Armour'],
  [61, 'Speed'],
  [62, 'Leech'],
  [63, 'Avoidance'],
  [64, 'Indestructible'],
  [71, 'Agility, Strength or Intellect'],
  [72, 'Agility or Strength'],
  [73, 'Agility or Intellect'],
  [74, 'Strength or Intellect'],
]);

/** Schools of damage and resistance by id. 0 is physical, which the game does not name. */
export const SCHOOL_NAMES: readonly string[] = ['', 'Holy', 'Fire', 'Nature', 'Frost', 'Shadow', 'Arcane'];

/** The client's item class ids. Ids that are not listed do not occur in this game. */
export const ITEM_CLASS = {
  consumable: 0,
  container: 1,
  weapon: 2,
  armour: 4,
  reagent: 5,
  projectile: 6,
  tradeGoods: 7,
  recipe: 9,
  quiver: 11,
  quest: 12,
  key: 13,
  other: 15,
} as const;
