import type { Dice } from '../../realm/dice.ts';
import { type Goods, gearAt } from './items.ts';
import * as w from './words.ts';
import type { Zone } from './zones.ts';

export const PROFESSIONS = {
  Alchemy: 171,
  Blacksmithing: 164,
  Cooking: 185,
  'First Aid': 129,
  Leatherworking: 165,
  Tailoring: 197,
} as const;

export type Profession = keyof typeof PROFESSIONS;

export interface Recipe {
  readonly id: number;
  readonly name: string;
  readonly profession: Profession;
  readonly skill: number;
  readonly makes: number;
  readonly needs: number;
  readonly turns: readonly [yellow: number, green: number, grey: number];
  readonly reagents: Readonly<Record<number, number>>;
  /** The item that teaches it. Trainers teach the other recipes, except a few that nobody has seen taught. */
  readonly taughtBy: number | null;
}

interface Shop {
  readonly npcId: number;
  readonly goods: ReadonlyMap<number, number>;
}

interface Lesson {
  readonly spellId: number;
  readonly name: string;
  readonly costCopper: number;
  readonly profession: Profession;
  readonly requiredSkill: number;
}

/** Rolls recipes and the vendors and trainers of each zone, and chooses the goods of the auction house. */
export function rollTrade(chance: Dice, goods: Goods, zones: readonly Zone[]) {
  const recipes = rollRecipes(chance, goods);
  const vendors = new Map<Zone, readonly Shop[]>();
  const trainers = new Map<Zone, readonly { readonly npcId: number; readonly services: readonly Lesson[] }[]>();
  for (const [at, zone] of zones.entries()) {
    const people = zone.townspeople;
    const tier = Math.min(3, Math.floor(zone.low / 15));
    const taught = recipes.filter(({ taughtBy }) => taughtBy !== null && chance.chance(0.15)).slice(0, 3);
    vendors.set(zone, [
      shop(people[1]!.id, [...goods.food, ...goods.cures[0]!.slice(0, 2)]),
      shop(people[2]!.id, [
        ...goods.threads,
        ...goods.spices,
        goods.bags[tier]!,
        ...taught.map((one) => one.taughtBy!),
      ]),
      shop(people[3]!.id, gearAt(goods.sold, zone.low, 14)),
      shop(people[4]!.id, chance.some(goods.herbs, 3)),
    ]);
    // Each zone has trainers of two professions, so that every profession is taught in several zones.
    const names = Object.keys(PROFESSIONS) as Profession[];
    trainers.set(
      zone,
      [names[at % 6]!, names[(at + 2) % 6]!].map((profession, n) => ({
        npcId: people[5 + n]!.id,
        services: recipes
          .filter((one) => one.profession === profession && one.taughtBy === null && one.id % 9 !== 4)
          .filter(({ needs }) => needs < 90 + zone.high * 4)
          .map(({ id, name, needs }) => ({
            ...{ spellId: id, name, costCopper: 10 + needs * needs, profession, requiredSkill: needs },
          })),
      })),
    );
  }
  return { recipes, vendors, trainers, auctions: rollAuctions(chance, goods) };

  function shop(npcId: number, itemIds: readonly number[]): Shop {
    return {
      npcId,
      goods: new Map(itemIds.map((itemId) => [itemId, 5 + goods.items.get(itemId)!.itemLevel ** 2 * 2])),
    };
  }
}

function rollRecipes(chance: Dice, goods: Goods): readonly Recipe[] {
  const recipes: Recipe[] = [];
  let nextId = 80_001;
  /** Adds a recipe that is learnt at this skill. Every fifth is taught by an item. */
  const add = (profession: Profession, needs: number, makes: number, reagents: Readonly<Record<number, number>>) => {
    const id = nextId++;
    const { name } = goods.items.get(makes)!;
    const yellow = needs + chance.between(15, 35);
    const green = yellow + chance.between(8, 20);
    recipes.push({
      ...{ id, name, profession, skill: PROFESSIONS[profession], makes, needs, reagents },
      turns: [yellow, green, green + chance.between(8, 20)],
      taughtBy:
        id % 5 === 0 ? goods.add(`Recipe: ${name}`, 'common', 'recipe', Math.max(1, Math.floor(needs / 5))) : null,
    });
  };
  const wear = (
    profession: Profession,
    stuff: readonly number[],
    slots: readonly number[],
    extra: readonly number[],
  ) => {
    for (const [at, gear] of goods.greens.slice(0, 16).entries()) {
      const tier = Math.min(4, Math.floor(at / 4));
      for (const slot of chance.some(slots, 2)) {
        const more = {
          [extra[tier % extra.length]!]: chance.between(1, 3),
          ...(at % 3 === 2 && { [goods.gems[tier]!]: 1 }),
        };
        add(profession, 1 + at * 18 + chance.below(10), gear[slot]!, { [stuff[tier]!]: chance.between(2, 9), ...more });
      }
    }
  };
  wear('Tailoring', goods.cloths, [0, 1, 5], goods.threads);
  wear('Leatherworking', goods.hides, [2, 3, 5], goods.threads);
  wear('Blacksmithing', goods.ores, [4, 7, 8, 9, 10], goods.gems);
  for (const [at, cures] of goods.cures.entries())
    for (const [n, itemId] of cures.entries())
      add('Alchemy', 1 + n * 45 + at * 7, itemId, {
        [goods.herbs[Math.min(7, n + 1)]!]: 1 + (at % 3),
        [goods.herbs[n]!]: 1,
      });
  for (const [at, meat] of goods.meats.entries()) {
    const { name, itemLevel } = goods.items.get(meat)!;
    const dish = goods.add(name.replace('Meat', w.DISHES[at % 6]!), 'common', 'food', itemLevel);
    add('Cooking', 1 + at * 14, dish, { [meat]: 1 + (at % 2), [goods.spices[Math.floor(at / 7)]!]: 1 });
  }
  for (const [at, cloth] of goods.cloths.entries())
    for (const [n, size] of ['', 'Heavy '].entries()) {
      const bandage = goods.add(`${size}${goods.items.get(cloth)!.name.split(' ')[0]} Bandage`, 'common', 'bandage', 1);
      add('First Aid', 1 + at * 60 + n * 30, bandage, { [cloth]: 1 + n });
    }
  return recipes;
}

/** Goods of the auction house: price of a unit in copper, units on sale, and the daily drift of the price. */
function rollAuctions(chance: Dice, goods: Goods) {
  const { cloths, hides, ores, herbs, gems, fish, meats, cures, greens, rares, bags } = goods;
  const stuff = [...cloths, ...hides, ...ores, ...herbs, ...gems, ...fish, ...meats, ...cures.flat(), ...bags];
  const gear = [...chance.some(greens.flat(), 30), ...chance.some(rares.flat(), 8)];
  return [...stuff, ...gear].map((itemId) => {
    const { itemLevel, quality } = goods.items.get(itemId)!;
    const worth = { poor: 1, common: 4, uncommon: 40, rare: 400 }[quality as 'poor'] ?? 4;
    return {
      itemId,
      price: Math.round(worth * (itemLevel + 3) * (0.6 + chance.next())),
      units: gear.includes(itemId) ? 2 : chance.between(10, 220),
      drift: chance.chance(0.3) ? (chance.next() - 0.5) * 0.1 : 0,
    };
  });
}
