import type { Dice } from '../../realm/dice.ts';
import * as w from './words.ts';

/** A continent's id, which is also its map's id in these tables. */
const EAST = 3101;
const WEST = 3102;

export const CONTINENTS = [
  { mapId: EAST, name: 'Eastmarch' },
  { mapId: WEST, name: 'Westreach' },
] as const;

type Row = readonly [name: string, continent: number, low: number, high: number, camps: number, visits: number];

/** Level range, number of camps and share of the players who visit each zone. One is crowded, the last hardly known. */
const ROWS: readonly Row[] = [
  ['Alderbrook Vale', EAST, 1, 10, 9, 10],
  ['Mournwick Hollow', EAST, 1, 11, 8, 6],
  ['Cinderhoof Steppe', WEST, 1, 10, 8, 8],
  ['Saltmarsh Reach', EAST, 10, 18, 10, 9],
  ['Thornwash Barrens', WEST, 10, 24, 44, 12],
  ['Greywater Fen', EAST, 18, 27, 11, 6],
  ['Hollowpine Rise', EAST, 20, 30, 10, 5],
  ['Sunscar Canyon', WEST, 25, 35, 9, 5],
  ['Bramblecrown Wilds', EAST, 30, 41, 13, 5],
  ['Glasswind Desert', WEST, 40, 49, 11, 4],
  ['Ashen Terraces', EAST, 45, 54, 9, 4],
  ['Winterkeep Pass', WEST, 53, 60, 11, 4],
  ['Duskspire Coast', EAST, 55, 60, 9, 1],
];

export interface Place {
  readonly x: number;
  readonly y: number;
}

export type Family = 'people' | 'beasts' | 'dead' | 'elements';

export interface Creature {
  readonly id: number;
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly reaction: 'hostile' | 'neutral' | 'friendly';
  readonly places: readonly Place[];
  /** Share of the loot windows that contain each item, in percent. Empty for townspeople. */
  readonly drops: Map<number, number>;
}

/** Creatures of one kind that live together. */
export interface Camp {
  readonly name: string;
  readonly family: Family;
  readonly level: number;
  readonly creatures: readonly Creature[];
}

export interface Zone {
  readonly mapId: number;
  readonly name: string;
  readonly continent: number;
  readonly low: number;
  readonly high: number;
  readonly visits: number;
  readonly camps: readonly Camp[];
  readonly townspeople: readonly Creature[];
  /** Left, right, top and bottom in yards. Zones of a continent overlap a little. */
  readonly bounds: readonly [number, number, number, number];
}

export function rollZones(chance: Dice): readonly Zone[] {
  const taken = new Set<string>();
  let nextId = 20_000;
  /** Returns the first free name that the function proposes. */
  const free = (propose: () => string): string => {
    for (;;) {
      const name = propose();
      if (!taken.has(name)) {
        taken.add(name);
        return name;
      }
    }
  };
  const places = (at: Place, spread: number, count: number): readonly Place[] =>
    Array.from({ length: count }, () => ({ x: near(chance, at.x, spread), y: near(chance, at.y, spread) }));
  const creature = (
    name: string,
    level: number,
    reaction: Creature['reaction'],
    where: readonly Place[],
  ): Creature => ({
    id: nextId++,
    name,
    low: level,
    high: Math.min(60, level + chance.below(2)),
    reaction,
    places: where,
    drops: new Map(),
  });
  const camp = (low: number, high: number): Camp => {
    const family = chance.pick(['people', 'people', 'beasts', 'beasts', 'dead', 'elements'] as const);
    const level = chance.between(low, high);
    const at = { x: chance.between(12, 88), y: chance.between(14, 86) };
    const kin = chance.pick(family === 'people' ? w.TRIBES : family === 'beasts' ? w.SPECIES : w.FATES);
    const names: Record<Family, () => string> = {
      people: () => `${kin} ${chance.pick(w.ROLES)}`,
      beasts: () => `${chance.pick(w.AGES)} ${chance.chance(0.7) ? kin : chance.pick(w.SPECIES)}`,
      dead: () => `${chance.chance(0.6) ? kin : chance.pick(w.FATES)} ${chance.pick(w.SPIRITS)}`,
      elements: () => `${chance.pick(w.ELEMENTS)} ${chance.pick(w.SHAPES)}`,
    };
    let tries = 0;
    // Composed names run out, so later camps add a place to them.
    const name = (): string => (tries++ < 40 ? names[family]() : `${chance.pick(w.TRIBES)} ${names[family]()}`);
    const reaction = family === 'beasts' && level < 20 && chance.chance(0.5) ? 'neutral' : 'hostile';
    const creatures = Array.from({ length: chance.between(5, 8) }, () =>
      creature(free(name), Math.min(60, level + chance.below(3)), reaction, places(at, 14, chance.between(2, 9))),
    );
    const rare = chance.chance(0.3)
      ? [
          creature(
            free(() => `${chance.pick(w.RARES)} the ${chance.pick(w.AGES)}`),
            level + 2,
            'hostile',
            [at],
          ),
        ]
      : [];
    return { name: `${kin} ${chance.pick(w.SITES)}`, family, level, creatures: [...creatures, ...rare] };
  };
  return ROWS.map(([name, continent, low, high, camps, visits], at): Zone => {
    const town = { x: chance.between(35, 65), y: chance.between(35, 65) };
    const [left, top] = [3000 - 3200 * (at % 4), 9000 - 2600 * Math.floor(at / 4)];
    return {
      mapId: 3001 + at,
      name,
      continent,
      low,
      high,
      visits,
      bounds: [left, left - 3600, top, top - 2900],
      camps: Array.from({ length: camps }, () => camp(low, high)),
      townspeople: Array.from({ length: 14 + Math.floor(camps / 2) }, () =>
        creature(
          free(() => `${chance.pick(w.FIRST_NAMES)} ${chance.pick(w.LAST_NAMES)}`),
          Math.min(60, high + 5),
          'friendly',
          places(town, 6, 1),
        ),
      ),
    };
  });
}

function near(chance: Dice, at: number, spread: number): number {
  const moved = at + (chance.next() + chance.next() - 1) * spread;
  return Math.round(10 * Math.min(97, Math.max(3, moved))) / 10;
}
