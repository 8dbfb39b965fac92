import type { GameFamily, ImportHead, ImportRows, ItemIndex, LayerCoding } from './builds.ts';
import type { ChangeLogMode } from './change_log.ts';
import type { PlaceRange } from './places.ts';
import type { RowsRead } from './rows.ts';
import type { SnapshotRow, SnapshotView } from './snapshot_view.ts';

/** Reads the build of the game's files that a view serves. */
export interface GameReader {
  /** What the items of the build are filtered by; null where none was imported. */
  itemIndex(view: SnapshotView): Promise<ItemIndex | null>;
  /** The items of the build in these ranges of places, as JSON joined by commas, in pieces to be put end to end. */
  itemRows(view: SnapshotView, ranges: readonly PlaceRange[], bytesMax?: number): Promise<RowsRead>;
  /** What the build says of one subject, parsed; null: nothing, or no build. */
  gameFact(view: SnapshotView, family: GameFamily, subject: string): Promise<unknown>;
  /** The same of many subjects, by subject; those of which it says nothing are left out. */
  gameFactsAmong(
    view: SnapshotView,
    family: GameFamily,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, unknown>>;
  /** Which of many subjects of a family the build has. */
  gameSubjectsAmong(view: SnapshotView, family: GameFamily, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** The client layer's finished body, packed; null where no build was imported. */
  clientLayer(view: SnapshotView, coding: LayerCoding): Promise<readonly Uint8Array[] | null>;
}

/** Writes imports of the game's files; the builder alone holds one. */
export interface ImportWriter {
  /** The import that the newest snapshot serves; null: none. */
  servedImport(): Promise<Pick<ImportHead, 'build' | 'importedAtMs'> | null>;
  /** Begins an import that nobody sees until it is finished, and answers its number. One at a time. */
  beginImport(head: ImportHead): Promise<number>;
  /** Adds rows to an import that was begun, behind those that it has, in one transaction. */
  addToImport(n: number, rows: ImportRows): Promise<void>;
  /**
   * Makes the import the one that is served: a snapshot row with the newest row's figures, and a line of the change log,
   * in one transaction.
   */
  finishImport(n: number, writtenAtMs: number, changeLog: ChangeLogMode): Promise<SnapshotRow>;
  /**
   * Removes rows of imports that are not served, unfinished ones among them, in one short transaction. False: nothing of
   * them is left. Not to be called while an import is under way.
   */
  removeImports(): Promise<boolean>;
}
