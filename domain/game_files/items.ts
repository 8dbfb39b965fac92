import type { GameItem } from '../ports/build.ts';
import { cardOf, count, either } from './item_card.ts';
import type { ItemTables } from './item_tables.ts';

/** Data about items from other tables. */
export interface AboutItems {
  /** File names of icons by their file id. */
  readonly icons: ReadonlyMap<number, string>;
  /** The set that lists an item as its member, by item id. */
  readonly setOf: ReadonlyMap<number, number>;
}

/** Yields the items of the build by id. */
export function* itemsOf(tables: ItemTables, about: AboutItems): Generator<GameItem> {
  for (const itemId of tables.itemIds) yield readItem(itemId, tables, about);
}

function readItem(itemId: number, tables: ItemTables, { icons, setOf }: AboutItems): GameItem {
  const { item, sparse } = tables;
  const setId = count(sparse.integer(itemId, 'ItemSet'));
  const iconId = count(item.integer(itemId, 'IconFileDataID'));
  return {
    itemId,
    // The client uses class -1 for no class.
    classId: count(item.integer(itemId, 'ClassID')),
    subclassId: count(item.integer(itemId, 'SubclassID')),
    inventoryType: count(either(item, sparse, itemId, 'InventoryType')),
    qualityId: count(sparse.integer(itemId, 'OverallQualityID')),
    itemLevel: count(sparse.integer(itemId, 'ItemLevel')),
    requiredLevel: count(either(sparse, item, itemId, 'RequiredLevel')),
    iconId,
    icon: (iconId === null ? undefined : icons.get(iconId)) ?? null,
    stack: count(sparse.integer(itemId, 'Stackable')),
    buyPriceCopper: count(sparse.integer(itemId, 'BuyPrice')),
    sellPriceCopper: count(sparse.integer(itemId, 'SellPrice')),
    setId: setId || (setOf.get(itemId) ?? setId),
    card: cardOf(itemId, tables),
  };
}
