import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { type Zone, zoneOf } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../shared/snapshot_cache.ts';

/** A zone, and the number of NPCs that players met in it. */
export interface ZoneWithNpcs extends Zone {
  readonly npcs: number;
}

const MET_IN = edgeGroup('located_in:npc:zone');

/** Maximum number of zones. No client has that many maps. */
const ZONES_MAX = 2_000;

/** Returns the zones in which players met NPCs, ordered by name. Zones without a name come last, ordered by map id. */
export function peopledZones(snapshot: PublishedSnapshot): Promise<readonly ZoneWithNpcs[]> {
  return kept(snapshot, '', () => readZones(snapshot));
}

const kept = createSnapshotCache<readonly ZoneWithNpcs[]>(ZONES_MAX, ({ length }) => length);

async function readZones(snapshot: PublishedSnapshot): Promise<readonly ZoneWithNpcs[]> {
  const ends = await snapshot.edges.ends(MET_IN, 'to', ZONES_MAX);
  const zones = await zonesOf(
    snapshot,
    ends.map(({ id }) => id),
  );
  return ends.map(({ id, total }) => ({ ...zones.get(id)!, npcs: total })).sort(byZoneName);
}

/** Like `peopledZones`, but returns the zones in which players met quest givers. */
export async function questZones(snapshot: PublishedSnapshot): Promise<readonly Zone[]> {
  const ids = await snapshot.questZones(ZONES_MAX);
  const zones = await zonesOf(snapshot, ids);
  return [...zones.values()].sort(byZoneName);
}

function byZoneName(a: Zone, b: Zone): number {
  const [one, other] = [a, b].map(({ map, mapInFiles }) => map ?? mapInFiles ?? '\u{10ffff}') as [string, string];
  return one < other ? -1 : one > other ? 1 : a.mapId - b.mapId;
}

/**
 * Returns the zone if anything is known about it (a fact, a row of the game's files, or NPCs that players met in it),
 * otherwise null.
 */
export async function knownZone(snapshot: Snapshot, mapId: number): Promise<Zone | null> {
  const [map, filed, met] = await Promise.all([
    snapshot.fact(families.maps, `${mapId}`),
    snapshot.game.fact('zone', `${mapId}`),
    snapshot.edges.at([MET_IN], 'to', mapId, 0),
  ]);
  const zone = zoneOf(mapId, map?.name, filed);
  return map === null && zone.mapInFiles === null && met.total === 0 ? null : zone;
}

/** Returns these zones with their names, using one batch of reads. */
export async function zonesOf(snapshot: Snapshot, mapIds: readonly number[]): Promise<ReadonlyMap<number, Zone>> {
  const subjects = mapIds.map(String);
  const [maps, filed] = await Promise.all([
    snapshot.factsAmong(families.maps, subjects),
    snapshot.view.game === null
      ? Promise.resolve(new Map<string, unknown>())
      : snapshot.game.factsAmong('zone', subjects),
  ]);
  return new Map(mapIds.map((id) => [id, zoneOf(id, maps.get(`${id}`)?.name, filed.get(`${id}`))] as const));
}
