import type { GameSet } from '../ports/build.ts';
import type { ItemTables } from './item_tables.ts';
import { createIdReader } from './keys.ts';
import type { GameTables } from './tables.ts';

/** An item in a set. */
export interface Membership {
  readonly itemId: number;
  readonly setId: number;
}

/** The sets that the build names, by id, with the items that they list, in their order. */
export async function readSets(tables: GameTables): Promise<readonly GameSet[]> {
  const sets = new Map<number, GameSet>();
  const table = tables.table('ItemSet');
  const readId = createIdReader(table);
  for await (const row of table?.rows() ?? []) {
    const setId = readId(row);
    if (setId === null) continue;
    const members = row.integers('ItemID');
    const below = members.find((itemId) => itemId < 0);
    if (below !== undefined) table?.doubt(row.line, `lists the item ${below}, which is left out: ids begin at 1`);
    const itemIds = [...new Set(members.filter((itemId) => itemId > 0))];
    sets.set(setId, { setId, name: row.text('Name_lang')?.trim() ?? '', itemIds });
  }
  return [...sets.values()].sort((a, b) => a.setId - b.setId);
}

/** Who is in which set: builds say it in either table, or in both, and what either says stands. */
export function* membershipsOf(sets: readonly GameSet[], items: ItemTables): Generator<Membership> {
  for (const { setId, itemIds } of sets) for (const itemId of itemIds) yield { itemId, setId };
  for (const itemId of items.itemIds) {
    const setId = items.sparse.integer(itemId, 'ItemSet');
    if (setId !== null && setId > 0) yield { itemId, setId };
  }
}

/** The sets with every item of theirs: those that they list, then those that only say so themselves, by id. */
export function withMembers(sets: readonly GameSet[], members: Iterable<Membership>): readonly GameSet[] {
  const bySet = new Map(sets.map(({ setId, itemIds }) => [setId, new Set(itemIds)]));
  for (const { itemId, setId } of members) bySet.get(setId)?.add(itemId);
  return sets.map((set) => ({ ...set, itemIds: [...bySet.get(set.setId)!] }));
}

/** The set that lists an item, the first where several do. */
export function setsByItem(sets: readonly GameSet[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { setId, itemIds } of sets) {
    for (const itemId of itemIds) if (!found.has(itemId)) found.set(itemId, setId);
  }
  return found;
}
