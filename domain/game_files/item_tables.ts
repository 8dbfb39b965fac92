import { type PackedTable, packTable } from './packed_table.ts';
import type { GameTables } from './tables.ts';

/** Columns that may appear in either table. If both tables have a column, the non-zero value is used. */
const SHARED_INTEGERS = ['InventoryType', 'RequiredLevel', 'MaxDurability'];
const SHARED_LISTS = ['Resistances', 'MinDamage', 'MaxDamage', 'DamageType'];

/** Columns that are read from `Item`. */
export const ITEM_COLUMNS = {
  integers: ['ClassID', 'SubclassID', 'IconFileDataID', ...SHARED_INTEGERS],
  lists: SHARED_LISTS,
};

/** Columns that are read from `ItemSparse`. */
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

/** The two item tables. An item may be in only one of them. */
export interface ItemTables {
  /** Ids that appear in either table, ascending. */
  readonly itemIds: readonly number[];
  readonly item: PackedTable;
  readonly sparse: PackedTable;
}

/** Reads both tables completely. Their rows may come in any order. */
export async function readItemTables(tables: GameTables): Promise<ItemTables> {
  const item = await packTable(tables.table('Item'), ITEM_COLUMNS);
  const sparse = await packTable(tables.table('ItemSparse'), SPARSE_COLUMNS);
  return { itemIds: mergeIds(item.ids, sparse.ids), item, sparse };
}

function mergeIds(a: Iterable<number>, b: Iterable<number>): readonly number[] {
  return [...new Set([...a, ...b])].sort((left, right) => left - right);
}
