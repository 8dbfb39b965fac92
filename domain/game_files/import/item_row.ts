import type { ItemsResponse } from '../../../schema/responses/itemsResponse.ts';
import type { GameItem } from '../../ports/build.ts';
import type { StoredItem } from '../../ports/builds.ts';
import { type ClassSlugs, itemSlugs } from '../class_slugs.ts';

type ItemRow = ItemsResponse['items'][number];

/** Converts an item to its stored form (contract, section 4, Item row). */
export function storedItem(item: GameItem, classes: ClassSlugs): StoredItem {
  const { itemId } = item;
  const slugs = itemSlugs(item, classes);
  const row: ItemRow = {
    itemId,
    class: slugs.class,
    subclass: slugs.subclass,
    slot: slugs.slot,
    quality: slugs.quality,
    itemLevel: item.itemLevel,
    requiredLevel: item.requiredLevel,
    icon: item.icon,
    stack: item.stack,
    buyPriceCopper: item.buyPriceCopper,
    sellPriceCopper: item.sellPriceCopper,
    setId: item.setId,
  };
  return { itemId, ...slugs, body: JSON.stringify(row) };
}
