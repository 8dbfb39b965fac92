import { dice } from '../../realm/dice.ts';
import { gearAt, rollGoods } from './items.ts';
import { rollTrade } from './trade.ts';
import * as w from './words.ts';
import { type Camp, type Creature, type Place, rollZones, type Zone } from './zones.ts';

export interface Quest {
  readonly questId: number;
  readonly title: string;
  readonly level: number;
  readonly giverNpcId: number;
  readonly turnInNpcId: number;
  readonly rewardItemIds: readonly number[];
}

/** A chest, herb or vein. A gathered one has the method. */
export interface RealmObject {
  readonly id: number;
  readonly name: string;
  readonly places: readonly Place[];
  readonly method: 'herbalism' | 'mining' | 'object';
  readonly drops: ReadonlyMap<number, number>;
}

export type RealmWorld = ReturnType<typeof rollWorld>;

/** Invents the realm's zones with their creatures, goods, quests and shops. Always returns the same. */
export function rollWorld() {
  const chance = dice(20_261);
  const goods = rollGoods(chance);
  const zones = rollZones(chance);
  const questOfItem = new Map<number, number>();
  const quests = new Map<Zone, readonly Quest[]>();
  const objects = new Map<Zone, readonly RealmObject[]>();
  let nextId = 7_001;
  for (const zone of zones) {
    const own = zone.camps.flatMap((camp) => {
      fillCamp(camp);
      return questsOfCamp(zone, camp);
    });
    quests.set(zone, [...own, ...fairQuests(zone)]);
    objects.set(zone, objectsOf(zone));
  }
  return { goods, zones, quests, objects, questOfItem, ...rollTrade(chance, goods, zones) };

  /** Gives the creatures of a camp what they drop: much in common, and little each. */
  function fillCamp({ family, level, creatures }: Camp): void {
    const tier = Math.min(4, Math.floor(level / 12));
    const junk = chance.some(goods.junk, 3);
    const meat = goods.meats[Math.min(19, Math.floor(level / 3))]!;
    for (const { drops, name } of creatures) {
      const add = (itemId: number, low: number, high: number) =>
        drops.set(itemId, chance.between(low * 10, high * 10) / 10);
      if (family === 'people' || family === 'dead') {
        add(goods.cloths[tier]!, 22, 48);
        if (tier > 0) add(goods.cloths[tier - 1]!, 6, 14);
        add(chance.pick(goods.cures)[Math.min(5, Math.floor(level / 10))]!, 2, 6);
        add(goods.food[Math.min(5, Math.floor(level / 10))]!, 4, 9);
      }
      if (family === 'beasts') add(meat, 30, 60);
      if (family === 'elements') add(goods.gems[Math.min(5, Math.floor(level / 9))]!, 3, 9);
      for (const itemId of chance.some(junk, 2)) add(itemId, 15, 45);
      add(chance.pick(gearAt(goods.greys, level, 20)), 1, 4);
      for (const itemId of chance.some(gearAt(goods.greens, level), family === 'people' ? 4 : 2)) add(itemId, 0.4, 1.6);
      if (name.includes(' the ')) {
        add(chance.pick(gearAt(goods.rares, level, 8)), 18, 40);
        add(chance.pick(goods.trophies), 1, 3);
      }
    }
  }

  function questsOfCamp(zone: Zone, { name, level, creatures }: Camp): readonly Quest[] {
    const [giver, other] = chance.some(zone.townspeople, 2) as [Creature, Creature];
    const quest = (title: string, turnIn: Creature): Quest => ({
      questId: nextId++,
      title,
      level: Math.max(1, Math.min(60, level + chance.between(-1, 1))),
      giverNpcId: giver.id,
      turnInNpcId: turnIn.id,
      rewardItemIds: chance.chance(0.6) ? chance.some(gearAt(goods.greens, level + 3), chance.between(1, 3)) : [],
    });
    const sought = goods.add(`${name} ${chance.pick(w.SOUGHT)}`, 'common', 'questItem', 1);
    const hunt = quest(`${chance.pick(w.DEEDS)} ${name}`, giver);
    questOfItem.set(sought, hunt.questId);
    for (const { drops } of creatures) if (chance.chance(0.7)) drops.set(sought, chance.between(25, 70));
    const kill = chance.chance(0.6) ? [quest(`${creatures[0]!.name}s at Large`, giver)] : [];
    const errand = chance.chance(0.5) ? [quest(`Word to ${other.name}`, other)] : [];
    return [hunt, ...kill, ...errand];
  }

  /** Quests of a fair have one title at many levels. */
  function fairQuests({ name, townspeople, high }: Zone): readonly Quest[] {
    const giver = townspeople[0]!.id;
    return ['Cinderhoof Steppe', 'Alderbrook Vale', 'Hollowpine Rise'].includes(name)
      ? w.EVENTS.map((title) => ({
          ...{ questId: nextId++, title, level: chance.between(1, high) },
          ...{ giverNpcId: giver, turnInNpcId: giver, rewardItemIds: [] },
        }))
      : [];
  }

  function objectsOf({ name, low, high }: Zone): readonly RealmObject[] {
    const tier = Math.min(4, Math.floor((low + high) / 24));
    const places = (count: number) =>
      Array.from({ length: count }, () => ({ x: chance.between(50, 950) / 10, y: chance.between(50, 950) / 10 }));
    const herbs = chance.some(goods.herbs.slice(tier, tier + 4), 3);
    return [
      ...herbs.map((itemId) => ({
        id: 60_000 + itemId,
        name: goods.items.get(itemId)!.name,
        places: places(14),
        method: 'herbalism' as const,
        drops: new Map([[itemId, 100]]),
      })),
      {
        id: 60_000 + goods.ores[tier]!,
        name: goods.items.get(goods.ores[tier]!)!.name.replace(' Ore', ' Vein'),
        places: places(12),
        method: 'mining',
        drops: new Map([
          [goods.ores[tier]!, 100],
          [goods.gems[tier]!, 7],
        ]),
      },
      {
        id: 70_000 + nextId,
        name: tier < 2 ? 'Weathered Chest' : 'Iron-Bound Chest',
        places: places(5),
        method: 'object',
        drops: new Map([
          [goods.cloths[tier]!, 35],
          [goods.cures[0]![tier]!, 25],
          [chance.pick(gearAt(goods.greens, low + 2)), 8],
          [chance.pick(gearAt(goods.greens, high)), 6],
        ]),
      },
      {
        id: 71_000 + nextId++,
        name: `${name.split(' ')[0]} Supply Crate`,
        places: places(3),
        method: 'object',
        drops: new Map([
          [goods.food[tier]!, 60],
          [goods.threads[Math.min(3, tier)]!, 30],
        ]),
      },
    ];
  }
}
