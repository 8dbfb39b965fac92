import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';

/** What the realm's players can meet. All their reports are rolled from it. */
export interface World {
  readonly npcs: readonly Npc[];
  readonly objects: readonly Looted[];
  readonly quests: readonly QuestOfWorld[];
  readonly items: readonly Item[];
}

export interface Drop {
  readonly itemId: number;
  /** Percentage of windows that contain the item. */
  readonly percent: number;
}

export interface Looted {
  readonly id: number;
  readonly drops: readonly Drop[];
}

export interface Npc extends Looted {
  readonly name: string;
  readonly levels: readonly [low: number, high: number];
  readonly at: readonly (readonly [x: number, y: number, mapId: number])[];
  readonly sells: readonly number[];
}

export interface QuestOfWorld {
  readonly id: number;
  readonly title: string;
  readonly level: number;
  readonly giver: number | null;
  readonly turnIn: number | null;
}

export interface Item {
  readonly id: number;
  readonly name: string;
}

interface RawNpc {
  readonly name: string;
  readonly level?: string;
  readonly at?: readonly (readonly [number, number, number])[];
  readonly drops?: Readonly<Record<string, number>>;
  readonly sells?: readonly number[];
}

interface RawWorld {
  readonly npcs: Readonly<Record<string, RawNpc>>;
  readonly objects: Readonly<Record<string, { readonly drops?: Readonly<Record<string, number>> }>>;
  readonly quests: Readonly<
    Record<
      string,
      { readonly title: string; readonly level?: number; readonly giver?: number; readonly turnIn?: number }
    >
  >;
  readonly items: Readonly<Record<string, string>>;
}

/** Reads the world in `world.json.gz`. */
export function realWorld(file: string): World {
  const raw = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as RawWorld;
  return {
    npcs: Object.entries(raw.npcs).map(([id, npc]) => ({
      id: Number(id),
      name: npc.name.trim(),
      levels: levelsOf(npc.level ?? '1'),
      at: npc.at ?? [],
      drops: dropsOf(npc.drops ?? {}),
      sells: npc.sells ?? [],
    })),
    objects: Object.entries(raw.objects).map(([id, object]) => ({
      id: Number(id),
      drops: dropsOf(object.drops ?? {}),
    })),
    quests: Object.entries(raw.quests).map(([id, { title, level, giver, turnIn }]) => ({
      id: Number(id),
      title: title.trim(),
      level: playable(level ?? 1),
      giver: giver ?? null,
      turnIn: turnIn ?? null,
    })),
    items: Object.entries(raw.items).map(([id, name]) => ({ id: Number(id), name: name.trim() })),
  };
}

/** Returns a completely invented world, for tests without data. */
export function inventedWorld(chance: Dice): World {
  const items = Array.from({ length: 300 }, (_, i) => ({ id: 1001 + i, name: `Thing the ${i + 1}th` }));
  const drops = (count: number): Drop[] =>
    chance.some(items, count).map(({ id }) => ({ itemId: id, percent: chance.next() ** 2 * 90 }));
  const npcs = Array.from({ length: 160 }, (_, i): Npc => {
    const mapId = chance.between(10, 16);
    const low = chance.between(1, 58);
    return {
      id: 101 + i,
      name: `Creature the ${i + 1}th`,
      levels: [low, low + chance.below(3)],
      at: Array.from({ length: chance.between(1, 4) }, () => [tenth(chance), tenth(chance), mapId] as const),
      drops: i % 5 === 4 ? [] : drops(chance.between(1, 8)),
      sells: i % 4 === 0 ? chance.some(items, chance.between(1, 6)).map(({ id }) => id) : [],
    };
  });
  return {
    npcs,
    objects: Array.from({ length: 60 }, (_, i) => ({ id: 5001 + i, drops: i % 6 === 5 ? [] : drops(2) })),
    quests: Array.from({ length: 80 }, (_, i) => ({
      id: 7001 + i,
      title: `Errand the ${i + 1}th`,
      level: chance.between(1, 60),
      giver: chance.chance(0.8) ? chance.pick(npcs).id : null,
      turnIn: chance.chance(0.8) ? chance.pick(npcs).id : null,
    })),
    items,
  };
}

function tenth(chance: Dice): number {
  return chance.between(0, 1000) / 10;
}

function playable(level: number): number {
  return Math.min(100, Math.max(1, Math.trunc(level) || 1));
}

function levelsOf(text: string): readonly [number, number] {
  const [low, high] = text.split('-').map((part) => playable(Number.parseInt(part, 10)));
  return [low ?? 1, high ?? low ?? 1];
}

function dropsOf(raw: Readonly<Record<string, number>>): readonly Drop[] {
  return Object.entries(raw).map(([itemId, percent]) => ({ itemId: Number(itemId), percent }));
}
