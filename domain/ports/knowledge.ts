import type { SnapshotRow } from './snapshot_view.ts';

/** Origin of an entry (contract, section 6): three installs, the imported build, or the operator's import. */
export type KnowledgeLayer = 'observed' | 'game-files' | 'document';

export interface NamedThing {
  /** `<kind>:<number>` for entities, such as `item:19019`. For documents, `doc:` and the id from the imported file. */
  readonly id: string;
  readonly kind: string;
  /** Id in the original source. For entities, the game's id in digits. */
  readonly extId: string | null;
  readonly name: string;
  /** Description. May be empty. */
  readonly text: string;
}

export interface DocumentMeta extends NamedThing {
  readonly url: string | null;
  readonly source: string;
  readonly licence: string;
  /** A date, or a date with time. */
  readonly date: string;
  readonly version: string | null;
}

/** An entry as read from storage. For entities, source, licence and date follow from the snapshot and import. */
export interface KnowledgeEntry extends NamedThing {
  readonly layer: KnowledgeLayer;
  readonly url: string | null;
  readonly source: string | null;
  readonly licence: string | null;
  readonly date: string | null;
  readonly version: string | null;
}

export interface SearchHit {
  readonly layer: KnowledgeLayer;
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** Relevance of a text match; higher is better. 0 for name searches, or if too many matched to be ranked. */
  readonly weight: number;
}

/** A position in the order of names: the entry with this name (as written by nameKey) and this id. */
export interface NamePlace {
  readonly name: string;
  readonly id: string;
}

export interface KnowledgeFilter {
  readonly kind: string | null;
  /** The version of a document, or the build of the game's files. Null for observed entries. */
  readonly version: string | null;
}

export const NO_FILTER: KnowledgeFilter = { kind: null, version: null };

/** A word as domain/knowledge/words.ts produces it: only lower-case letters and digits. */
export interface SearchWord {
  readonly word: string;
  /** True if words that begin with this one also match. */
  readonly prefix: boolean;
}

/**
 * A search. `match` says whether all groups must match or any one. A group matches if any of its words does. `names`
 * searches the names of all entries, `texts` the texts of entities, and `documents` both of documents, by word stems.
 */
export interface SearchWords {
  readonly among: 'names' | 'texts' | 'documents';
  readonly groups: readonly (readonly SearchWord[])[];
  readonly match: 'all' | 'any';
  /** Groups that count double, of which at least one must match in a document. Defaults to all groups. */
  readonly needed?: readonly (readonly SearchWord[])[];
}

/** Maximum number of entries per search. If more entries match, the choice is deterministic but arbitrary. */
export const FOUND_MAX = 1_000;

/** Maximum number of documents per search. The most relevant ones are returned. */
export const DOCUMENTS_FOUND_MAX = 100;

/** Number of characters at the start of a text that are searched for a snippet. */
export const EXCERPT_CHARS = 10_000;

/**
 * Reads the knowledge base of a view. If an id is both observed and in the game's files, only the observed entry is
 * returned. Game-file entries come from the import that the view serves; if that import was deleted, reads throw a
 * StorageFault with IMPORT_REPLACED. Documents come from the newest complete set.
 */
export interface KnowledgeReader {
  entry(id: string): Promise<KnowledgeEntry | null>;
  /** Returns the given entries that exist, in no order, with texts cut after EXCERPT_CHARS characters. */
  excerpts(ids: readonly string[]): Promise<readonly KnowledgeEntry[]>;
  /** Returns entries whose whole name is one of the given names (as written by nameKey), ordered by name and id. */
  named(keys: readonly string[], filter: KnowledgeFilter, limit: number): Promise<readonly SearchHit[]>;
  /** Returns at most FOUND_MAX entries that match, in no order, or the DOCUMENTS_FOUND_MAX most relevant documents. */
  matching(words: SearchWords, filter: KnowledgeFilter): Promise<readonly SearchHit[]>;
  /** Returns entries of one kind, ordered by layer (documents first), name and id. */
  ofKind(kind: string, limit: number): Promise<readonly SearchHit[]>;
  /** Returns observed entries of one kind in the order of names, starting at a position. */
  namesFrom(kind: string, from: NamePlace, limit: number): Promise<readonly SearchHit[]>;
  /** Returns the distinct first letters of observed names of one kind (as written by nameKey), in order. */
  initials(kind: string, limit: number): Promise<readonly string[]>;
  /** Returns words of names whose length is within this range (inclusive), in no particular order. */
  wordsOfLength(fromChars: number, toChars: number): Promise<readonly string[]>;
  /** Returns the given words that occur in names, or whose stems occur in documents. */
  wordsAmong(words: readonly string[]): Promise<readonly string[]>;
  hasDocuments(): Promise<boolean>;
  kinds(): Promise<Readonly<Record<string, number>>>;
}

/** Writes the documents. Observed entries are written with the facts, game-file entries with an import. */
export interface KnowledgeWriter {
  /** Starts a set, one at a time, and returns its number. Readers do not see it until it is finished. */
  beginDocuments(): Promise<number>;
  /** Adds documents to a set in progress, in one transaction. */
  addDocuments(n: number, documents: readonly DocumentMeta[]): Promise<void>;
  /** Lets readers read this set from now on, and writes a snapshot row, in one transaction. */
  finishDocuments(n: number, writtenAtMs: number): Promise<SnapshotRow>;
  /** Deletes some documents that readers do not use, in one short transaction. Returns false if none are left. */
  removeDocuments(): Promise<boolean>;
}
