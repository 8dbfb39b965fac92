import type { REACTIONS } from '../../../schema/vocabulary.ts';
import { compareStrings } from '../../families/counting/order.ts';
import { families } from '../../families/mod.ts';
import type { NpcLevels } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { toPageUrl } from '../../values/entity_page.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { createSnapshotBatchCache } from '../snapshot_cache.ts';
import { findLevelRange, type Levels } from './npc.ts';
import { type Entity, nameEntity, type PublishedSnapshot } from './snapshot_data.ts';

/** An NPC as listed for a zone. */
export interface NamedNpc {
  readonly npc: Entity<'npc'>;
  readonly levels: Levels | null;
  readonly reactions: readonly (typeof REACTIONS)[number][];
}

/** Maximum number of a zone's NPCs. No zone of the game has that many. */
export const NPCS_OF_ZONE_MAX = 5_000;

/** Maximum number of zones to keep the levels of. No client has that many maps. */
const CACHED_ZONES_MAX = 2_000;

/** Sorts after every name. */
export const NAMELESS_SORT_KEY = '\u{10ffff}';

/** Returns at most `max` members of a list, at equal distances. */
export function sampleEvenly<T>(list: readonly T[], max: number): readonly T[] {
  const step = Math.max(1, list.length / max);
  return Array.from({ length: Math.min(max, list.length) }, (_, at) => list[Math.floor(at * step)]!);
}

/** Returns the levels of most creatures in each of these zones, as `pickLevels`, kept until the next snapshot. */
export function readLevels(snapshot: Snapshot, zones: readonly number[]): Promise<ReadonlyMap<number, Levels | null>> {
  return cachedLevels(snapshot, zones, async (missing) => {
    const met = await mapInOrder(missing, (zone) => snapshot.levelsMetIn(zone, NPCS_OF_ZONE_MAX));
    return new Map(missing.map((zone, at) => [zone, pickLevels(met[at]!)]));
  });
}

const cachedLevels = createSnapshotBatchCache<number, Levels | null>(CACHED_ZONES_MAX);

/**
 * Returns the levels of most creatures that players can fight, or null if no such level is public. The lowest and the
 * highest tenth of the creatures are left out, because a few guards of level 55 do not make a zone of level 1 to 55.
 */
export function pickLevels(npcs: readonly NpcLevels[]): Levels | null {
  const creatures = npcs.filter(({ isFought, min }) => isFought && min !== null);
  if (creatures.length === 0) return null;
  const lows = creatures.map(({ min }) => min!).sort((a, b) => a - b);
  const highs = creatures.map(({ max }) => max!).sort((a, b) => b - a);
  const skipped = Math.floor(creatures.length / 10);
  const [min, max] = [lows[skipped]!, highs[skipped]!];
  return { min: Math.min(min, max), max: Math.max(min, max) };
}

/** Maximum difference in level between a player and creatures near that level. */
export const LEVEL_TOLERANCE = 2;

/** Whether an NPC's levels are near a player's. Every NPC is near a null level. */
export function isNearLevel({ min, max }: NpcLevels, own: number | null): boolean {
  if (own === null) return true;
  return min !== null && max !== null && min <= own + LEVEL_TOLERANCE && max >= own - LEVEL_TOLERANCE;
}

/** Returns the NPCs near a player's level, the nearest first. A null level returns all, in their order. */
export function pickNearLevel(npcs: readonly NpcLevels[], own: number | null): readonly NpcLevels[] {
  const near = npcs.filter((npc) => isNearLevel(npc, own));
  return own === null ? near : near.sort((a, b) => findLevelDistance(a, own) - findLevelDistance(b, own));
}

/** Returns how far an NPC's lowest and highest level are from a player's, together: 15 is nearer to 15 than 14–15. */
function findLevelDistance({ min, max }: Pick<NpcLevels, 'min' | 'max'>, own: number): number {
  return Math.abs(min! - own) + Math.abs(max! - own);
}

/** Reads NPCs, ordered by level, or by distance from a player's, and name. NPCs without a level come last. */
export async function readNamedNpcs(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
  own: number | null,
): Promise<readonly NamedNpc[]> {
  const facts = await snapshot.factsAmong(families.npcs, ids.map(String));
  const npcs = ids.map((id): NamedNpc => {
    const { name, levels = [], reactions = [] } = facts.get(`${id}`) ?? {};
    return {
      npc: { ...nameEntity('npc', id, name), url: toPageUrl(snapshot.publisher, 'npc', id) },
      levels: findLevelRange(levels),
      reactions: reactions.map(({ value }) => value),
    };
  });
  const level = ({ levels }: NamedNpc): number =>
    levels === null ? Number.MAX_SAFE_INTEGER : own === null ? levels.min : findLevelDistance(levels, own);
  const name = ({ npc }: NamedNpc): string => npc.name ?? NAMELESS_SORT_KEY;
  return npcs.sort((a, b) => level(a) - level(b) || compareStrings(name(a), name(b)) || a.npc.id - b.npc.id);
}
