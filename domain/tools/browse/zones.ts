import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { ok, type StorageResult, together } from '../../values/result.ts';
import { createKept } from '../shared/kept.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { type Zone, zoneOf } from '../shared/zone.ts';

/** A zone, and how many NPCs players met there. */
export interface PeopledZone extends Zone {
  readonly npcs: number;
}

const MET_IN = edgeGroup('located_in:npc:zone');

/** More maps than any client has. */
const ZONES_MAX = 2_000;

/** The zones in which players met NPCs, by name; those without one last, by number. */
export const peopledZones = (data: SnapshotData): Promise<StorageResult<readonly PeopledZone[]>> =>
  kept(data, '', () => readZones(data));

const kept = createKept<readonly PeopledZone[]>(ZONES_MAX, ({ length }) => length);

const readZones = async (data: SnapshotData): Promise<StorageResult<readonly PeopledZone[]>> => {
  const ends = await data.reader.edgeEnds(data.view, MET_IN, 'to', ZONES_MAX);
  if (!ends.ok) return ends;
  const zones = await zonesOf(
    data,
    ends.value.map(({ id }) => id),
  );
  if (!zones.ok) return zones;
  return ok(ends.value.map(({ id, total }) => ({ ...zones.value.get(id)!, npcs: total })).sort(byZoneName));
};

/** The zones in which players met whoever gives a quest, in the same order. */
export const questZones = async (data: SnapshotData): Promise<StorageResult<readonly Zone[]>> => {
  const ids = await data.reader.questZones(data.view, ZONES_MAX);
  if (!ids.ok) return ids;
  const zones = await zonesOf(data, ids.value);
  return zones.ok ? ok([...zones.value.values()].sort(byZoneName)) : zones;
};

const byZoneName = (a: Zone, b: Zone): number => {
  const [one, other] = [a, b].map(({ map, mapInFiles }) => map ?? mapInFiles ?? '\u{10ffff}') as [string, string];
  return one < other ? -1 : one > other ? 1 : a.mapId - b.mapId;
};

/** A zone of which anything is known: a fact, a row of the game's files, or whom players met there; null: nothing is. */
export const knownZone = async (
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  mapId: number,
): Promise<StorageResult<Zone | null>> => {
  const found = await together([
    reader.fact(view, families.maps, `${mapId}`),
    reader.gameFact(view, 'zone', `${mapId}`),
    reader.edgesAt(view, [MET_IN], 'to', mapId, 0),
  ] as const);
  if (!found.ok) return found;
  const [map, filed, met] = found.value;
  const zone = zoneOf(mapId, map?.name, filed);
  return ok(map === null && zone.mapInFiles === null && met.total === 0 ? null : zone);
};

/** What zones are called, in one read. */
export const zonesOf = async (
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  mapIds: readonly number[],
): Promise<StorageResult<ReadonlyMap<number, Zone>>> => {
  const subjects = mapIds.map(String);
  const read = await together([
    reader.factsAmong(view, families.maps, subjects),
    view.game === null
      ? Promise.resolve(ok(new Map<string, unknown>()))
      : reader.gameFactsAmong(view, 'zone', subjects),
  ] as const);
  if (!read.ok) return read;
  const [maps, filed] = read.value;
  return ok(new Map(mapIds.map((id) => [id, zoneOf(id, maps.get(`${id}`)?.name, filed.get(`${id}`))] as const)));
};
