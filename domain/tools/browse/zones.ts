import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { EdgeGroup } from '../../ports/edges.ts';
import type { PinnedEntity } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { Levels } from '../../reads/entities/npc.ts';
import { buildZone, nameZones, type Zone } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { readLevels } from '../../reads/entities/zone_npcs.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';

/** A zone, and the number of NPCs or objects that players saw in it. */
export interface ZoneWithCount extends Zone {
  readonly seen: number;
}

type PlacedKind = PinnedEntity['kind'];

const PLACE_EDGE_GROUPS: Readonly<Record<PlacedKind, EdgeGroup>> = {
  npc: findEdgeGroup('located_in:npc:zone'),
  object: findEdgeGroup('located_in:object:zone'),
};

/** Maximum number of zones. No client has that many maps. */
const CACHED_ZONES_MAX = 2_000;

/**
 * Returns the zones in which players met NPCs or looted objects, ordered by name. Zones without a name come last,
 * ordered by map id.
 */
export function readZonesOfKind(snapshot: PublishedSnapshot, kind: PlacedKind): Promise<readonly ZoneWithCount[]> {
  return cachedZones(snapshot, kind, () => readZonesUncached(snapshot, kind));
}

const cachedZones = createSnapshotCache<readonly ZoneWithCount[]>(3 * CACHED_ZONES_MAX, ({ length }) => length);

async function readZonesUncached(snapshot: PublishedSnapshot, kind: PlacedKind): Promise<readonly ZoneWithCount[]> {
  const ends = await snapshot.edges.ends(PLACE_EDGE_GROUPS[kind], 'to', CACHED_ZONES_MAX);
  const ids = ends.map(({ id }) => id);
  const zones = await nameZones(snapshot, ids);
  return ends.map(({ id, total }) => ({ ...zones.get(id)!, seen: total })).sort(compareZoneNames);
}

/** A zone as shown in lists, with the number of NPCs and objects that players saw in it. */
export interface ListedZone extends Zone {
  readonly npcs: number;
  readonly objects: number;
}

/** Returns all zones in which players saw something, ordered as by `readZonesOfKind`. */
export async function readListedZones(snapshot: PublishedSnapshot): Promise<readonly ListedZone[]> {
  return cachedListedZones(snapshot, '', async () => {
    const [npcs, objects] = [await readZonesOfKind(snapshot, 'npc'), await readZonesOfKind(snapshot, 'object')];
    const zones = new Map<number, ZoneWithCount>([...npcs, ...objects].map((zone) => [zone.mapId, zone]));
    const seenIn = (some: readonly ZoneWithCount[]): ReadonlyMap<number, number> =>
      new Map(some.map(({ mapId, seen }) => [mapId, seen]));
    const [met, looted] = [seenIn(npcs), seenIn(objects)];
    return [...zones.values()].sort(compareZoneNames).map(({ seen: _, ...zone }) => ({
      ...zone,
      npcs: met.get(zone.mapId) ?? 0,
      objects: looted.get(zone.mapId) ?? 0,
    }));
  });
}

const cachedListedZones = createSnapshotCache<readonly ListedZone[]>(CACHED_ZONES_MAX, ({ length }) => length);

/**
 * Like `readZonesOfKind`, but returns the zones in which players met quest givers. `seen` is the number of their
 * quests.
 */
export function readQuestZones(snapshot: PublishedSnapshot): Promise<readonly ZoneWithCount[]> {
  return cachedZones(snapshot, 'quest', async () => {
    const counts = new Map(await snapshot.questZones(CACHED_ZONES_MAX));
    const zones = await nameZones(snapshot, [...counts.keys()]);
    return [...zones.values()].map((zone) => ({ ...zone, seen: counts.get(zone.mapId)! })).sort(compareZoneNames);
  });
}

/** Adds the levels of most creatures to zones, and orders the zones by them. Zones of unknown level come last. */
export async function sortZonesByLevel<Z extends Zone>(
  snapshot: PublishedSnapshot,
  zones: readonly Z[],
): Promise<readonly (Z & { readonly levels: Levels | null })[]> {
  const mapIds = zones.map(({ mapId }) => mapId);
  const levels = await readLevels(snapshot, mapIds);
  const level = (levels: Levels | null): number =>
    levels === null ? Number.MAX_SAFE_INTEGER : levels.min + levels.max;
  return zones
    .map((zone) => ({ ...zone, levels: levels.get(zone.mapId) ?? null }))
    .sort((a, b) => level(a.levels) - level(b.levels));
}

function compareZoneNames(a: Zone, b: Zone): number {
  const [one, other] = [a, b].map(({ map, mapInFiles }) => map ?? mapInFiles ?? '\u{10ffff}') as [string, string];
  return one < other ? -1 : one > other ? 1 : a.mapId - b.mapId;
}

/**
 * Returns the zone if anything is known about it (a fact, a row of the game's files, or NPCs or objects that players saw
 * in it), otherwise null.
 */
export async function readKnownZone(snapshot: Snapshot, mapId: number): Promise<Zone | null> {
  const [map, filed, met] = await Promise.all([
    snapshot.fact(families.maps, `${mapId}`),
    snapshot.game.fact('zone', `${mapId}`),
    snapshot.edges.at(Object.values(PLACE_EDGE_GROUPS), 'to', mapId, 0),
  ]);
  const zone = buildZone(mapId, map?.name, filed);
  return map === null && zone.mapInFiles === null && met.total === 0 ? null : zone;
}
