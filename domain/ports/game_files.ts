import type { GameFamily, ImportedRows, ImportHead, ItemIndex, LayerCoding } from './builds.ts';
import type { ChangeLogMode } from './change_log.ts';
import type { AnySource } from './drops.ts';
import type { RowRange } from './places.ts';
import type { RowPieces } from './rows.ts';
import type { SnapshotRow } from './snapshot_view.ts';

export interface GameReader {
  itemIndex(): Promise<ItemIndex | null>;
  /** Returns the build's items in these ranges of positions, as comma-separated JSON, in pieces to be concatenated. */
  itemRows(ranges: readonly RowRange[], bytesMax?: number): Promise<RowPieces>;
  /** Returns the build's parsed fact about one subject, or null if there is no such fact or no build. */
  fact(family: GameFamily, subject: string): Promise<unknown>;
  /** Returns the build's facts about many subjects, keyed by subject. Subjects without a fact are omitted. */
  factsAmong(family: GameFamily, subjects: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  subjectsAmong(family: GameFamily, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the finished body of the client layer, compressed, or null if no build was imported. */
  clientLayer(coding: LayerCoding): Promise<readonly Uint8Array[] | null>;
}

/** Items that players can have once: unique ones and those that start a quest (contract, section 3, Drops). */
export interface OncePerPlayer {
  readonly itemIds: readonly number[];
  /** Public sources with rates that followed another import and would differ under the served one. */
  readonly sources: readonly AnySource[];
}

/** Writes imports of the game's files. Only the builder has a writer. */
export interface ImportWriter {
  servedImport(): Promise<Pick<ImportHead, 'build' | 'importedAtMs'> | null>;
  /** Starts an import, one at a time, and returns its number. Readers do not see the import until it is finished. */
  beginImport(head: ImportHead): Promise<number>;
  /** Appends rows to an import in progress, in one transaction. */
  addToImport(n: number, rows: ImportedRows): Promise<void>;
  /** Starts serving this import. Writes a snapshot row and a change log line in one transaction. */
  finishImport(n: number, writtenAtMs: number, changeLog: ChangeLogMode): Promise<SnapshotRow>;
  /** Deletes some rows of imports that are not served. Returns false if none are left. Do not call during an import. */
  removeImports(): Promise<boolean>;
  /** Returns the items of the served import that players can have once, or none without an import. */
  onceOnly(): Promise<OncePerPlayer>;
}
