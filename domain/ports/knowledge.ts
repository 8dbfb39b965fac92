import type { SnapshotRow } from './snapshot_view.ts';

/**
 * Origin of an entry in the knowledge base (contract, section 6). `observed`: three installs agree on its name.
 * `game-files`: the imported build names it, unconfirmed. `document`: the operator imported it.
 */
export type KnowledgeLayer = 'observed' | 'game-files' | 'document';

/** A named thing in the knowledge base. */
export interface NamedThing {
  /** `<kind>:<number>` for entities, such as `item:19019`. For documents `doc:` and the id they were imported with. */
  readonly id: string;
  readonly kind: string;
  /** Id at its origin. For entities the game's id in digits. */
  readonly extId: string | null;
  readonly name: string;
  /** Description. May be empty. */
  readonly text: string;
}

/** Metadata of a document. */
export interface DocumentMeta extends NamedThing {
  readonly url: string | null;
  readonly source: string;
  readonly licence: string;
  /** A day or an instant. */
  readonly date: string;
  readonly version: string | null;
}

/**
 * An entry as read. For entities, source, licence and date are null, because they follow from the snapshot and the
 * import.
 */
export interface KnowledgeEntry extends NamedThing {
  readonly layer: KnowledgeLayer;
  readonly url: string | null;
  readonly source: string | null;
  readonly licence: string | null;
  readonly date: string | null;
  readonly version: string | null;
}

/** An entry as returned by a search. */
export interface SearchHit {
  readonly layer: KnowledgeLayer;
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /**
   * Relevance of a text match, higher is better. 0 for searches in names, or if there were too many matches to rank.
   */
  readonly weight: number;
}

/**
 * A position in the order of names: starts at entries with this name (as written by nameKey) and this id, and
 * continues with later names.
 */
export interface NamePlace {
  readonly name: string;
  readonly id: string;
}

export interface KnowledgeFilter {
  readonly kind: string | null;
  /** The version of a document, or the build of the game's files. Observed entries have none. */
  readonly version: string | null;
}

/** A filter that matches everything. */
export const NO_FILTER: KnowledgeFilter = { kind: null, version: null };

/** A word as domain/knowledge/words.ts produces it: only lower-case letters and digits. */
export interface SearchWord {
  readonly word: string;
  /** True if words that begin with it match, too. */
  readonly prefix: boolean;
}

/**
 * A search. `match` says whether all groups must match or any; a group matches if any of its words does. `names`
 * searches names of everything, `texts` texts of entities, `documents` names and texts of documents, comparing words
 * by their stems.
 */
export interface SearchWords {
  readonly among: 'names' | 'texts' | 'documents';
  readonly groups: readonly (readonly SearchWord[])[];
  readonly match: 'all' | 'any';
  /** Groups of which at least one must match in a document. They count twice in ranking. Defaults to any group. */
  readonly needed?: readonly (readonly SearchWord[])[];
}

/** Maximum entries per search. Which of further entries are returned is deterministic, but not meaningful. */
export const FOUND_MAX = 1_000;

/** Maximum documents per search: the most relevant ones. */
export const DOCUMENTS_FOUND_MAX = 100;

/** Number of characters of a text that are read to cut a snippet from it. */
export const EXCERPT_CHARS = 10_000;

/**
 * Reads the knowledge base of a view. If an id is both observed and in the game's files, only the observed entry is
 * returned. Game-file entries are from the import that the view serves (throws a StorageFault with IMPORT_REPLACED if
 * it was deleted). Documents are from the newest complete set.
 */
export interface KnowledgeReader {
  entry(id: string): Promise<KnowledgeEntry | null>;
  /** Returns the entries among these that exist, in no particular order. Texts are cut after EXCERPT_CHARS. */
  excerpts(ids: readonly string[]): Promise<readonly KnowledgeEntry[]>;
  /** Returns entries whose whole name is one of these (as written by nameKey), by name and id. */
  named(keys: readonly string[], filter: KnowledgeFilter, limit: number): Promise<readonly SearchHit[]>;
  /**
   * Returns entries that match these words, in no particular order, at most FOUND_MAX. For documents, the
   * DOCUMENTS_FOUND_MAX most relevant.
   */
  matching(words: SearchWords, filter: KnowledgeFilter): Promise<readonly SearchHit[]>;
  /** Returns entries of one kind and layer by name and id, documents first. */
  ofKind(kind: string, limit: number): Promise<readonly SearchHit[]>;
  /** Returns observed entries of one kind by name, starting at a position. */
  namesFrom(kind: string, from: NamePlace, limit: number): Promise<readonly SearchHit[]>;
  /** Returns the first characters of the names of observed entries of one kind (as written by nameKey), in order. */
  initials(kind: string, limit: number): Promise<readonly string[]>;
  /** Returns words of names with a length in this range, ends included, in no particular order. */
  wordsOfLength(fromChars: number, toChars: number): Promise<readonly string[]>;
  /** Returns those of these words that occur in names, or by stem in documents. */
  wordsAmong(words: readonly string[]): Promise<readonly string[]>;
  /** Returns whether the operator imported any documents. */
  hasDocuments(): Promise<boolean>;
  /** Returns the number of entries per kind. */
  kinds(): Promise<Readonly<Record<string, number>>>;
}

/**
 * Writes the documents. Only the builder has one. Observed entries are written with the facts, game files with an
 * import.
 */
export interface KnowledgeWriter {
  /**
   * Starts a set of documents and returns its number. It stays invisible until finished. Only one may be in progress.
   */
  beginDocuments(): Promise<number>;
  /** Adds documents to a set in progress, in one transaction. */
  addDocuments(n: number, documents: readonly DocumentMeta[]): Promise<void>;
  /** Makes the set the one that is read and writes a snapshot row with the newest row's figures, in one transaction. */
  finishDocuments(n: number, writtenAtMs: number): Promise<SnapshotRow>;
  /** Deletes some documents of sets that are not read, in one short transaction. Returns false if none are left. */
  removeDocuments(): Promise<boolean>;
}
