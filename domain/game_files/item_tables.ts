import { type PackedTable, packTable } from './packed_table.ts';
import type { GameTables } from './tables.ts';

/** Columns that either table may have; where both do, a value that is not 0 stands. */
const SHARED_INTEGERS = ['InventoryType', 'RequiredLevel', 'MaxDurability'];
const SHARED_LISTS = ['Resistances', 'MinDamage', 'MaxDamage', 'DamageType'];

/** What `Item` says. */
export const ITEM_COLUMNS = {
  integers: ['ClassID', 'SubclassID', 'IconFileDataID', ...SHARED_INTEGERS],
  lists: SHARED_LISTS,
};

/** What `ItemSparse` says. */
export const SPARSE_COLUMNS = {
  integers: [
    'OverallQualityID',
    'ItemLevel',
    'Stackable',
    'MaxCount',
    'BuyPrice',
    'SellPrice',
    'ItemSet',
    'Bonding',
    'ItemDelay',
    'ContainerSlots',
    'StartQuestID',
    'RequiredSkill',
    'RequiredSkillRank',
    'AllowableClass',
    ...SHARED_INTEGERS,
  ],
  lists: ['StatModifier_bonusStat', 'StatModifier_bonusAmount', ...SHARED_LISTS],
};

/** The two tables of items. An item that only one of them has is an item all the same. */
export interface ItemTables {
  /** Ascending. */
  readonly itemIds: readonly number[];
  /** `Item`. */
  readonly item: PackedTable;
  /** `ItemSparse`. */
  readonly sparse: PackedTable;
}

/** Reads both whole, whatever their order. */
export async function readItemTables(tables: GameTables): Promise<ItemTables> {
  const item = await packTable(tables.table('Item'), ITEM_COLUMNS);
  const sparse = await packTable(tables.table('ItemSparse'), SPARSE_COLUMNS);
  return { itemIds: joined(item.ids, sparse.ids), item, sparse };
}

function joined(a: Iterable<number>, b: Iterable<number>): readonly number[] {
  return [...new Set([...a, ...b])].sort((left, right) => left - right);
}
