import type { BuildPiece } from './build.ts';

/** Metadata of an import. */
export interface ImportMeta {
  /** Build of the game's client, as the operator named it. */
  readonly build: string;
  /** When the tables were extracted from the client, according to the operator, or null if unknown. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** Counts of the import's contents. Absent in imports made by release 0.4.0 or earlier. */
  readonly counts?: ImportCounts;
}

/** Numbers keyed by name. */
export type Counts = Readonly<Record<string, number>>;

/** Counts of an import, which the next import is compared with. */
export interface ImportCounts {
  /** Number of rows of each imported table. */
  readonly tables: Counts;
  /** Number of items, of relations of each kind and so on. */
  readonly pieces: Counts;
}

/** An import as stored next to the databases, so that a rebuild does not need the client's tables. */
export interface StoredImport {
  readonly meta: ImportMeta;
  /**
   * Iterates over the import's pieces in order. May be called several times. Throws a storage fault if the pieces
   * cannot be read completely.
   */
  pieces(): AsyncIterable<BuildPiece>;
}

/** An import that has been written but is not current yet. */
export interface ImportDraft extends StoredImport {
  /** Makes the import current on disk, so that a rebuild would serve it. The previous import stays until `settle`. */
  keep(): Promise<void>;
  /** Removes all other imports. Call `settle` once this import is served. */
  settle(): Promise<void>;
  /** Removes the import. If it was already current, the previous import becomes current again. */
  discard(): Promise<void>;
}

/** Folder of imports (ARCHITECTURE.md, The data folder). Only the holder of the builder's lock writes to it. */
export interface ImportFolder {
  /** Returns the current import, or null if there is none. */
  current(): Promise<StoredImport | null>;
  /**
   * Writes an import as its pieces arrive, in constant memory. The import only becomes current with `keep`. Calls
   * `countsOf` after the last piece.
   */
  write(meta: ImportMeta, pieces: AsyncIterable<BuildPiece>, countsOf?: () => ImportCounts): Promise<ImportDraft>;
}
