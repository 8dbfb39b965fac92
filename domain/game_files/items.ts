import type { GameItem } from '../ports/build.ts';
import { cardOf, count, either } from './item_card.ts';
import type { ItemTables } from './item_tables.ts';

/** What other tables say of items. */
export interface AboutItems {
  /** File names of icons by their file id. */
  readonly icons: ReadonlyMap<number, string>;
  /** The set that lists an item as its member. */
  readonly setOf: ReadonlyMap<number, number>;
}

/** The items of the build, ascending. */
export function* itemsOf(tables: ItemTables, about: AboutItems): Generator<GameItem> {
  for (const itemId of tables.itemIds) yield itemOf(itemId, tables, about);
}

function itemOf(itemId: number, tables: ItemTables, { icons, setOf }: AboutItems): GameItem {
  const { item, sparse } = tables;
  const setId = count(sparse.integer(itemId, 'ItemSet'));
  const iconId = count(item.integer(itemId, 'IconFileDataID'));
  return {
    itemId,
    // A class of -1 is the client's word for no class.
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
