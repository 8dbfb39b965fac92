import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The world that records are rolled from: NPCs with their drops, goods and locations, quests, and item names. */
export interface World {
  readonly origin: string;
  readonly npcs: readonly WorldNpc[];
  readonly quests: readonly { id: number; title: string; level: number; giver?: number; turnIn?: number }[];
  readonly items: readonly { id: number; name: string }[];
}

export interface WorldNpc {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly at: readonly (readonly [x: number, y: number, zone: number])[];
  readonly drops: readonly (readonly [itemId: number, percent: number])[];
  readonly sells: readonly number[];
}

/** Creates a generator of numbers from 0 (inclusive) to 1 (exclusive), reproducible by seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the real world if its data is available (`TW_TEST_DATA`), or an invented one. `origin` says which. */
export function loadWorld(): World {
  const folder = process.env['TW_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const file = `${folder}/world.json.gz`;
  return existsSync(file) ? realWorld(file) : inventedWorld();
}

interface RawNpc {
  name: string;
  level?: string | number;
  at?: [number, number, number][];
  drops?: Record<string, number>;
  sells?: number[];
}

function realWorld(file: string): World {
  const raw = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
  const npcs = Object.entries(raw.npcs as Record<string, RawNpc>).map(
    ([id, npc]): WorldNpc => ({
      id: Number(id),
      name: npc.name,
      level: clampLevel(Number.parseInt(String(npc.level ?? 1), 10)),
      at: npc.at ?? [],
      drops: Object.entries(npc.drops ?? {}).map(([item, percent]) => [Number(item), percent] as const),
      sells: npc.sells ?? [],
    }),
  );
  const quests = Object.entries(
    raw.quests as Record<string, { title: string; level: number; giver?: number; turnIn?: number }>,
  );
  return {
    origin: 'world.json.gz',
    npcs: npcs.filter((npc) => npc.drops.length > 0),
    quests: quests.map(([id, quest]) => ({ ...quest, id: Number(id), level: clampLevel(quest.level) })),
    items: Object.entries(raw.items as Record<string, string>).map(([id, name]) => ({ id: Number(id), name })),
  };
}

function clampLevel(level: number): number {
  return Math.min(100, Math.max(1, Math.trunc(level) || 1));
}

function inventedWorld(): World {
  const random = seeded(7);
  const whole = (max: number) => 1 + Math.floor(random() * max);
  return {
    origin: 'a world invented by the bench',
    npcs: Array.from({ length: 8000 }, (_, i) => ({
      id: i + 1,
      name: `Creature ${i + 1}`,
      level: whole(60),
      at: [[random() * 100, random() * 100, whole(60)]] as const,
      drops: Array.from({ length: 5 + whole(40) }, () => [whole(14_000), random() ** 3 * 100] as const),
      sells: [whole(14_000)],
    })),
    quests: Array.from({ length: 4000 }, (_, i) => ({ id: i + 1, title: `Errand ${i + 1}`, level: whole(60) })),
    items: Array.from({ length: 14_000 }, (_, i) => ({ id: i + 1, name: `Thing ${i + 1}` })),
  };
}
