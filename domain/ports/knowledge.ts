import type { SnapshotRow } from './snapshot_view.ts';

/** Origin of an entry (contract, section 6): three installs, the imported build, or the operator's import. */
export type KnowledgeLayer = 'observed' | 'game-files' | 'document';

export interface KnownEntity {
  /** `<kind>:<number>` for entities, such as `item:19019`. For documents, `doc:` and the id from the imported file. */
  readonly id: string;
  readonly kind: string;
  /** Id in the original source, or for entities the game's id in digits. */
  readonly extId: string | null;
  readonly name: string;
  /** Description, possibly empty. */
  readonly text: string;
}

export interface DocumentMeta extends KnownEntity {
  readonly url: string | null;
  readonly source: string;
  readonly licence: string;
  /** A date, with or without a time. */
  readonly date: string;
  readonly version: string | null;
}

/** An entry as read from storage. Source, licence and date of an entity follow from the snapshot and import. */
export interface KnowledgeEntry extends KnownEntity {
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
  /** Relevance of a text match; higher is better. 0 for name searches, or if there were too many matches to rank. */
  readonly weight: number;
  /** Importance to players, from 0 to IMPORTANCE_MAX (domain/knowledge/importance.ts). */
  readonly importance: number;
}

/** A position in the order of names: the entry with this name (as normalized by nameKey) and this id. */
export interface NamePosition {
  readonly name: string;
  readonly id: string;
}

export interface KnowledgeFilter {
  readonly kind: string | null;
  /** The version of a document, or the build for entries from the game's files. Null for observed entries. */
  readonly version: string | null;
}

export const NO_FILTER: KnowledgeFilter = { kind: null, version: null };

/** A word as produced by domain/knowledge/words.ts, consisting only of lower-case letters and digits. */
export interface SearchWord {
  readonly word: string;
  /** True if words that begin with this one also match. */
  readonly prefix: boolean;
}

/**
 * A search. `match` says whether all groups must match or any of them. A group matches if any of its words does.
 * `names` searches the names of all entries, and `texts` the texts of entities. `documents` searches both names and
 * texts of documents by word stems.
 */
export interface SearchWords {
  readonly among: 'names' | 'texts' | 'documents';
  readonly groups: readonly (readonly SearchWord[])[];
  readonly match: 'all' | 'any';
  /** Groups that count double. A document must match at least one of them. Defaults to all groups. */
  readonly needed?: readonly (readonly SearchWord[])[];
}

/** Maximum number of entries per search. If more names match, the most important ones are returned. */
export const HITS_MAX = 250;

/** Maximum number of documents per search. The most relevant documents are returned. */
export const DOCUMENT_HITS_MAX = 100;

/** Number of characters at the start of a text that are searched for a snippet. */
export const EXCERPT_CHARS = 10_000;

/**
 * Reads the knowledge base of a view. If an id is both observed and in the game's files, only the observed entry is
 * returned. Game-file entries come from the import served by the view. If that import was deleted, reads throw a
 * StorageFault with IMPORT_REPLACED. Documents come from the newest complete set.
 */
export interface KnowledgeReader {
  entry(id: string): Promise<KnowledgeEntry | null>;
  /** Returns the given entries that exist, in no particular order, with texts truncated to EXCERPT_CHARS characters. */
  excerpts(ids: readonly string[]): Promise<readonly KnowledgeEntry[]>;
  /** Returns entries whose whole name is one of the given names (as normalized by nameKey), the most important first. */
  named(keys: readonly string[], filter: KnowledgeFilter, limit: number): Promise<readonly SearchHit[]>;
  /**
   * Returns matching entries, the most important names first, or the DOCUMENT_HITS_MAX best documents. `limit` is the
   * maximum number of names or texts, by default HITS_MAX.
   */
  matching(words: SearchWords, filter: KnowledgeFilter, limit?: number): Promise<readonly SearchHit[]>;
  /** Returns entries of one kind, ordered by layer (documents first), name and id. */
  ofKind(kind: string, limit: number): Promise<readonly SearchHit[]>;
  /** Returns observed entries of one kind in name order, starting at a position. */
  namesFrom(kind: string, from: NamePosition, limit: number): Promise<readonly SearchHit[]>;
  /** Returns the distinct first letters of observed names of one kind (as normalized by nameKey), in order. */
  initials(kind: string, limit: number): Promise<readonly string[]>;
  /** Returns the distinct whole names (as normalized by nameKey), in no particular order. */
  nameKeys(): Promise<readonly string[]>;
  /** Returns the distinct words of names, in no particular order. */
  nameWords(): Promise<readonly string[]>;
  /** Returns the number of entries that each word matches, counted up to `most`, in the order of the words. */
  countMatches(among: SearchWords['among'], words: readonly SearchWord[], most: number): Promise<readonly number[]>;
  hasDocuments(): Promise<boolean>;
  kinds(): Promise<Readonly<Record<string, number>>>;
}

/** Writes documents. Observed entries are written with the facts, and game-file entries with an import. */
export interface KnowledgeWriter {
  /** Starts a set, one at a time, and returns its number. Readers do not see the set until it is finished. */
  beginDocuments(): Promise<number>;
  /** Adds documents to a set in progress, in one transaction. */
  addDocuments(n: number, documents: readonly DocumentMeta[]): Promise<void>;
  /** Makes this set visible to readers and writes a snapshot row, in one transaction. */
  finishDocuments(n: number, writtenAtMs: number): Promise<SnapshotRow>;
  /** Deletes some documents that are not in use, in one short transaction. Returns false if none are left. */
  removeDocuments(): Promise<boolean>;
}
