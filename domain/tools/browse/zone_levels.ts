import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { type Levels, levelsOf } from '../../reads/entities/npc.ts';
import { createSnapshotBatchCache } from '../../reads/snapshot_cache.ts';

/** Maximum number of a zone's NPCs whose levels are read, the first that became public. */
const NPCS_MAX = 16;

/** Maximum number of zones to keep the levels of. No client has that many maps. */
const ZONES_MAX = 2_000;

/** A player helps best within this many levels of a creature. */
const NEAR = 3;

/**
 * Returns the levels of most creatures that players can fight in each of these zones, or null if no such level is
 * public. The lowest and the highest tenth of the creatures are left out, because a few guards of level 55 do not make a
 * zone of level 1 to 55. Levels are kept until the next snapshot.
 */
export function zoneLevels(snapshot: Snapshot, zones: readonly number[]): Promise<ReadonlyMap<number, Levels | null>> {
  return levelsCache(snapshot, zones, (missing) => readLevels(snapshot, missing));
}

const levelsCache = createSnapshotBatchCache<number, Levels | null>(ZONES_MAX);

async function readLevels(snapshot: Snapshot, zones: readonly number[]): Promise<ReadonlyMap<number, Levels | null>> {
  const met = await snapshot.edges.atEach(edgeGroup('located_in:npc:zone'), 'to', zones, NPCS_MAX);
  const npcsIn = (zone: number): readonly string[] => (met.get(zone)?.rows ?? []).map(({ fromId }) => String(fromId));
  const facts = await snapshot.factsAmong(families.npcs, [...new Set(zones.flatMap(npcsIn))]);
  return new Map(
    zones.map((zone) => {
      const creatures = npcsIn(zone).flatMap((id) => {
        const { levels = [], reactions = [] } = facts.get(id) ?? {};
        const own = reactions.some(({ value }) => value !== 'friendly') ? levelsOf(levels) : null;
        return own === null ? [] : [own];
      });
      return [zone, usualLevels(creatures)] as const;
    }),
  );
}

function usualLevels(creatures: readonly Levels[]): Levels | null {
  if (creatures.length === 0) return null;
  const lows = creatures.map(({ min }) => min).sort((a, b) => a - b);
  const highs = creatures.map(({ max }) => max).sort((a, b) => b - a);
  const skipped = Math.floor(creatures.length / 10);
  const [min, max] = [lows[skipped]!, highs[skipped]!];
  return { min: Math.min(min, max), max: Math.max(min, max) };
}

/** Whether a player of this level can do something about creatures of these levels. */
export function isNear({ min, max }: Levels, level: number): boolean {
  return min - NEAR <= level && level <= max + NEAR;
}

/** Whether a task or zone suits a player of this level. Unknown levels suit every player, and a null level any levels. */
export function suitsLevel({ levels }: { readonly levels: Levels | null }, level: number | null): boolean {
  return level === null || levels === null || isNear(levels, level);
}
