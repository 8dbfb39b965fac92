import type { BuildPiece } from './build.ts';
import type { ImportHead } from './builds.ts';
import type { DocumentMeta } from './knowledge.ts';

export interface ImportMeta extends Omit<ImportHead, 'protocol'> {
  /** Absent in imports made by release 0.4.0 or earlier. */
  readonly counts?: ImportTotals;
}

export type CountsByName = Readonly<Record<string, number>>;

/** Counts of an import, which are compared with the counts of the next one. */
export interface ImportTotals {
  readonly tables: CountsByName;
  /** Number of items, of relations of each kind and so on. */
  readonly pieces: CountsByName;
}

/** An import as stored next to the databases, so that a rebuild does not need the client's tables. */
export interface StoredImport {
  readonly meta: ImportMeta;
  /** Iterates over the pieces in order, any number of times. Throws a StorageFault if reading fails. */
  pieces(): AsyncIterable<BuildPiece>;
}

/** Content that has been written but is not current yet. */
export interface DraftControl {
  /** Makes the content current on disk, so that a rebuild serves it. The previous content stays until `settle`. */
  keep(): Promise<void>;
  /** Removes all other content. Call it once this content is served. */
  settle(): Promise<void>;
  /** Removes the content. If it was already current, the previous content becomes current again. */
  discard(): Promise<void>;
}

export type ImportDraft = StoredImport & DraftControl;

/** Folder of imports (ARCHITECTURE.md, The data folder). Only the holder of the builder's lock writes to it. */
export interface ImportFolder {
  current(): Promise<StoredImport | null>;
  /** Writes an import as its pieces arrive. `keep` makes it current. Calls `countsOf` after the last piece. */
  write(meta: ImportMeta, pieces: AsyncIterable<BuildPiece>, countsOf?: () => ImportTotals): Promise<ImportDraft>;
}

export interface DocumentLine {
  readonly number: number;
  /** The line without its line break, or null if it cannot be read, in which case `fault` says why in a sentence. */
  readonly text: string | null;
  readonly fault: string | null;
  /** True for a last line without a line break, a sign that the file may have been truncated. */
  readonly isUnended?: boolean;
}

/** Documents as stored next to the databases, so that a rebuild does not need the operator's file. */
export interface StoredDocuments {
  /** Iterates over the documents in order, any number of times. Throws a StorageFault if reading fails. */
  documents(): AsyncIterable<DocumentMeta>;
}

export type DocumentsDraft = StoredDocuments & DraftControl;

/** Folder of documents. Only the holder of the builder's lock writes to it. */
export interface DocumentFolder {
  current(): Promise<StoredDocuments | null>;
  /** Writes documents as they arrive, using constant memory. They become current only with `keep`. */
  write(documents: AsyncIterable<DocumentMeta>): Promise<DocumentsDraft>;
}
