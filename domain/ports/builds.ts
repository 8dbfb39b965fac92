import type { ClientEdge, GameName } from './build.ts';

export interface ImportHead {
  /** Game build, such as `1.15.8.67156`. */
  readonly build: string;
  /** Time when the files were extracted from the client, or null if not recorded. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** Version of the contract that the import's rows follow. */
  readonly protocol: string;
}

/** The slugs by which `/api/items` can be filtered. Each is null if unknown. */
export interface ItemSlugs {
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
}

/** A stored item: its finished row for `/api/items` as JSON, and its slugs. */
export interface StoredItem extends ItemSlugs {
  readonly itemId: number;
  readonly body: string;
}

/** Families of additional facts about a build, keyed by subject. */
export type GameFamily = GameName['kind'] | 'categories' | 'class' | 'item' | 'recipe' | 'set' | 'talents';

export interface GameFact {
  readonly family: GameFamily;
  /** The game's id in digits, the slug of the player class for talents, or the empty string for categories. */
  readonly subject: string;
  /** The fact as JSON. */
  readonly body: string;
}

/** Rows of an import in their final order: items by ascending id, and edges within a group by both ends. */
export interface ImportedRows {
  readonly items: readonly StoredItem[];
  readonly edges: readonly ClientEdge[];
  readonly facts: readonly GameFact[];
}

/** The build that a snapshot serves. */
export interface GameBuild extends ImportHead {
  /** Sequence number of the import. Importing the same build again assigns a new number. */
  readonly n: number;
  readonly items: number;
  /** Number of rows in each non-empty group of CLIENT_GROUPS, keyed by the group's name. */
  readonly edges: Readonly<Record<string, number>>;
  /** Identifies the content of the client layer. */
  readonly layerTag: string;
}

export type LayerCoding = 'br' | 'gzip' | 'identity';

/** Slugs of all items as indexes into a list of words, in the order of `itemIds`. 0 means that the item has no slug. */
export interface SlugIndex {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

/** The columns by which items can be filtered, kept entirely in memory. */
export interface ItemIndex extends Readonly<Record<keyof ItemSlugs, SlugIndex>> {
  /** Item ids in ascending order. The index of an id is the position of the item's row. */
  readonly itemIds: Uint32Array;
  readonly categories: Categories;
}

/** Cause of a StorageFault: the import served by the view was replaced and deleted. Newer views serve another. */
export const IMPORT_REPLACED = 'IMPORT_REPLACED';

/** The available item filters, each with its number of items (contract, section 4, Item categories). */
export interface Categories {
  readonly classes: readonly ClassCategory[];
  readonly slots: readonly { readonly slug: string; readonly name: string }[];
  readonly qualities: readonly { readonly id: number; readonly name: string; readonly slug: string }[];
}

export interface SubclassCategory<Name = string | null> {
  readonly id: number;
  readonly name: Name;
  readonly slug: string;
  readonly items: number;
}

export interface ClassCategory extends SubclassCategory<string> {
  readonly label: string;
  readonly subclasses: readonly SubclassCategory[];
}
