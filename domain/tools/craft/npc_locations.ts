import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { type Zone, zoneOf, zoneText } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';

/** The location of an NPC (schema/tools/craft_parts.ts, whereabouts). */
export interface NpcLocation extends Zone {
  /** Coordinates of the NPC's best witnessed pin on that map, or null if no pin is known. */
  readonly x: number | null;
  readonly y: number | null;
}

/** Maximum number of NPCs looked up at once. */
const NPCS_MAX = 100;

/** Returns the location of each NPC, on the map that became public first. NPCs without a known map are omitted. */
export async function readNpcLocations(
  snapshot: PublishedSnapshot,
  npcIds: readonly number[],
): Promise<ReadonlyMap<number, NpcLocation>> {
  const asked = npcIds.slice(0, NPCS_MAX);
  if (asked.length === 0) return new Map();
  const zones = await snapshot.edges.from(edgeGroup('located_in:npc:zone'), asked, 1);
  const found = [...zones].flatMap(([npcId, [mapId]]) => (mapId === undefined ? [] : [{ npcId, mapId }]));
  const mapIds = [...new Set(found.map(({ mapId }) => String(mapId)))];
  const [maps, pins, filed] = await Promise.all([
    snapshot.factsAmong(families.maps, mapIds),
    snapshot.factsAmong(
      families.pins,
      found.map(({ npcId, mapId }) => `${mapId}:${npcId}`),
    ),
    snapshot.view.game === null
      ? Promise.resolve(new Map<string, unknown>())
      : snapshot.game.factsAmong('zone', mapIds),
  ]);
  return new Map(
    found.map(({ npcId, mapId }) => {
      const zone = zoneOf(mapId, maps.get(`${mapId}`)?.name, filed.get(`${mapId}`));
      const [pin] = pins.get(`${mapId}:${npcId}`)?.pins ?? [];
      return [npcId, { ...zone, x: pin?.x ?? null, y: pin?.y ?? null }] as const;
    }),
  );
}

/** Renders ` in "Elwynn Forest" at 40.5, 60.25`, or an empty string if unknown. */
export function spotText(spot: NpcLocation | null | undefined): string {
  if (spot == null) return '';
  const at = spot.x === null || spot.y === null ? '' : ` at ${spot.x}, ${spot.y}`;
  return ` in ${zoneText(spot)}${at}`;
}
