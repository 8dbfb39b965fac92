import { families } from '../../families/mod.ts';
import { type Entity, namedEntity, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';

/** An item of a market with its agreed name and quality. */
export interface ListedMarketItem {
  readonly item: Entity<'item'>;
  readonly quality: string | null;
}

/** Reads the names and qualities of these items in one batch, keyed by item. */
export async function listedMarketItems(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ListedMarketItem>> {
  if (itemIds.length === 0) return new Map();
  const facts = await snapshot.factsAmong(families.items, [...new Set(itemIds)].map(String));
  return new Map(
    itemIds.map((itemId) => {
      const fact = facts.get(String(itemId));
      const url = pageUrl(snapshot.publisher, 'item', itemId);
      return [
        itemId,
        { item: { ...namedEntity('item', itemId, fact?.name), url }, quality: fact?.quality?.value ?? null },
      ];
    }),
  );
}
