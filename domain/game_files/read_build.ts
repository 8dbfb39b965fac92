import type { BuildPiece, ClassTalents, ClientEdge, GameItem } from './build.ts';
import { readClasses } from './classes.ts';
import { readIcons } from './icons.ts';
import { count } from './item_card.ts';
import { type ItemTables, readItemTables } from './item_tables.ts';
import { itemsOf } from './items.ts';
import { readNames } from './names.ts';
import { partOfSet, readCreatedBy, readInSkillLine, readReagents, sameIcon } from './relations.ts';
import { membershipsOf, readSets, setsByItem, withMembers } from './sets.ts';
import type { GameTables } from './tables.ts';

/**
 * A build from its tables, in the order of `BuildPiece`; talents are read apart, since they say apart what they lack.
 * Ask `missingFor` first: a table without its columns would give rows that say nothing. The two tables of items are held
 * in memory, packed; of the others only what is asked for.
 */
export async function* readBuild(
  tables: GameTables,
  talents: readonly ClassTalents[] = [],
): AsyncGenerator<BuildPiece> {
  const items = await readItemTables(tables);
  for (const itemClass of await readClasses(tables, sorted(items))) yield { piece: 'class', itemClass };
  const sets = await readSets(tables);
  for (const set of withMembers(sets, membershipsOf(sets, items))) yield { piece: 'set', set };
  const icons = await readIcons(tables, iconIdsOf(items));
  for (const item of itemsOf(items, { icons, setOf: setsByItem(sets) })) yield { piece: 'item', item };

  const spellIds = new Set<number>();
  for (const edges of edgeGroups(tables, items, () => partOfSet(membershipsOf(sets, items)))) {
    for (const edge of await edges) {
      for (const id of spellsOf(edge)) spellIds.add(id);
      yield { piece: 'edge', edge };
    }
  }
  for await (const name of readNames(tables, spellIds)) yield { piece: 'name', name };
  for (const ofClass of talents) yield { piece: 'talents', talents: ofClass };
}

/** One relation at a time, so that no more than one is held. */
function* edgeGroups(
  tables: GameTables,
  items: ItemTables,
  memberships: () => readonly ClientEdge[],
): Generator<readonly ClientEdge[] | Promise<readonly ClientEdge[]>> {
  yield readCreatedBy(tables);
  yield readInSkillLine(tables);
  yield memberships();
  yield readReagents(tables);
  yield sameIcon(sorted(items));
}

const spellsOf = ({ rel, fromId, toId }: ClientEdge): readonly number[] => {
  switch (rel) {
    case 'created_by':
    case 'reagent_for':
      return [toId];
    case 'in_skill_line':
      return [fromId];
    case 'part_of_set':
    case 'same_icon':
      return [];
  }
};

type Sorted = Pick<GameItem, 'itemId' | 'classId' | 'subclassId' | 'iconId'>;

/** What items are sorted by, without the rest of them. */
function* sorted({ itemIds, item }: ItemTables): Generator<Sorted> {
  for (const itemId of itemIds) {
    yield {
      itemId,
      classId: count(item.integer(itemId, 'ClassID')),
      subclassId: count(item.integer(itemId, 'SubclassID')),
      iconId: count(item.integer(itemId, 'IconFileDataID')),
    };
  }
}

const iconIdsOf = (items: ItemTables): ReadonlySet<number> => {
  const ids = new Set<number>();
  for (const { iconId } of sorted(items)) if (iconId !== null && iconId > 0) ids.add(iconId);
  return ids;
};
