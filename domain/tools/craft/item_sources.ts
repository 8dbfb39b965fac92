import { CRAFT_SOURCES_MAX } from '../../../schema/limits.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { readEdgesByFromId } from '../../reads/entities/observed_edges.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';

/** The sources of an item that teaches a recipe, as confirmed by three installs. */
export interface ItemSources {
  readonly soldBy: readonly { npcId: number; cost: AgreedValue<number> | null; installs: number }[];
  readonly droppedBy: readonly { readonly kind: 'npc' | 'object'; readonly id: number }[];
  readonly questIds: readonly number[];
  /** Whether players gather it, or it has a market value on a realm. */
  readonly isElsewhere: boolean;
}

/** Returns the known sources of each of these items. Items without a known source are omitted. */
export async function readItemSources(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemSources>> {
  if (itemIds.length === 0) return new Map();
  const [vendors, quests, drops, gathered, realms] = await Promise.all([
    readEdgesByFromId(snapshot, 'sold_by:item:npc', itemIds, CRAFT_SOURCES_MAX),
    snapshot.edges.from(findEdgeGroup('reward_from:item:quest'), itemIds, CRAFT_SOURCES_MAX),
    Promise.all(itemIds.map((itemId) => snapshot.rates.ofItem(itemId, CRAFT_SOURCES_MAX))),
    Promise.all(itemIds.map((itemId) => snapshot.gathering.ofItem(itemId, 1))),
    snapshot.market.realms(),
  ]);
  const values = await Promise.all(realms.map(({ realmKey }) => snapshot.market.itemsAmong(realmKey, '', itemIds)));
  const offers = [...vendors.values()].flatMap(({ rows }) => rows.map(({ fromId, toId }) => `${toId}:${fromId}`));
  const goods = await snapshot.factsAmong(families.vendor_goods, offers);
  const found = itemIds.flatMap((itemId, at): readonly (readonly [number, ItemSources])[] => {
    const soldBy = (vendors.get(itemId)?.rows ?? []).map(({ toId: npcId, installs }) => {
      return { npcId, cost: goods.get(`${npcId}:${itemId}`)?.prices?.[0] ?? null, installs };
    });
    const droppedBy = drops[at]!.corroborated.rates.map(({ sourceType: kind, sourceId: id }) => ({ kind, id }));
    const isElsewhere = gathered[at]!.corroborated.total > 0 || values.some((items) => items.has(itemId));
    const questIds = quests.get(itemId) ?? [];
    const isKnown = isElsewhere || soldBy.length + droppedBy.length + questIds.length > 0;
    return isKnown ? [[itemId, { soldBy, droppedBy, questIds, isElsewhere }]] : [];
  });
  return new Map(found);
}
