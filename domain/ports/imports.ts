import type { BuildPiece } from './build.ts';

/** What an import is of. */
export interface ImportMeta {
  /** The build of the game's client, as the operator names it. */
  readonly build: string;
  /** When the tables were taken out of the client, as the operator says; null: unknown. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** How much it holds. Imports of 0.4.0 and before did not note it. */
  readonly counts?: ImportCounts;
}

/** Numbers by name. */
export type Counts = Readonly<Record<string, number>>;

/** What the next import is compared with. */
export interface ImportCounts {
  /** Rows of each table that was there. */
  readonly tables: Counts;
  /** Items, relations of each sort and so on. */
  readonly pieces: Counts;
}

/** An import as it is kept beside the databases, so that a rebuild needs no tables. */
export interface KeptImport {
  readonly meta: ImportMeta;
  /** Its pieces in their order; may be asked for several times. Throws a storage fault where they cannot be read whole. */
  pieces(): AsyncIterable<BuildPiece>;
}

/** An import that is written and not yet the current one. */
export interface ImportDraft extends KeptImport {
  /** Makes it the current one, on the disk: from then on a rebuild serves it. The one before stays until `settle`. */
  keep(): Promise<void>;
  /** It is served: removes the others. */
  settle(): Promise<void>;
  /** Removes it; where it was kept already, the one before is current again. */
  discard(): Promise<void>;
}

/** The folder of imports (ARCHITECTURE.md, The data folder), written in the builder's turn. */
export interface ImportFolder {
  /** The current import; null where none was made. */
  current(): Promise<KeptImport | null>;
  /**
   * Writes an import as it comes, in constant memory; nothing is current before `keep`. `countsOf` is asked behind the
   * last piece.
   */
  write(meta: ImportMeta, pieces: AsyncIterable<BuildPiece>, countsOf?: () => ImportCounts): Promise<ImportDraft>;
}
