import type { ItemsResponse } from '../../../schema/responses/items.ts';
import type { BuildPiece, ClientEdge, GameClass, GameItem, ItemPiece } from '../../ports/build.ts';
import type { GameFact, ImportedRows, ImportHead, StoredItem } from '../../ports/builds.ts';
import type { ChangeLogMode } from '../../ports/change_log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SnapshotRow } from '../../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../../ports/snapshots.ts';
import { catchFault } from '../../values/storage_fault.ts';
import { createCategories } from '../categories.ts';
import { assignClassSlugs, type ClassSlugs, findItemSlugs } from '../class_slugs.ts';

/** An unfinished import into the public database. Readers see the previous build until the import is complete. */
export interface BuildImport {
  /** Adds the next piece. Returns true if the buffer is full and `write` must be called before adding another piece. */
  take(piece: BuildPiece): boolean;
  /** Writes the buffered rows. Returns false if the import should stop. */
  write(): Promise<boolean>;
  /** Writes the remaining rows and starts serving the build. */
  finish(): Promise<SnapshotRow>;
  abandon(): Promise<void>;
}

/**
 * Begins an import. If the process is killed, the next import deletes the rows written so far. `goOn` is called between
 * steps and returns false to stop the import. A rebuild uses a silent change log, because it copies the old one.
 */
export async function beginBuildImport(
  { snapshots, clock }: { readonly snapshots: SnapshotWriter; readonly clock: Clock },
  head: ImportHead,
  changeLog: ChangeLogMode,
  goOn: () => Promise<boolean>,
): Promise<BuildImport> {
  await removeUnservedImports(snapshots);
  const n = await snapshots.beginImport(head);
  const rows = createRowBuffer();
  return {
    take: (piece) => {
      rows.take(piece);
      return rows.isFull();
    },
    write: async () => {
      await snapshots.addToImport(n, rows.drain());
      return goOn();
    },
    finish: async () => {
      for (const more of [rows.drain(), rows.last()]) {
        await snapshots.addToImport(n, more);
      }
      const row = await snapshots.finishImport(n, clock.nowMs(), changeLog);
      // Delete the replaced import. If this fails, the next import deletes it.
      await catchFault(removeUnservedImports(snapshots));
      return row;
    },
    abandon: () => removeUnservedImports(snapshots),
  };
}

/** Takes all pieces of a build and serves it. Returns null if the import was stopped. */
export async function importBuild(
  taking: BuildImport,
  pieces: AsyncIterable<BuildPiece> | Iterable<BuildPiece>,
): Promise<SnapshotRow | null> {
  for await (const piece of pieces) {
    if (!taking.take(piece)) continue;
    const written = await taking.write();
    if (!written) return null;
  }
  return taking.finish();
}

/** Deletes every import that is not served, in steps, because a long transaction would keep other work waiting. */
async function removeUnservedImports(snapshots: SnapshotWriter): Promise<void> {
  for (;;) {
    const step = await snapshots.removeImports();
    if (!step) return;
  }
}

/** Maximum number of rows with text per transaction, to limit memory use. Edges are small, so their limit is higher. */
const TEXTS_PER_WRITE = 5_000;
const EDGES_PER_WRITE = 100_000;

/** Converts the pieces of a build to the rows to store. The pieces must come in the order described at BuildPiece. */
export function createRowBuffer() {
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
    slugs ??= assignClassSlugs(classes);
    items.push(toStoredItem(item, slugs));
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
    else facts.push(createGameFact(piece));
  };

  return {
    /** Throws if items or edges are not in ascending order, or if a class comes after an item. */
    take: takeAny,
    /** Whether the rows added since the last `drain` are enough for one transaction. */
    isFull: (): boolean => facts.length >= TEXTS_PER_WRITE || edges.length >= EDGES_PER_WRITE,
    /** Returns the rows added since the last `drain`. */
    drain: (): ImportedRows => {
      const rows = { items, edges, facts };
      [items, edges, facts] = [[], [], []];
      return rows;
    },
    /** Returns the rows that are known only after the last piece. */
    last: (): ImportedRows => {
      const body = JSON.stringify(createCategories(itemClasses, classes));
      return { items: [], edges: [], facts: [{ family: 'categories', subject: '', body }] };
    },
  };
}

function createGameFact(piece: Exclude<BuildPiece, { piece: 'item' | 'edge' | 'class' }>): GameFact {
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

type ItemsResponseRow = ItemsResponse['items'][number];

/** Converts an item to its stored form (contract, section 4, Item row). */
function toStoredItem(item: GameItem, classes: ClassSlugs): StoredItem {
  const { itemId, itemLevel, requiredLevel, icon, stack, buyPriceCopper, sellPriceCopper, setId } = item;
  const slugs = findItemSlugs(item, classes);
  const values = { itemLevel, requiredLevel, icon, stack, buyPriceCopper, sellPriceCopper, setId };
  return { itemId, ...slugs, body: JSON.stringify({ itemId, ...slugs, ...values } satisfies ItemsResponseRow) };
}
