import { QUALITIES, type Quality } from '../../../schema/vocabulary.ts';
import type { Dice } from '../../realm/dice.ts';
import { type DemoItem, KINDS } from '../world/items.ts';
import * as w from './words.ts';

/** Columns of the client's item table beyond those that every item of the demo has. */
type Sheet = Readonly<Record<string, number | readonly number[]>>;

export interface RealmItem extends DemoItem {
  readonly sheet: Sheet;
}

/** Gear by slot: the noun of its name, and the keyword of its kind. */
const GEAR = [
  ['Robe', 'clothChest'],
  ['Leggings', 'clothLegs'],
  ['Tunic', 'leatherChest'],
  ['Gloves', 'leatherHands'],
  ['Greaves', 'mailLegs'],
  ['Cloak', 'cloak'],
  ['Band', 'ring'],
  ['Dirk', 'dagger'],
  ['Blade', 'sword'],
  ['Mallet', 'mace'],
  ['Claymore', 'twoHandSword'],
  ['Staff', 'staff'],
] as const;

const WEAPONS = ['dagger', 'sword', 'mace', 'twoHandSword', 'staff'];
const LEVELS_PER_MAKE = 3;

/** The realm's items, and their ids by purpose. */
export type Goods = ReturnType<typeof rollGoods>;

export function rollGoods(chance: Dice) {
  const items = new Map<number, RealmItem>();
  let nextId = 40_001;
  const add = (name: string, quality: Quality, kind: string, level: number, sheet: Sheet = {}): number => {
    const [classId, subclassId, slot] = KINDS[kind]!;
    const requiredLevel = slot === 0 && classId !== 0 ? 0 : Math.max(1, level - 4);
    const icon = `inv_${kind.toLowerCase()}_${String(1 + (nextId % 12)).padStart(2, '0')}`;
    items.set(nextId, {
      name,
      quality,
      classId,
      subclassId,
      slot,
      itemLevel: Math.max(1, level),
      requiredLevel,
      icon,
      sheet: { ...NO_SHEET, ...sheet },
    });
    return nextId++;
  };
  const wear = (name: string, quality: Quality, kind: string, level: number): number =>
    add(name, quality, kind, level, sheetOf(chance, QUALITIES.indexOf(quality), kind, level));
  const made = (names: readonly string[], kind: string, quality: Quality, step: number): readonly number[] =>
    names.map((name, at) => add(name, quality, kind, 5 + at * step));
  const gear = (quality: Quality, makes: readonly string[], step: number): readonly (readonly number[])[] =>
    makes.map((make, at) => GEAR.map(([noun, kind]) => wear(`${make} ${noun}`, quality, kind, 2 + at * step)));
  const goods = {
    cloths: made(w.CLOTHS, 'cloth', 'common', 12),
    hides: made(w.HIDES, 'leather', 'common', 12),
    ores: made(w.ORES, 'metal', 'common', 12),
    herbs: made(w.HERBS, 'herb', 'common', 7),
    gems: made(w.GEMS, 'metal', 'uncommon', 9),
    fish: made(w.FISH, 'meat', 'common', 12),
    meats: made(
      w.SPECIES.map((species) => `${species} Meat`),
      'meat',
      'common',
      3,
    ),
    junk: made(
      w.WORN.flatMap((worn) => w.JUNK.map((junk) => `${worn} ${junk}`)),
      'junk',
      'poor',
      1,
    ),
    cures: w.CURES.map((cure) =>
      w.STRENGTHS.map((strength, at) => add(`${strength} ${cure}`, 'common', 'potion', 5 + at * 10)),
    ),
    spices: ['Mild', 'Hot', 'Soothing'].map((kind, at) => add(`${kind} Seasoning`, 'common', 'part', 5 + at * 15)),
    threads: ['Coarse', 'Fine', 'Silken', 'Heavy'].map((kind, at) =>
      add(`${kind} Thread`, 'common', 'part', 1 + at * 15),
    ),
    food: w.DISHES.map((dish, at) => add(`Traveller’s ${dish}`, 'common', 'food', 1 + at * 10)),
    bags: [6, 8, 10, 12].map((slots, at) =>
      add(`${['Small', 'Plain', 'Roomy', 'Great'][at]} Satchel`, 'common', 'bag', 5 + at * 12, {
        ContainerSlots: slots,
      }),
    ),
    greens: gear('uncommon', w.MAKES, LEVELS_PER_MAKE),
    greys: gear('poor', ['Ragged', 'Rusty', 'Dented'], 20),
    rares: gear('rare', w.LUXURY, 8),
    trophies: w.LUXURY.map((make) => add(`${make} Trophy`, 'epic', 'ring', 60, { MaxCount: 1, Bonding: 1 })),
    sold: gear('common', ['Recruit’s', 'Militia', 'Soldier’s', 'Veteran’s'], 14),
  };
  // Only the game's files have these. Some share a name and a kind with another item.
  for (const make of [...w.OTHER_MAKES, ...w.MAKES.slice(0, 6)]) {
    for (const [noun, kind] of GEAR) wear(`${make} ${noun}`, 'uncommon', kind, chance.between(5, 60));
  }
  return { items, add, ...goods };
}

/** Returns the gear of a level. Each make serves some levels. */
export function gearAt(makes: readonly (readonly number[])[], level: number, perMake = LEVELS_PER_MAKE) {
  return makes[Math.min(makes.length - 1, Math.floor(level / perMake))]!;
}

const NONE = [0, 0, 0, 0, 0];
const NO_SHEET: Sheet = {
  Bonding: 0,
  MaxCount: 0,
  MaxDurability: 0,
  ItemDelay: 0,
  ContainerSlots: 0,
  Resistances: [0, 0, 0, 0, 0, 0, 0],
  MinDamage: NONE,
  MaxDamage: NONE,
  DamageType: NONE,
  StatModifier_bonusStat: NONE,
  StatModifier_bonusAmount: NONE,
};

/** Strength, agility, stamina, intellect and spirit, by the client's numbers. */
const STATS = [4, 3, 7, 5, 6];

function sheetOf(chance: Dice, quality: number, kind: string, level: number): Sheet {
  const isWeapon = WEAPONS.includes(kind);
  const amount = Math.max(1, Math.round((level * (quality + 1)) / 12));
  const least = Math.round(level * (kind === 'twoHandSword' || kind === 'staff' ? 1.6 : 0.9)) + 1;
  const [first, second] = chance.some(STATS, 2);
  return {
    Bonding: quality > 2 ? 1 : quality === 2 ? 2 : 0,
    MaxDurability: kind === 'ring' || kind === 'cloak' ? 0 : 20 + level,
    ...(isWeapon
      ? {
          ItemDelay: chance.between(15, 36) * 100,
          MinDamage: [least, 0, 0, 0, 0],
          MaxDamage: [Math.round(least * 1.6), 0, 0, 0, 0],
        }
      : kind === 'ring'
        ? {}
        : { Resistances: [Math.round(level * 2.2) + 4, 0, 0, 0, 0, 0, 0] }),
    ...(quality < 2
      ? {}
      : {
          StatModifier_bonusStat: [first!, second!, 0, 0, 0],
          StatModifier_bonusAmount: [amount, Math.ceil(amount / 2), 0, 0, 0],
        }),
  };
}
