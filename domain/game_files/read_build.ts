import type { BuildPiece, ClassTalents, ClientEdge, GameItem } from '../ports/build.ts';
import { readClasses } from './classes.ts';
import { readIcons } from './icons.ts';
import { nonNegative } from './item_card.ts';
import { type ItemTables, readItemTables } from './item_tables.ts';
import { readItems } from './items.ts';
import { readNames } from './names.ts';
import { readRecipes } from './recipes.ts';
import { partOfSet, readCreatedBy, readInSkillLine, readReagents, sameIcon } from './relations.ts';
import { readMemberships, readSets, setsByItem, withMembers } from './sets.ts';
import type { GameTables } from './tables.ts';

/**
 * Reads a build from its tables, in the order of `BuildPiece`. Talents are read separately, because missing talent
 * tables are reported separately. Call `findMissing` first: a table that lacks its columns would yield rows without
 * data. The two item tables are kept in memory in packed form; for other tables, only the required data is kept.
 */
export async function* readBuild(
  tables: GameTables,
  talents: readonly ClassTalents[] = [],
): AsyncGenerator<BuildPiece> {
  for await (const part of readBuildParts(tables, talents)) yield* part;
}

/**
 * Reads the same pieces as `readBuild`, grouped into parts that can be iterated synchronously, which is faster. Iterate
 * each part to the end before requesting the next part, because a part is computed while it is iterated.
 */
export async function* readBuildParts(
  tables: GameTables,
  talents: readonly ClassTalents[],
): AsyncGenerator<Iterable<BuildPiece>> {
  const items = await readItemTables(tables);
  yield (await readClasses(tables, itemCategories(items))).map((itemClass) => ({ piece: 'class', itemClass }));
  const sets = await readSets(tables);
  yield withMembers(sets, readMemberships(sets, items)).map((set) => ({ piece: 'set', set }));
  const icons = await readIcons(tables, iconIdsOf(items));
  yield itemPieces(readItems(items, { icons, setOf: setsByItem(sets) }));

  const spellIds = new Set<number>();
  for (const edges of edgeGroups(tables, items, () => partOfSet(readMemberships(sets, items)))) {
    yield edgePieces(await edges, spellIds);
  }
  yield (await readRecipes(tables)).map((recipe) => ({ piece: 'recipe', recipe }));
  for await (const name of readNames(tables, spellIds)) yield [{ piece: 'name', name }];
  yield talents.map((ofClass) => ({ piece: 'talents', talents: ofClass }));
}

function* itemPieces(items: Iterable<GameItem>): Generator<BuildPiece> {
  for (const item of items) yield { piece: 'item', item };
}

function* edgePieces(edges: readonly ClientEdge[], spellIds: Set<number>): Generator<BuildPiece> {
  for (const edge of edges) {
    for (const id of spellsOf(edge)) spellIds.add(id);
    yield { piece: 'edge', edge };
  }
}

/** Yields the edges one relation at a time, so that only one relation is in memory. */
function* edgeGroups(
  tables: GameTables,
  items: ItemTables,
  memberships: () => readonly ClientEdge[],
): Generator<readonly ClientEdge[] | Promise<readonly ClientEdge[]>> {
  yield readCreatedBy(tables);
  yield readInSkillLine(tables);
  yield memberships();
  yield readReagents(tables);
  yield sameIcon(itemCategories(items));
}

function spellsOf({ rel, fromId, toId }: ClientEdge): readonly number[] {
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
}

type ItemCategory = Pick<GameItem, 'itemId' | 'classId' | 'subclassId' | 'iconId'>;

/** Yields only the class, subclass and icon of each item. */
function* itemCategories({ itemIds, item }: ItemTables): Generator<ItemCategory> {
  for (const itemId of itemIds) {
    yield {
      itemId,
      classId: nonNegative(item.integer(itemId, 'ClassID')),
      subclassId: nonNegative(item.integer(itemId, 'SubclassID')),
      iconId: nonNegative(item.integer(itemId, 'IconFileDataID')),
    };
  }
}

function iconIdsOf(items: ItemTables): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { iconId } of itemCategories(items)) if (iconId !== null && iconId > 0) ids.add(iconId);
  return ids;
}
