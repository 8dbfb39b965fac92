import type { BuildPiece, ClassTalents, ClientEdge, GameClass, GameItem } from '../ports/build.ts';
import { findFallbackName } from './class_slugs.ts';
import { readIcons } from './icons.ts';
import { nullIfNegative, readEitherInteger, readItemCard } from './item_card.ts';
import { type ItemTables, readItemTables } from './item_tables.ts';
import { readColumnId, visitRowsWithId } from './keys.ts';
import { readGameNames } from './names.ts';
import { readGameRecipes } from './recipes.ts';
import {
  listSameIconRelations,
  listSetRelations,
  readCreatedItems,
  readReagents,
  readSkillLines,
} from './relations.ts';
import { addSetMembers, indexSetsByItem, readItemSets, readSetMemberships } from './sets.ts';
import type { GameTables, TableRow } from './tables.ts';

/**
 * Reads a build in the order described at `BuildPiece`, in parts of many pieces, which can be iterated synchronously.
 * Finish iterating each part before requesting the next. Call `describeMissingTables` first, because tables may lack columns.
 */
export async function* readBuildParts(
  tables: GameTables,
  talents: readonly ClassTalents[],
): AsyncGenerator<Iterable<BuildPiece>> {
  const items = await readItemTables(tables);
  yield (await readGameClasses(tables, listItemCategories(items))).map((itemClass) => ({ piece: 'class', itemClass }));
  const sets = await readItemSets(tables);
  yield addSetMembers(sets, readSetMemberships(sets, items)).map((set) => ({ piece: 'set', set }));
  const icons = await readIcons(tables, listIconIds(items));
  yield buildItemPieces(items, { icons, setOf: indexSetsByItem(sets) });

  const spellIds = new Set<number>();
  // One relation at a time, so that only its edges are in memory.
  const relations = [
    () => readCreatedItems(tables),
    () => readSkillLines(tables),
    () => listSetRelations(readSetMemberships(sets, items)),
    () => readReagents(tables),
    () => listSameIconRelations(listItemCategories(items)),
  ];
  for (const read of relations) yield buildEdgePieces(await read(), spellIds);
  yield (await readGameRecipes(tables)).map((recipe) => ({ piece: 'recipe', recipe }));
  for await (const name of readGameNames(tables, spellIds)) yield [{ piece: 'name', name }];
  yield talents.map((ofClass) => ({ piece: 'talents', talents: ofClass }));
}

function* buildItemPieces(tables: ItemTables, lookups: ItemLookups): Generator<BuildPiece> {
  for (const itemId of tables.itemIds) yield { piece: 'item', item: readGameItem(itemId, tables, lookups) };
}

function* buildEdgePieces(edges: readonly ClientEdge[], spellIds: Set<number>): Generator<BuildPiece> {
  for (const edge of edges) {
    for (const id of listEdgeSpells(edge)) spellIds.add(id);
    yield { piece: 'edge', edge };
  }
}

function listEdgeSpells({ rel, fromId, toId }: ClientEdge): readonly number[] {
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

function* listItemCategories({ itemIds, item }: ItemTables): Generator<ItemCategory> {
  for (const itemId of itemIds) {
    yield {
      itemId,
      classId: nullIfNegative(item.integer(itemId, 'ClassID')),
      subclassId: nullIfNegative(item.integer(itemId, 'SubclassID')),
      iconId: nullIfNegative(item.integer(itemId, 'IconFileDataID')),
    };
  }
}

function listIconIds(items: ItemTables): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { iconId } of listItemCategories(items)) if (iconId !== null && iconId > 0) ids.add(iconId);
  return ids;
}

/**
 * Reads the item classes and subclasses that are named by the build or used by its items, ordered by id. A class that
 * the build does not name gets our own name; a subclass that it does not name gets none.
 */
async function readGameClasses(
  tables: GameTables,
  items: Iterable<Pick<GameItem, 'classId' | 'subclassId'>>,
): Promise<readonly GameClass[]> {
  const names = await readClassNames(tables);
  const subclasses = await readSubclassNames(tables);
  for (const { classId, subclassId } of items) {
    if (classId === null) continue;
    if (!names.has(classId)) names.set(classId, findFallbackName(classId));
    if (subclassId === null) continue;
    const within = subclasses.get(classId) ?? new Map<number, string | null>();
    subclasses.set(classId, within);
    if (!within.has(subclassId)) within.set(subclassId, null);
  }
  return sortById(names).map(([classId, name]) => ({
    classId,
    name,
    subclasses: sortById(subclasses.get(classId) ?? new Map<number, string | null>()).map(([subclassId, name]) => ({
      subclassId,
      name,
    })),
  }));
}

async function readClassNames(tables: GameTables): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const take = (id: number, row: TableRow): void => {
    const name = row.text('ClassName_lang')?.trim() ?? '';
    if (name !== '') names.set(id, name);
  };
  await visitRowsWithId(tables, 'ItemClass', take, 'ClassID', 0);
  return names;
}

type NamesByParent = Map<number, Map<number, string | null>>;

async function readSubclassNames(tables: GameTables): Promise<NamesByParent> {
  const names: NamesByParent = new Map();
  const table = tables.table('ItemSubClass');
  for await (const row of table?.rows() ?? []) {
    const classId = readColumnId(table, row, 'ClassID', 0);
    const subclassId = classId === null ? null : readColumnId(table, row, 'SubClassID', 0);
    if (classId === null || subclassId === null) continue;
    const within = names.get(classId) ?? new Map<number, string | null>();
    names.set(classId, within);
    const name = row.text('VerboseName_lang')?.trim() || row.text('DisplayName_lang')?.trim() || null;
    if (within.has(subclassId)) table?.leaveOut(row.line, `repeats the subclass ${subclassId} of class ${classId}`);
    else within.set(subclassId, name);
  }
  return names;
}

function sortById<T>(map: ReadonlyMap<number, T>): readonly (readonly [number, T])[] {
  return [...map].sort(([a], [b]) => a - b);
}

interface ItemLookups {
  readonly icons: ReadonlyMap<number, string>;
  readonly setOf: ReadonlyMap<number, number>;
}

function readGameItem(itemId: number, tables: ItemTables, { icons, setOf }: ItemLookups): GameItem {
  const { item, sparse } = tables;
  const setId = nullIfNegative(sparse.integer(itemId, 'ItemSet'));
  const iconId = nullIfNegative(item.integer(itemId, 'IconFileDataID'));
  return {
    itemId,
    // The client uses class -1 for "no class".
    classId: nullIfNegative(item.integer(itemId, 'ClassID')),
    subclassId: nullIfNegative(item.integer(itemId, 'SubclassID')),
    inventoryType: nullIfNegative(readEitherInteger(item, sparse, itemId, 'InventoryType')),
    qualityId: nullIfNegative(sparse.integer(itemId, 'OverallQualityID')),
    itemLevel: nullIfNegative(sparse.integer(itemId, 'ItemLevel')),
    requiredLevel: nullIfNegative(readEitherInteger(sparse, item, itemId, 'RequiredLevel')),
    iconId,
    icon: (iconId === null ? undefined : icons.get(iconId)) ?? null,
    stack: nullIfNegative(sparse.integer(itemId, 'Stackable')),
    buyPriceCopper: nullIfNegative(sparse.integer(itemId, 'BuyPrice')),
    sellPriceCopper: nullIfNegative(sparse.integer(itemId, 'SellPrice')),
    setId: setId || (setOf.get(itemId) ?? setId),
    card: readItemCard(itemId, tables),
  };
}
