import { CRAFT_SOURCES_MAX } from '../../../schema/limits.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { RatesBySupport } from '../../ports/drops.ts';
import { formatZone, nameZones, type Zone } from '../../reads/entities/places.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
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

/**
 * Sources of everything that a route needs: the locations of trainers and vendors, and the sources of items that
 * teach recipes.
 */
export interface CraftSources {
  place(npcId: number): NpcLocation | null;
  /** Returns the sources of an item that teaches a recipe (schema/tools/craft_parts.ts, itemSourcesField). */
  sources(itemId: number): SourcesAnswer;
  /** True if any map's name comes from the game's files. */
  readonly fromFiles: boolean;
}

interface SourcesAnswer {
  readonly soldBy: readonly {
    readonly vendor: Entity<'npc'>;
    readonly cost: ItemSources['soldBy'][number]['cost'];
    readonly place: NpcLocation | null;
  }[];
  readonly droppedBy: readonly Entity<'npc' | 'object'>[];
  readonly rewardFrom: readonly Entity<'quest'>[];
}

/** Reads the sources of these recipes, and the locations of their trainers and of the vendors of their reagents. */
export async function readCraftSources(
  snapshot: PublishedSnapshot,
  recipes: readonly RecipeFacts[],
  prices: ReadonlyMap<number, UnitPrice>,
): Promise<CraftSources> {
  const taught = recipes.filter(({ lesson }) => lesson === null).flatMap(({ taughtByItemId }) => taughtByItemId ?? []);
  const sources = await readItemSources(snapshot, [...new Set(taught.map(({ value }) => value))]);
  const found = [...sources.values()];
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
  const place = (npcId: number): NpcLocation | null => spots.get(npcId) ?? null;
  return {
    place,
    sources: (itemId) => {
      const { soldBy, droppedBy, questIds } = sources.get(itemId) ?? NO_SOURCES;
      return {
        soldBy: soldBy.map(({ npcId, cost }) => ({ vendor: npc(npcId), cost, place: place(npcId) })),
        droppedBy: droppedBy.map(({ kind, id }) => (kind === 'npc' ? npc(id) : objects.get(id)!)),
        rewardFrom: questIds.map((id) => quests.get(id) ?? { kind: 'quest', id, name: null, url: null }),
      };
    },
    fromFiles: [...spots.values()].some(({ mapInFiles }) => mapInFiles !== null),
  };
}

const NO_SOURCES: ItemSources = { soldBy: [], droppedBy: [], questIds: [] };

/** The sources of an item that teaches a recipe, as confirmed by three installs. */
interface ItemSources {
  readonly soldBy: readonly { readonly npcId: number; readonly cost: AgreedValue<number> | null }[];
  readonly droppedBy: readonly { readonly kind: 'npc' | 'object'; readonly id: number }[];
  readonly questIds: readonly number[];
}

async function readItemSources(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemSources>> {
  const from = (name: Parameters<typeof findEdgeGroup>[0]) =>
    snapshot.edges.from(findEdgeGroup(name), itemIds, CRAFT_SOURCES_MAX);
  const [vendors, quests, rates] = await Promise.all([
    from('sold_by:item:npc'),
    from('reward_from:item:quest'),
    Promise.all(itemIds.map((itemId) => snapshot.rates.ofItem(itemId, CRAFT_SOURCES_MAX))),
  ]);
  const goods = await snapshot.factsAmong(
    families.vendor_goods,
    [...vendors].flatMap(([itemId, ids]) => ids.map((npcId) => `${npcId}:${itemId}`)),
  );
  const sources = (itemId: number, { corroborated }: RatesBySupport): ItemSources => ({
    soldBy: (vendors.get(itemId) ?? []).map((npcId) => ({
      npcId,
      cost: goods.get(`${npcId}:${itemId}`)?.prices?.[0] ?? null,
    })),
    droppedBy: corroborated.rates.map(({ sourceType, sourceId }) => ({ kind: sourceType, id: sourceId })),
    questIds: quests.get(itemId) ?? [],
  });
  return new Map(itemIds.map((itemId, i) => [itemId, sources(itemId, rates[i]!)]));
}
