import type { DocumentMeta } from './knowledge.ts';

/** A line of a document file. */
export interface DocumentLine {
  /** Line number, from 1. */
  readonly number: number;
  /**
   * The line without its line break, or null if it cannot be read. If it is null, `fault` is a sentence that says why.
   */
  readonly text: string | null;
  readonly fault: string | null;
  /** True for a last line without a line break, where the file may have been truncated. */
  readonly isUnended?: boolean;
}

/** Documents as stored next to the databases, so that a rebuild does not need the operator's file. */
export interface StoredDocuments {
  /**
   * Iterates over the documents in order. May be called several times. Throws a storage fault if the documents cannot
   * be read completely.
   */
  documents(): AsyncIterable<DocumentMeta>;
}

/** Documents that have been written but are not current yet. */
export interface DocumentsDraft extends StoredDocuments {
  /**
   * Makes the documents current on disk, so that a rebuild would serve them. The previous documents stay until
   * `settle`.
   */
  keep(): Promise<void>;
  /** Removes all other documents. Call `settle` once these documents are served. */
  settle(): Promise<void>;
  /** Removes the documents. If they were already current, the previous documents become current again. */
  discard(): Promise<void>;
}

/** Folder of documents. Only the holder of the builder's lock writes to it. */
export interface DocumentFolder {
  /** Returns the current documents, or null if none were ever imported. */
  current(): Promise<StoredDocuments | null>;
  /** Writes documents as they arrive, in constant memory. They only become current with `keep`. */
  write(documents: AsyncIterable<DocumentMeta>): Promise<DocumentsDraft>;
}
