import type { AgreedValue } from '../../families/counting/agreed.ts';
import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mostInstalls } from './lessons.ts';

/** The sources of an item that teaches a recipe, as confirmed by three installs. */
export interface ItemSources {
  readonly soldBy: readonly { readonly npcId: number; readonly cost: AgreedValue<number> | null }[];
  readonly droppedBy: readonly { readonly kind: 'npc' | 'object'; readonly id: number }[];
  readonly questIds: readonly number[];
}

/** Maximum number of sources of each type for one item. */
export const SOURCES_MAX = 3;

/** Reads the sources of these items. */
export async function sourcesOf(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemSources>> {
  const from = (name: Parameters<typeof edgeGroup>[0]) => snapshot.edges.from(edgeGroup(name), itemIds, SOURCES_MAX);
  const [vendors, npcs, objects, quests] = await Promise.all([
    from('sold_by:item:npc'),
    from('dropped_by:item:npc'),
    from('dropped_by:item:object'),
    from('reward_from:item:quest'),
  ]);
  const goods = await snapshot.factsAmong(
    families.vendor_goods,
    [...vendors].flatMap(([itemId, ids]) => ids.map((npcId) => `${npcId}:${itemId}`)),
  );
  const sources = (itemId: number): ItemSources => ({
    soldBy: (vendors.get(itemId) ?? []).map((npcId) => ({
      npcId,
      cost: (goods.get(`${npcId}:${itemId}`)?.prices ?? []).toSorted(mostInstalls)[0] ?? null,
    })),
    droppedBy: [
      ...(npcs.get(itemId) ?? []).map((id) => ({ kind: 'npc', id }) as const),
      ...(objects.get(itemId) ?? []).map((id) => ({ kind: 'object', id }) as const),
    ].slice(0, SOURCES_MAX),
    questIds: quests.get(itemId) ?? [],
  });
  return new Map(itemIds.map((itemId) => [itemId, sources(itemId)]));
}
