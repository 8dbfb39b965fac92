import { agreedValue } from '../../families/counting/agreed.ts';
import { EDGE_GROUPS } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { EdgeGroup } from '../../ports/edges.ts';
import { ok, type StorageResult, together } from '../../values/result.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** Where an NPC stands (schema/tools/craft_parts.ts, whereabouts). */
export interface Spot {
  readonly mapId: number;
  readonly map: string | null;
  /** Looked up where the map has no agreed name. */
  readonly mapInFiles: string | null;
  /** Of its best witnessed place on that map; null: none is known. */
  readonly x: number | null;
  readonly y: number | null;
}

/** NPCs that are looked up at once, at most. */
const NPCS_MAX = 100;

export const groupOf = (name: (typeof EDGE_GROUPS)[number]['name']): EdgeGroup =>
  EDGE_GROUPS.find((group) => group.name === name)!;

/** Where these NPCs stand, each on the map that was known first; those of whom nothing is known are left out. */
export const whereaboutsOf = async (
  { reader, view }: SnapshotData,
  npcIds: readonly number[],
): Promise<StorageResult<ReadonlyMap<number, Spot>>> => {
  const asked = npcIds.slice(0, NPCS_MAX);
  if (asked.length === 0) return ok(new Map());
  const zones = await reader.edgesFrom(view, groupOf('located_in:npc:zone'), asked, 1);
  if (!zones.ok) return zones;
  const found = [...zones.value].flatMap(([npcId, [mapId]]) => (mapId === undefined ? [] : [{ npcId, mapId }]));
  const mapIds = [...new Set(found.map(({ mapId }) => String(mapId)))];
  const facts = await together([
    reader.factsAmong(view, families.maps, mapIds),
    reader.factsAmong(
      view,
      families.pins,
      found.map(({ npcId, mapId }) => `${mapId}:${npcId}`),
    ),
    view.game === null ? Promise.resolve(ok(new Map<string, unknown>())) : reader.gameFactsAmong(view, 'zone', mapIds),
  ] as const);
  if (!facts.ok) return facts;
  const [maps, pins, filed] = facts.value;
  return ok(
    new Map(
      found.map(({ npcId, mapId }) => {
        const map = agreedValue(maps.get(`${mapId}`)?.name);
        const inFiles = filed.get(`${mapId}`);
        const [pin] = pins.get(`${mapId}:${npcId}`)?.pins ?? [];
        return [
          npcId,
          {
            ...{ mapId, map, mapInFiles: map === null && typeof inFiles === 'string' ? inFiles.slice(0, 120) : null },
            ...{ x: pin?.x ?? null, y: pin?.y ?? null },
          },
        ] as const;
      }),
    ),
  );
};

/** ` in "Elwynn Forest" at 40.5, 60.25`; nothing where it is unknown. */
export const spotText = (spot: Spot | null | undefined): string => {
  if (spot == null) return '';
  const name = spot.map ?? spot.mapInFiles;
  const at = spot.x === null || spot.y === null ? '' : ` at ${spot.x}, ${spot.y}`;
  return ` in ${name === null ? `map ${spot.mapId}` : JSON.stringify(name)}${at}`;
};
