import type { GameSet } from '../ports/build.ts';
import type { ItemTables } from './item_tables.ts';
import { visitRowsWithId } from './keys.ts';
import type { GameTables } from './tables.ts';

export interface SetMembership {
  readonly itemId: number;
  readonly setId: number;
}

/** Reads the build's item sets, ordered by id. Items are in the order listed by their set. */
export async function readItemSets(tables: GameTables): Promise<readonly GameSet[]> {
  const sets = new Map<number, GameSet>();
  await visitRowsWithId(tables, 'ItemSet', (setId, row, table) => {
    const members = row.integers('ItemID');
    const invalid = members.find((itemId) => itemId < 0);
    if (invalid !== undefined) table.doubt(row.line, `lists the item ${invalid}, which is left out: ids begin at 1`);
    const itemIds = [...new Set(members.filter((itemId) => itemId > 0))];
    sets.set(setId, { setId, name: row.text('Name_lang')?.trim() ?? '', itemIds });
  });
  return [...sets.values()].sort((a, b) => a.setId - b.setId);
}

/** Yields all memberships. A membership stored in both `ItemSet` and `ItemSparse` is yielded twice. */
export function* readSetMemberships(sets: readonly GameSet[], items: ItemTables): Generator<SetMembership> {
  for (const { setId, itemIds } of sets) for (const itemId of itemIds) yield { itemId, setId };
  for (const itemId of items.itemIds) {
    const setId = items.sparse.integer(itemId, 'ItemSet');
    if (setId !== null && setId > 0) yield { itemId, setId };
  }
}

/** Returns the sets with all members: first the items listed by the set, then, by id, items that only refer to it. */
export function addSetMembers(sets: readonly GameSet[], members: Iterable<SetMembership>): readonly GameSet[] {
  const bySet = new Map(sets.map(({ setId, itemIds }) => [setId, new Set(itemIds)]));
  for (const { itemId, setId } of members) bySet.get(setId)?.add(itemId);
  return sets.map((set) => ({ ...set, itemIds: [...bySet.get(set.setId)!] }));
}

/** Maps each item to the first set that lists it. */
export function indexSetsByItem(sets: readonly GameSet[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { setId, itemIds } of sets) {
    for (const itemId of itemIds) if (!found.has(itemId)) found.set(itemId, setId);
  }
  return found;
}
