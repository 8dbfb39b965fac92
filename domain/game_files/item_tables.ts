import { type PackedTable, packTable } from './packed_table.ts';
import type { GameTables } from './tables.ts';

/** Columns that may appear in either table. If both tables have such a column, the non-zero value is used. */
const SHARED_INTEGERS = ['InventoryType', 'RequiredLevel', 'MaxDurability'];
const SHARED_LISTS = ['Resistances', 'MinDamage', 'MaxDamage', 'DamageType'];

const ITEM_COLUMNS = { integers: ['ClassID', 'SubclassID', 'IconFileDataID', ...SHARED_INTEGERS], lists: SHARED_LISTS };

/** Columns of `ItemSparse` that exist in every known build. */
export const SPARSE_COLUMNS = {
  integers: [
    'OverallQualityID',
    'ItemLevel',
    'RequiredLevel',
    'Stackable',
    'BuyPrice',
    'SellPrice',
    'ItemSet',
    'Bonding',
    'MaxCount',
    'MaxDurability',
    'ItemDelay',
    'ContainerSlots',
    'StartQuestID',
    'RequiredSkill',
    'RequiredSkillRank',
    'AllowableClass',
  ],
  lists: [...SHARED_LISTS, 'StatModifier_bonusStat', 'StatModifier_bonusAmount'],
};

export interface ItemTables {
  /** Ids that appear in either table, ascending. */
  readonly itemIds: readonly number[];
  readonly item: PackedTable;
  readonly sparse: PackedTable;
}

/** Reads both tables completely. Their rows may come in any order. */
export async function readItemTables(tables: GameTables): Promise<ItemTables> {
  const item = await packTable(tables.table('Item'), ITEM_COLUMNS);
  const sparse = await packTable(tables.table('ItemSparse'), {
    integers: [...new Set([...SPARSE_COLUMNS.integers, ...SHARED_INTEGERS])],
    lists: SPARSE_COLUMNS.lists,
  });
  const itemIds = [...new Set([...item.ids, ...sparse.ids])].sort((a, b) => a - b);
  return { itemIds, item, sparse };
}
