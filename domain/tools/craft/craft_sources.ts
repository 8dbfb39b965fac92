import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { formatZone, nameZones, type Zone } from '../../reads/entities/places.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import type { ItemSources } from './item_sources.ts';
import { NAMED_TRAINERS_MAX } from './lessons.ts';
import type { UnitPrice } from './prices.ts';
import type { RecipeFacts } from './recipes.ts';

/** The location of an NPC (schema/tools/craft_parts.ts, whereabouts). */
interface NpcLocation extends Zone {
  /** Coordinates of the NPC's pin with the most witnesses on that map, or null if no pin is known. */
  readonly x: number | null;
  readonly y: number | null;
}

/** Maximum number of NPCs looked up at once. */
const NPCS_NAMED_MAX = 100;

/** Returns the location of each NPC, on the map that became public first. NPCs without a known map are omitted. */
async function readNpcLocations(
  snapshot: PublishedSnapshot,
  npcIds: readonly number[],
): Promise<ReadonlyMap<number, NpcLocation>> {
  const asked = npcIds.slice(0, NPCS_NAMED_MAX);
  if (asked.length === 0) return new Map();
  const zones = await snapshot.edges.from(findEdgeGroup('located_in:npc:zone'), asked, 1);
  const found = [...zones].flatMap(([npcId, [mapId]]) => (mapId === undefined ? [] : [{ npcId, mapId }]));
  const [maps, pins] = await Promise.all([
    nameZones(snapshot, [...new Set(found.map(({ mapId }) => mapId))]),
    snapshot.factsAmong(
      families.pins,
      found.map(({ npcId, mapId }) => `${mapId}:${npcId}`),
    ),
  ]);
  return new Map(
    found.map(({ npcId, mapId }) => {
      const [pin] = pins.get(`${mapId}:${npcId}`)?.pins ?? [];
      return [npcId, { ...maps.get(mapId)!, x: pin?.x ?? null, y: pin?.y ?? null }] as const;
    }),
  );
}

/** Renders ` in "Elwynn Forest" at 40.5, 60.25`, or an empty string if the location is unknown. */
export function formatLocation(spot: NpcLocation | null | undefined): string {
  if (spot == null) return '';
  const at = spot.x === null || spot.y === null ? '' : ` at ${spot.x}, ${spot.y}`;
  return ` in ${formatZone(spot)}${at}`;
}

/** The locations of trainers and vendors of a route, and the sources of the items that teach its recipes. */
export type CraftSources = Awaited<ReturnType<typeof readCraftSources>>;

/** Reads the sources of these recipes, and the locations of their trainers and of the vendors of their reagents. */
export async function readCraftSources(
  snapshot: PublishedSnapshot,
  recipes: readonly RecipeFacts[],
  prices: ReadonlyMap<number, UnitPrice>,
) {
  const found = recipes.flatMap(({ itemSources }) => itemSources ?? []);
  const sellers = found.flatMap(({ soldBy }) => soldBy.map(({ npcId }) => npcId));
  const droppers = (of: 'npc' | 'object') =>
    found.flatMap(({ droppedBy }) => droppedBy.flatMap(({ kind, id }) => (kind === of ? [id] : [])));
  const trainers = recipes.flatMap(({ lesson }) => lesson?.trainerNpcIds.slice(0, NAMED_TRAINERS_MAX) ?? []);
  const items = recipes.flatMap(({ reagents }) => reagents?.value.map(({ itemId }) => itemId) ?? []);
  const vendors = items.flatMap((itemId) => prices.get(itemId)?.vendorNpcId ?? []);
  const [spots, npcs, objects, quests] = await Promise.all([
    readNpcLocations(snapshot, [...new Set([...trainers, ...vendors, ...sellers])]),
    readEntities(snapshot, 'npc', [...new Set([...sellers, ...droppers('npc')])]),
    readEntities(snapshot, 'object', [...new Set(droppers('object'))]),
    readEntities(snapshot, 'quest', [...new Set(found.flatMap(({ questIds }) => questIds))]),
  ]);
  const npc = (id: number): Entity<'npc'> => npcs.get(id) ?? { kind: 'npc', id, name: null, url: null };
  const place = (npcId: number) => spots.get(npcId) ?? null;
  return {
    place,
    /** Names the sources of an item (schema/tools/craft_parts.ts, itemSourcesField). */
    nameSources: (known: ItemSources | null) => ({
      soldBy: (known?.soldBy ?? []).map(({ npcId, ...offer }) => ({
        vendor: npc(npcId),
        ...offer,
        place: place(npcId),
      })),
      droppedBy: (known?.droppedBy ?? []).map(({ kind, id }) => (kind === 'npc' ? npc(id) : objects.get(id)!)),
      rewardFrom: (known?.questIds ?? []).map(
        (id) => quests.get(id) ?? { kind: 'quest' as const, id, name: null, url: null },
      ),
      isElsewhere: known?.isElsewhere ?? false,
    }),
    fromFiles: [...spots.values()].some(({ mapInFiles }) => mapInFiles !== null),
  };
}
