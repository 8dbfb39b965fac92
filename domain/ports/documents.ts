import type { KnownDocument } from './knowledge.ts';

/** A line of a file of documents. */
export interface DocumentLine {
  /** From 1. */
  readonly number: number;
  /** Without its end; null where it cannot be read, and `fault` says why in a sentence. */
  readonly text: string | null;
  readonly fault: string | null;
  /** Set on a last line without a line break: the file may have been cut inside it. */
  readonly isUnended?: boolean;
}

/** Documents as they are kept beside the databases, so that a rebuild needs no file of the operator's. */
export interface KeptDocuments {
  /** In their order; may be asked for several times. Throws a storage fault where they cannot be read whole. */
  documents(): AsyncIterable<KnownDocument>;
}

/** Documents that are written and not yet the current ones. */
export interface DocumentsDraft extends KeptDocuments {
  /** Makes them the current ones, on the disk: from then on a rebuild serves them. Those before stay until `settle`. */
  keep(): Promise<void>;
  /** They are served: removes the others. */
  settle(): Promise<void>;
  /** Removes them; where they were kept already, those before are current again. */
  discard(): Promise<void>;
}

/** The folder of documents, written in the builder's turn. */
export interface DocumentFolder {
  /** The current documents; null where none were ever imported. */
  current(): Promise<KeptDocuments | null>;
  /** Writes documents as they come, in constant memory; nothing is current before `keep`. */
  write(documents: AsyncIterable<KnownDocument>): Promise<DocumentsDraft>;
}
