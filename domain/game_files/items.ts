import type { GameItem } from '../ports/build.ts';
import { nonNegative, readFromEither, readItemCard } from './item_card.ts';
import type { ItemTables } from './item_tables.ts';

/** Item data that comes from other tables. */
export interface ItemLookups {
  /** File names of icons, keyed by the icon's file id. */
  readonly icons: ReadonlyMap<number, string>;
  /** The set that an item belongs to, keyed by item id. */
  readonly setOf: ReadonlyMap<number, number>;
}

/** Yields the build's items, ordered by id. */
export function* readItems(tables: ItemTables, about: ItemLookups): Generator<GameItem> {
  for (const itemId of tables.itemIds) yield readItem(itemId, tables, about);
}

function readItem(itemId: number, tables: ItemTables, { icons, setOf }: ItemLookups): GameItem {
  const { item, sparse } = tables;
  const setId = nonNegative(sparse.integer(itemId, 'ItemSet'));
  const iconId = nonNegative(item.integer(itemId, 'IconFileDataID'));
  return {
    itemId,
    // The client uses class -1 for "no class".
    classId: nonNegative(item.integer(itemId, 'ClassID')),
    subclassId: nonNegative(item.integer(itemId, 'SubclassID')),
    inventoryType: nonNegative(readFromEither(item, sparse, itemId, 'InventoryType')),
    qualityId: nonNegative(sparse.integer(itemId, 'OverallQualityID')),
    itemLevel: nonNegative(sparse.integer(itemId, 'ItemLevel')),
    requiredLevel: nonNegative(readFromEither(sparse, item, itemId, 'RequiredLevel')),
    iconId,
    icon: (iconId === null ? undefined : icons.get(iconId)) ?? null,
    stack: nonNegative(sparse.integer(itemId, 'Stackable')),
    buyPriceCopper: nonNegative(sparse.integer(itemId, 'BuyPrice')),
    sellPriceCopper: nonNegative(sparse.integer(itemId, 'SellPrice')),
    setId: setId || (setOf.get(itemId) ?? setId),
    card: readItemCard(itemId, tables),
  };
}
