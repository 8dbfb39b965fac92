import type { ClientEdge } from './build.ts';

/** Metadata of an import, given when it starts. */
export interface ImportHead {
  /** Game build, such as `1.15.8.67156`. */
  readonly build: string;
  /** When the files were extracted from the client, or null if not recorded. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** Version of the contract that its rows follow. */
  readonly protocol: string;
}

/** A stored item: its final row for `/api/items`, and the columns that the list can be filtered by. */
export interface StoredItem {
  readonly itemId: number;
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
  /** JSON. */
  readonly body: string;
}

/** Families of further facts about a build, by subject. */
export const GAME_FAMILIES = [
  'categories',
  'class',
  'item',
  'player_class',
  'recipe',
  'set',
  'skill',
  'spell',
  'talents',
  'zone',
] as const;

export type GameFamily = (typeof GAME_FAMILIES)[number];

export interface GameFact {
  readonly family: GameFamily;
  /** Game id in digits. For talents the slug of the player class, for categories the empty string. */
  readonly subject: string;
  /** JSON. */
  readonly body: string;
}

/** Rows of an import in final order: items by ascending id, edges of a group by both ends. */
export interface ImportRows {
  readonly items: readonly StoredItem[];
  readonly edges: readonly ClientEdge[];
  readonly facts: readonly GameFact[];
}

/** The build that a snapshot serves. */
export interface GameView extends ImportHead {
  /** Number of the import. Importing the same build again gives a new number. */
  readonly n: number;
  readonly items: number;
  /** Number of rows in each non-empty group of CLIENT_GROUPS, by name. */
  readonly edges: Readonly<Record<string, number>>;
  /** Identifies the content of the client layer. */
  readonly layerTag: string;
}

/** Compression of a stored body. */
export type LayerCoding = 'br' | 'gzip' | 'identity';

/** Slugs of all items by place, as indexes into a list of words. 0 means no slug. */
export interface SlugColumn {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

/** Columns that items are filtered by, completely in memory. */
export interface ItemIndex {
  /** Ascending, by place. */
  readonly itemIds: Uint32Array;
  readonly class: SlugColumn;
  readonly subclass: SlugColumn;
  readonly slot: SlugColumn;
  readonly quality: SlugColumn;
  /** Tree of the available filters. */
  readonly categories: Categories;
}

/**
 * Cause of a StorageFault: the import that a view serves was replaced and deleted after the view was read. A newer
 * view serves the newer import.
 */
export const IMPORT_REPLACED = 'IMPORT_REPLACED';

/** Filters for items with the number of items for each (contract, section 4, Item categories, without its notice). */
export interface Categories {
  readonly classes: readonly ClassCategory[];
  readonly slots: readonly { readonly slug: string; readonly name: string }[];
  readonly qualities: readonly { readonly id: number; readonly name: string; readonly slug: string }[];
}

export interface ClassCategory {
  readonly id: number;
  readonly name: string;
  /** In the plural. */
  readonly label: string;
  readonly slug: string;
  readonly items: number;
  readonly subclasses: readonly SubclassCategory[];
}

export interface SubclassCategory {
  readonly id: number;
  readonly name: string | null;
  readonly slug: string;
  readonly items: number;
}
