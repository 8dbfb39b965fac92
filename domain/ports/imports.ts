import type { BuildPiece } from './build.ts';

/** Metadata of an import. */
export interface ImportMeta {
  /** Build of the game's client, as named by the operator. */
  readonly build: string;
  /** When the tables were extracted from the client, according to the operator, or null if unknown. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** Size of the import. Absent in imports of 0.4.0 and earlier. */
  readonly counts?: ImportCounts;
}

/** Numbers by name. */
export type Counts = Readonly<Record<string, number>>;

/** Counts that the next import is compared with. */
export interface ImportCounts {
  /** Number of rows of each table that was present. */
  readonly tables: Counts;
  /** Number of items, of relations of each kind and so on. */
  readonly pieces: Counts;
}

/** An import as stored next to the databases, so that a rebuild does not need the tables. */
export interface StoredImport {
  readonly meta: ImportMeta;
  /**
   * Iterates over its pieces in order. May be called several times. Throws a storage fault if they cannot be read
   * completely.
   */
  pieces(): AsyncIterable<BuildPiece>;
}

/** An import that is written but not current yet. */
export interface ImportDraft extends StoredImport {
  /** Makes it current on disk, so that a rebuild would serve it. The previous one stays until `settle`. */
  keep(): Promise<void>;
  /** Removes the others. Call it once this import is served. */
  settle(): Promise<void>;
  /** Removes it. If it was already current, the previous one becomes current again. */
  discard(): Promise<void>;
}

/** Folder of imports (ARCHITECTURE.md, The data folder). Only the holder of the builder's lock writes to it. */
export interface ImportFolder {
  /** Returns the current import, or null if there is none. */
  current(): Promise<StoredImport | null>;
  /**
   * Writes an import as its pieces arrive, in constant memory. It is not current before `keep`. Calls `countsOf`
   * after the last piece.
   */
  write(meta: ImportMeta, pieces: AsyncIterable<BuildPiece>, countsOf?: () => ImportCounts): Promise<ImportDraft>;
}
