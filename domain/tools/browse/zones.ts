import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { ok, type StorageResult, together } from '../../values/result.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { type Zone, zoneOf } from '../shared/zone.ts';

/** A zone, and how many NPCs players met there. */
export interface PeopledZone extends Zone {
  readonly npcs: number;
}

/** More maps than any client has. */
const ZONES_MAX = 2_000;

/** The zones in which players met NPCs, by name; those without one last, by number. */
export const peopledZones = async (data: SnapshotData): Promise<StorageResult<readonly PeopledZone[]>> => {
  const ends = await data.reader.edgeEnds(data.view, edgeGroup('located_in:npc:zone'), 'to', ZONES_MAX);
  if (!ends.ok) return ends;
  const zones = await zonesOf(
    data,
    ends.value.map(({ id }) => id),
  );
  if (!zones.ok) return zones;
  const nameOf = ({ map, mapInFiles }: Zone): string => map ?? mapInFiles ?? '\u{10ffff}';
  return ok(
    ends.value
      .map(({ id, total }) => ({ ...zones.value.get(id)!, npcs: total }))
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a.mapId - b.mapId)),
  );
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
