import type { BuildPiece, ClientEdge, GameClass, GameItem, ItemPiece } from '../../ports/build.ts';
import type { GameFact, ImportRows, StoredItem } from '../../ports/builds.ts';
import { createCategories } from '../categories.ts';
import { type ClassSlugs, classSlugs } from '../class_slugs.ts';
import { storedItem } from './item_row.ts';

/** Converts the pieces of a build to the rows to store. */
export interface ImportRowBuffer {
  /** Adds a piece. Throws if the pieces are not in the order of BuildPiece or if a class comes after the first item. */
  take(piece: BuildPiece): void;
  /** Whether the rows added since the last `drain` are enough for one transaction. */
  isFull(): boolean;
  /** Returns the rows added since the last `drain`. */
  drain(): ImportRows;
  /** Returns the rows that are known only after the last piece. */
  last(): ImportRows;
}

/**
 * Number of rows with text per transaction. It bounds the text in memory. More edges fit in a transaction, because
 * edges are small.
 */
const TEXTS_AT_ONCE = 5_000;
const EDGES_AT_ONCE = 100_000;

export function createRowMaker(): ImportRowBuffer {
  const classes: GameClass[] = [];
  const itemClasses: Pick<GameItem, 'classId' | 'subclassId'>[] = [];
  const lastEdges = new Map<string, ClientEdge>();
  let slugs: ClassSlugs | null = null;
  let lastItemId = 0;
  let items: StoredItem[] = [];
  let edges: ClientEdge[] = [];
  let facts: GameFact[] = [];

  const takeItem = ({ item, text }: ItemPiece): void => {
    if (item.itemId <= lastItemId) throw new Error(`item ${item.itemId} comes after item ${lastItemId}`);
    lastItemId = item.itemId;
    slugs ??= classSlugs(classes);
    items.push(storedItem(item, slugs));
    facts.push({ family: 'item', subject: `${item.itemId}`, body: text ?? JSON.stringify(item) });
    itemClasses.push({ classId: item.classId, subclassId: item.subclassId });
  };

  const takeEdge = (edge: ClientEdge): void => {
    const last = lastEdges.get(edge.rel);
    if (last !== undefined && (last.fromId - edge.fromId || last.toId - edge.toId) >= 0) {
      throw new Error(`${edge.rel} ${edge.fromId} ${edge.toId} comes after ${last.fromId} ${last.toId}`);
    }
    lastEdges.set(edge.rel, edge);
    edges.push(edge);
  };

  const takeClass = (itemClass: GameClass): void => {
    if (slugs !== null) throw new Error(`class ${itemClass.classId} comes after an item`);
    classes.push(itemClass);
    facts.push({ family: 'class', subject: `${itemClass.classId}`, body: JSON.stringify(itemClass) });
  };

  const takeAny = (piece: BuildPiece): void => {
    if (piece.piece === 'item') takeItem(piece);
    else if (piece.piece === 'edge') takeEdge(piece.edge);
    else if (piece.piece === 'class') takeClass(piece.itemClass);
    else facts.push(createFact(piece));
  };

  return {
    take: takeAny,
    isFull: () => facts.length >= TEXTS_AT_ONCE || edges.length >= EDGES_AT_ONCE,
    drain: () => {
      const rows = { items, edges, facts };
      [items, edges, facts] = [[], [], []];
      return rows;
    },
    last: () => {
      const body = JSON.stringify(createCategories(itemClasses, classes));
      return { items: [], edges: [], facts: [{ family: 'categories', subject: '', body }] };
    },
  };
}

function createFact(piece: Exclude<BuildPiece, { piece: 'item' | 'edge' | 'class' }>): GameFact {
  switch (piece.piece) {
    case 'set':
      return { family: 'set', subject: `${piece.set.setId}`, body: JSON.stringify(piece.set) };
    case 'recipe':
      return { family: 'recipe', subject: `${piece.recipe.spellId}`, body: JSON.stringify(piece.recipe) };
    case 'name':
      return { family: piece.name.kind, subject: `${piece.name.id}`, body: JSON.stringify(piece.name.name) };
    case 'talents':
      return { family: 'talents', subject: piece.talents.playerClass, body: JSON.stringify(piece.talents) };
  }
}
