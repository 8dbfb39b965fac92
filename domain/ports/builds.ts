import type { ClientEdge } from './build.ts';

/** What an import is of, told when it begins. */
export interface ImportHead {
  /** The game build, such as `1.15.8.67156`. */
  readonly build: string;
  /** When the files were read from the client; null where it is unrecorded. */
  readonly extractedAt: string | null;
  readonly importedAtMs: number;
  /** The version of the contract that its rows follow. */
  readonly protocol: string;
}

/** An item as it is stored: the finished row of `/api/items`, and what that list is filtered by. */
export interface StoredItem {
  readonly itemId: number;
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
  /** JSON. */
  readonly body: string;
}

/** What else is kept of a build, by what it is about. */
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
  /** The game's id of it in digits; of talents the slug of the player class, of the categories ''. */
  readonly subject: string;
  /** JSON. */
  readonly body: string;
}

/** Rows of an import, in their final order: items ascend by id, edges of a group by both ends. */
export interface ImportRows {
  readonly items: readonly StoredItem[];
  readonly edges: readonly ClientEdge[];
  readonly facts: readonly GameFact[];
}

/** The build that a snapshot serves. */
export interface GameView extends ImportHead {
  /** Number of the import: another one of the same build has another number. */
  readonly n: number;
  readonly items: number;
  /** Rows of each group of CLIENT_GROUPS that has any, by name. */
  readonly edges: Readonly<Record<string, number>>;
  /** Names the content of the client layer. */
  readonly layerTag: string;
}

/** How a stored body is packed. */
export type LayerCoding = 'br' | 'gzip' | 'identity';

/** Slugs of all items by place, as numbers into a list of words; 0 is none. */
export interface SlugColumn {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

/** What items are filtered by, whole and in memory. */
export interface ItemIndex {
  /** By place, ascending. */
  readonly itemIds: Uint32Array;
  readonly class: SlugColumn;
  readonly subclass: SlugColumn;
  readonly slot: SlugColumn;
  readonly quality: SlugColumn;
  /** The tree of what can be asked for. */
  readonly categories: Categories;
}

/**
 * Cause of an Unreachable: the import that a view serves was replaced and taken away after the view was read. A newer
 * view serves the newer import.
 */
export const IMPORT_REPLACED = 'IMPORT_REPLACED';

/**
 * What items can be filtered by, with how many there are (contract, section 4, Item categories, but for its notice).
 */
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
