import type { StoredDraft } from './imports.ts';
import type { DocumentMeta } from './knowledge.ts';

export interface DocumentLine {
  readonly number: number;
  /** The line without its line break, or null if it cannot be read; then `fault` is a sentence that says why. */
  readonly text: string | null;
  readonly fault: string | null;
  /** True for a last line without a line break, where the file may have been truncated. */
  readonly isUnended?: boolean;
}

/** Documents as stored next to the databases, so that a rebuild does not need the operator's file. */
export interface StoredDocuments {
  /** Iterates over the documents in order, as often as wanted. Throws a storage fault if it cannot. */
  documents(): AsyncIterable<DocumentMeta>;
}

export type DocumentsDraft = StoredDocuments & StoredDraft;

/** Folder of documents. Only the holder of the builder's lock writes to it. */
export interface DocumentFolder {
  current(): Promise<StoredDocuments | null>;
  /** Writes documents as they arrive, in constant memory. They only become current with `keep`. */
  write(documents: AsyncIterable<DocumentMeta>): Promise<DocumentsDraft>;
}
