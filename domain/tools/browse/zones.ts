import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { createSnapshotCache } from '../shared/snapshot_cache.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { type Zone, zoneOf } from '../shared/zone.ts';

/** A zone and the number of NPCs that players met there. */
export interface ZoneWithNpcs extends Zone {
  readonly npcs: number;
}

const MET_IN = edgeGroup('located_in:npc:zone');

/** More than the number of maps in any client. */
const ZONES_MAX = 2_000;

/** Returns the zones in which players met NPCs, ordered by name. Zones without a name come last, ordered by map id. */
export function peopledZones(data: SnapshotData): Promise<readonly ZoneWithNpcs[]> {
  return kept(data, '', () => readZones(data));
}

const kept = createSnapshotCache<readonly ZoneWithNpcs[]>(ZONES_MAX, ({ length }) => length);

async function readZones(data: SnapshotData): Promise<readonly ZoneWithNpcs[]> {
  const ends = await data.reader.edgeEnds(data.view, MET_IN, 'to', ZONES_MAX);
  const zones = await zonesOf(
    data,
    ends.map(({ id }) => id),
  );
  return ends.map(({ id, total }) => ({ ...zones.get(id)!, npcs: total })).sort(byZoneName);
}

/** Returns the zones in which players met quest givers, in the same order. */
export async function questZones(data: SnapshotData): Promise<readonly Zone[]> {
  const ids = await data.reader.questZones(data.view, ZONES_MAX);
  const zones = await zonesOf(data, ids);
  return [...zones.values()].sort(byZoneName);
}

function byZoneName(a: Zone, b: Zone): number {
  const [one, other] = [a, b].map(({ map, mapInFiles }) => map ?? mapInFiles ?? '\u{10ffff}') as [string, string];
  return one < other ? -1 : one > other ? 1 : a.mapId - b.mapId;
}

/**
 * Returns the zone if anything is known about it (a fact, a row of the game's files or NPCs that players met there), or
 * null.
 */
export async function knownZone(
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  mapId: number,
): Promise<Zone | null> {
  const [map, filed, met] = await Promise.all([
    reader.fact(view, families.maps, `${mapId}`),
    reader.gameFact(view, 'zone', `${mapId}`),
    reader.edgesAt(view, [MET_IN], 'to', mapId, 0),
  ]);
  const zone = zoneOf(mapId, map?.name, filed);
  return map === null && zone.mapInFiles === null && met.total === 0 ? null : zone;
}

/** Reads the names of these zones in one batch. */
export async function zonesOf(
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  mapIds: readonly number[],
): Promise<ReadonlyMap<number, Zone>> {
  const subjects = mapIds.map(String);
  const [maps, filed] = await Promise.all([
    reader.factsAmong(view, families.maps, subjects),
    view.game === null ? Promise.resolve(new Map<string, unknown>()) : reader.gameFactsAmong(view, 'zone', subjects),
  ]);
  return new Map(mapIds.map((id) => [id, zoneOf(id, maps.get(`${id}`)?.name, filed.get(`${id}`))] as const));
}
