import type { SnapshotRow, SnapshotView } from './snapshot_view.ts';

/**
 * Where something in the knowledge base comes from (contract, section 6). `observed`: three installs agree on its name;
 * `game-files`: the imported build names it, unconfirmed; `document`: the operator imported it.
 */
export type KnowledgeLayer = 'observed' | 'game-files' | 'document';

/** Something with a name, as the base keeps it. */
export interface KnownThing {
  /** `<kind>:<number>` of entities such as `item:19019`; of documents `doc:` and the id they came with. */
  readonly id: string;
  readonly kind: string;
  /** Its id where it comes from: of entities the game's id in digits. */
  readonly extId: string | null;
  readonly name: string;
  /** What is said of it; may be empty. */
  readonly text: string;
}

/** What a document says of itself. */
export interface KnownDocument extends KnownThing {
  readonly url: string | null;
  readonly source: string;
  readonly licence: string;
  /** A day or an instant. */
  readonly date: string;
  readonly version: string | null;
}

/** What is read back. Of entities, source, licence and date follow from the snapshot and the import: null here. */
export interface KnownEntry extends KnownThing {
  readonly layer: KnowledgeLayer;
  readonly url: string | null;
  readonly source: string | null;
  readonly licence: string | null;
  readonly date: string | null;
  readonly version: string | null;
}

/** An entry as a search finds it. */
export interface KnownName {
  readonly layer: KnowledgeLayer;
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** How well a text fits, more is better; 0 where names were searched, or where too much was found to tell. */
  readonly weight: number;
}

/** A place in the order of names: entries of this name (as nameKey writes it) from this id on, then those of later names. */
export interface NamePlace {
  readonly name: string;
  readonly id: string;
}

export interface KnowledgeFilter {
  readonly kind: string | null;
  /** Of documents their version, of the game's files the build; what players observed has none. */
  readonly version: string | null;
}

/** Lets everything through. */
export const NO_FILTER: KnowledgeFilter = { kind: null, version: null };

/** A word as domain/knowledge/words.ts makes them: lower-case letters and digits, nothing else. */
export interface SoughtWord {
  readonly word: string;
  /** Whether words that begin with it are meant, too. */
  readonly prefix: boolean;
}

/**
 * What to look for: every group, or any of them; of a group any word. `names` of everything, `texts` of entities, and
 * `documents` by name and text, where words are compared by their stems.
 */
export interface SoughtWords {
  readonly among: 'names' | 'texts' | 'documents';
  readonly groups: readonly (readonly SoughtWord[])[];
  readonly match: 'all' | 'any';
  /** Of documents: groups of which one must be held at least; they weigh twice. Left out: any of all. */
  readonly needed?: readonly (readonly SoughtWord[])[];
}

/** Entries that one search finds at most; which of more it finds is the same each time, and says little. */
export const FOUND_MAX = 1_000;

/** Documents that one search finds at most: those that fit best. */
export const DOCUMENTS_FOUND_MAX = 100;

/** Of a text, what is read to cut a snippet from it. */
export const EXCERPT_CHARS = 10_000;

/**
 * Reads the knowledge base of a view: of an id that is both observed and in the game's files, the observed entry alone;
 * of the game's files, the import that the view serves (an Unreachable with IMPORT_REPLACED where it was taken away); of
 * documents, the newest whole set.
 */
export interface KnowledgeReader {
  known(view: SnapshotView, id: string): Promise<KnownEntry | null>;
  /** Those of these whose text is asked for, in no order; texts are cut after EXCERPT_CHARS. */
  knownExcerpts(view: SnapshotView, ids: readonly string[]): Promise<readonly KnownEntry[]>;
  /** Entries whose whole name is one of these (as nameKey writes them), by name and id. */
  knownNamed(
    view: SnapshotView,
    keys: readonly string[],
    filter: KnowledgeFilter,
    limit: number,
  ): Promise<readonly KnownName[]>;
  /** Entries that hold these words, in no order, at most FOUND_MAX; of documents the weightiest DOCUMENTS_FOUND_MAX. */
  knownWith(view: SnapshotView, words: SoughtWords, filter: KnowledgeFilter): Promise<readonly KnownName[]>;
  /** Entries of one kind and layer by name and id, documents first. */
  knownOfKind(view: SnapshotView, kind: string, limit: number): Promise<readonly KnownName[]>;
  /** What players observed of one kind in the order of names, from a place in it on. */
  knownFrom(view: SnapshotView, kind: string, from: NamePlace, limit: number): Promise<readonly KnownName[]>;
  /** With which characters the names of what players observed of one kind begin (as nameKey writes them), in order. */
  knownInitials(view: SnapshotView, kind: string, limit: number): Promise<readonly string[]>;
  /** Words of names with so many characters, ends included, in no order. */
  knownWords(view: SnapshotView, fromChars: number, toChars: number): Promise<readonly string[]>;
  /** Which of these are words of names, or of documents, there by their stems. */
  knownAmong(view: SnapshotView, words: readonly string[]): Promise<readonly string[]>;
  /** Whether the operator imported any documents. */
  hasDocuments(view: SnapshotView): Promise<boolean>;
  /** How many entries there are of each kind. */
  knownKinds(view: SnapshotView): Promise<Readonly<Record<string, number>>>;
}

/** Writes the documents; the builder alone holds one. What is observed comes with the facts, game files with an import. */
export interface KnowledgeWriter {
  /** Begins a set of documents that nobody sees until it is finished, and answers its number. One at a time. */
  beginDocuments(): Promise<number>;
  /** Adds documents to a set that was begun, in one transaction. */
  addDocuments(n: number, documents: readonly KnownDocument[]): Promise<void>;
  /** Makes the set the one that is read: a snapshot row with the newest row's figures, in one transaction. */
  finishDocuments(n: number, writtenAtMs: number): Promise<SnapshotRow>;
  /** Removes some documents of sets that are not read, in one short transaction. False: nothing of them is left. */
  removeDocuments(): Promise<boolean>;
}
