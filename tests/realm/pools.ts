import type { Dice } from './dice.ts';
import type { Item, Looted, Npc, QuestOfWorld, World } from './world.ts';

/** The part of the world that this realm's players meet. Each list starts with the most popular entries. */
export interface Pools {
  readonly hunted: readonly Npc[];
  /** NPCs whose loot windows are always empty. */
  readonly barren: readonly Npc[];
  readonly opened: readonly Looted[];
  readonly seen: readonly Npc[];
  readonly quests: readonly Quest[];
  readonly vendors: readonly Npc[];
  readonly items: readonly Item[];
  readonly traded: readonly Traded[];
  readonly recipes: readonly Recipe[];
  readonly trainers: readonly Trainer[];
  readonly maps: readonly MapOfZone[];
  /** Number of entries in each catalogue. */
  readonly catalogued: number;
  /** Things that exactly 1, 2, 3 or 4 installs report. These numbers alternate within each list. */
  readonly rare: Rare;
}

export interface Rare {
  readonly npcs: readonly Npc[];
  readonly objects: readonly Looted[];
  readonly quests: readonly Quest[];
  readonly vendors: readonly Npc[];
  readonly items: readonly Item[];
  readonly recipes: readonly Recipe[];
  readonly trainers: readonly Trainer[];
  readonly maps: readonly MapOfZone[];
}

export interface Quest extends QuestOfWorld {
  readonly rewards: readonly number[];
}

export interface Traded extends Item {
  readonly price: number;
}

export interface Recipe {
  readonly id: number;
  readonly name: string;
  readonly profession: string;
  readonly makes: number;
  readonly teaches: number;
  /** Skills at which the recipe turns yellow, green and grey. */
  readonly turns: readonly [yellow: number, green: number, grey: number];
  readonly reagents: readonly { readonly itemId: number; readonly count: number }[];
}

export interface Trainer {
  readonly npcId: number;
  readonly services: readonly {
    readonly spellId: number | null;
    readonly name: string;
    readonly cost: number;
    readonly level: number | null;
    readonly profession: string | null;
    readonly skill: number | null;
  }[];
}

export interface MapOfZone {
  readonly mapId: number;
  readonly name: string;
  readonly bounds: readonly [left: number, right: number, top: number, bottom: number];
}

const PROFESSIONS = ['Alchemy', 'Blacksmithing', 'Cooking'] as const;

/** Chooses the entities that players meet. A `share` of 1 gives the full size of the pools. */
export function dealPools(world: World, chance: Dice, share: number): Pools {
  const size = (whole: number): number => Math.max(4, Math.round(whole * share));
  const dealer = <T>(list: readonly T[]): ((whole: number) => T[]) => {
    const deck = chance.shuffled(list);
    return (whole) => deck.splice(0, size(whole));
  };
  const hunted = dealer(world.npcs.filter(({ drops, at }) => drops.length > 0 && at.length > 0));
  const barren = dealer(world.npcs.filter(({ drops, at }) => drops.length === 0 && at.length > 0));
  const vendors = dealer(world.npcs.filter(({ sells }) => sells.length > 0));
  const objects = dealer(world.objects);
  const quests = dealer(world.quests);
  const items = dealer(world.items);
  const withRewards = (list: readonly QuestOfWorld[]): Quest[] =>
    list.map((quest) => ({ ...quest, rewards: chance.some(world.items, chance.below(4)).map(({ id }) => id) }));
  let spellId = 30_000;
  const recipe = (): Recipe => {
    const yellow = chance.between(1, 250);
    const green = yellow + chance.between(5, 40);
    const made = chance.pick(world.items);
    return {
      id: spellId++,
      name: `Make ${made.name}`,
      profession: chance.pick(PROFESSIONS),
      makes: made.id,
      teaches: chance.pick(world.items).id,
      turns: [yellow, green, green + chance.between(5, 40)],
      reagents: chance
        .some(world.items, chance.between(0, 4))
        .map(({ id }) => ({ itemId: id, count: chance.between(1, 4) })),
    };
  };
  const trainer = (npc: Npc): Trainer => ({
    npcId: npc.id,
    services: Array.from({ length: chance.between(1, 9) }, (_, i) => {
      const ofProfession = chance.chance(0.4);
      return {
        spellId: chance.chance(0.7) ? spellId++ : null,
        name: `Lesson ${i + 1} of ${npc.name}`.slice(0, 110).trim(),
        cost: chance.between(0, 50) * 100,
        level: chance.chance(0.6) ? chance.between(1, 60) : null,
        profession: ofProfession ? chance.pick(PROFESSIONS) : null,
        skill: ofProfession ? chance.between(0, 300) : null,
      };
    }),
  });
  let mapId = 1400;
  const zone = (): MapOfZone => {
    const left = chance.between(-50_000, 50_000) / 10;
    const top = chance.between(-50_000, 50_000) / 10;
    mapId++;
    return { mapId, name: `Zone the ${mapId}th`, bounds: [left, left - 3333.3, top, top - 2222.2] };
  };
  const many = <T>(whole: number, make: () => T): T[] => Array.from({ length: size(whole) }, make);
  return {
    hunted: hunted(110),
    barren: barren(14),
    opened: objects(40),
    seen: [...hunted(90), ...barren(30)],
    quests: withRewards(quests(120)),
    vendors: vendors(24),
    items: items(250),
    traded: items(90).map((item) => ({ ...item, price: chance.between(20, 6000) })),
    recipes: many(50, recipe),
    trainers: vendors(10).map(trainer),
    maps: many(30, zone),
    catalogued: size(24),
    rare: {
      npcs: [...hunted(60), ...barren(20)],
      objects: objects(24),
      quests: withRewards(quests(40)),
      vendors: vendors(16),
      items: items(80),
      recipes: many(24, recipe),
      trainers: vendors(8).map(trainer),
      maps: many(16, zone),
    },
  };
}
