import type { CLIENT_RELATIONS } from '../../schema/vocabulary.ts';

/**
 * What one build of the game's client says, in our terms: what an import keeps. It belongs to the game's publisher and
 * is shown as found in game files, unconfirmed (contract, section 3, Layers).
 * Everywhere null means that the table, the column or the row is absent; a 0 in the file is a value (contract, section 4).
 */

/** An item as `/api/items` lists it, and what its hover card needs. */
export interface GameItem {
  readonly itemId: number;
  readonly classId: number | null;
  readonly subclassId: number | null;
  /** InventoryType of the client. */
  readonly inventoryType: number | null;
  /** OverallQualityID: 0 poor, 1 common, … 7 heirloom. */
  readonly qualityId: number | null;
  readonly itemLevel: number | null;
  readonly requiredLevel: number | null;
  /** The icon's file id; 0 is none. */
  readonly iconId: number | null;
  /** Its file name, lower case, without ending. */
  readonly icon: string | null;
  readonly stack: number | null;
  readonly buyPriceCopper: number | null;
  readonly sellPriceCopper: number | null;
  /** 0 for none. */
  readonly setId: number | null;
  readonly card: ItemCard;
}

/** What players read on an item. */
export interface ItemCard {
  /** 0 none, 1 picked up, 2 equipped, 3 used, 4 quest. */
  readonly binding: number | null;
  /** How many of it one can hold; 0 or less: any number. Imports made by 0.3.0 say only whether it is one. */
  readonly unique: number | boolean | null;
  readonly armour: number | null;
  readonly damage: readonly ItemDamage[] | null;
  /** Milliseconds of a swing. */
  readonly delayMs: number | null;
  /** Client's stat ids with their amounts, those with an amount. */
  readonly stats: readonly { readonly statId: number; readonly amount: number }[] | null;
  /** Holy, fire, nature, frost, shadow, arcane: school 1 to 6; those that are not 0. */
  readonly resistances: readonly { readonly school: number; readonly amount: number }[] | null;
  readonly durability: number | null;
  readonly bagSlots: number | null;
  readonly startsQuestId: number | null;
  readonly requiredSkillId: number | null;
  readonly requiredSkill: number | null;
  /** Player classes that may use it, as bits; 0 or -1: all. */
  readonly allowableClass: number | null;
}

export interface ItemDamage {
  readonly min: number;
  readonly max: number;
  /** 0 physical. */
  readonly school: number;
}

/** A class that the build names, with its subclasses by id: those it names, and those that only items mention. */
export interface GameClass {
  readonly classId: number;
  readonly name: string;
  readonly subclasses: readonly { readonly subclassId: number; readonly name: string | null }[];
}

/** An item set, with its members: those it lists in their order, then those that only say so themselves. */
export interface GameSet {
  readonly setId: number;
  readonly name: string;
  readonly itemIds: readonly number[];
}

/** Relations of the build (contract, section 3, Client edges). */
export type ClientRelation = (typeof CLIENT_RELATIONS)[number];

/** In the order in which they are listed: by relation, then by ends. */
export const CLIENT_GROUPS = [
  { name: 'created_by:item:spell', rel: 'created_by', fromKind: 'item', toKind: 'spell' },
  { name: 'in_skill_line:spell:skill', rel: 'in_skill_line', fromKind: 'spell', toKind: 'skill' },
  { name: 'part_of_set:item:item_set', rel: 'part_of_set', fromKind: 'item', toKind: 'item_set' },
  { name: 'reagent_for:item:spell', rel: 'reagent_for', fromKind: 'item', toKind: 'spell' },
  { name: 'same_icon:item:icon', rel: 'same_icon', fromKind: 'item', toKind: 'icon' },
] as const satisfies readonly {
  readonly name: string;
  readonly rel: ClientRelation;
  readonly fromKind: 'item' | 'spell';
  readonly toKind: 'spell' | 'skill' | 'item_set' | 'icon';
}[];

export interface ClientEdge {
  readonly rel: ClientRelation;
  readonly fromId: number;
  readonly toId: number;
}

/**
 * At which skills a recipe can be learned and turns yellow and grey. The client has green begin midway between the two,
 * rounded down.
 */
export interface GameRecipe {
  readonly spellId: number;
  readonly learnable: number | null;
  readonly yellow: number | null;
  readonly grey: number | null;
}

/** Names of things that other rows only number: spells, skill lines, maps, player classes. */
export interface GameName {
  readonly kind: 'spell' | 'skill' | 'zone' | 'player_class';
  readonly id: number;
  readonly name: string;
}

/**
 * A piece of an import as it is kept and read back, a JSON object a line. Classes and sets come first, each by id, then
 * items by id, edges by the groups of `CLIENT_GROUPS` and within each by their ends, recipes by spell, names, and talents.
 * Imports of 0.4.0 and before have no recipes.
 */
export type BuildPiece =
  | ItemPiece
  | { readonly piece: 'class'; readonly itemClass: GameClass }
  | { readonly piece: 'set'; readonly set: GameSet }
  | { readonly piece: 'edge'; readonly edge: ClientEdge }
  | { readonly piece: 'recipe'; readonly recipe: GameRecipe }
  | { readonly piece: 'name'; readonly name: GameName }
  | { readonly piece: 'talents'; readonly talents: ClassTalents };

export interface ItemPiece {
  readonly piece: 'item';
  readonly item: GameItem;
  /** The item as JSON, where it was made already: it is kept as a part of the piece, and once more by itself. */
  readonly text?: string;
}

/** The talents of one player class, from either family of tables. */
export interface ClassTalents {
  /** Slug of the player class, such as `warrior`. */
  readonly playerClass: string;
  /** In the order in which the client shows them. */
  readonly trees: readonly TalentTree[];
  /** The levels at which points arrive, ascending, one entry a point. `rule` names how they are known; null: unknown. */
  readonly pointLevels: {
    readonly levels: readonly number[] | null;
    readonly rule: 'files' | 'one-a-level-from-10' | 'unknown';
  };
  /** How `pointsRequired` of the nodes is known; under `unknown` all of them are null. */
  readonly gateRule: 'files' | 'five-a-row' | 'unknown';
  /** How the ranks of the prerequisites are known; `full-rank`: the files name the node only, it must be full. */
  readonly prerequisiteRule: 'files' | 'full-rank';
}

export interface TalentTree {
  /** Trees of newer clients share the id of their Trait tree where no table gives them one each; `order` parts them. */
  readonly treeId: number;
  readonly name: string | null;
  /** Its place among the trees of the class, from 0. */
  readonly order: number;
  /** By row, then column. */
  readonly nodes: readonly TalentNode[];
}

export interface TalentNode {
  readonly nodeId: number;
  /** From 0, top and left first; null where the files place it by other means. */
  readonly row: number | null;
  readonly column: number | null;
  /** The most points it takes. */
  readonly maxRank: number;
  /** What it teaches; a node of several choices lists one talent a choice. */
  readonly talents: readonly Talent[];
  /** Nodes that must have so many ranks first, all of them. */
  readonly prerequisites: readonly TalentPrerequisite[];
  /** Nodes of which one must have so many ranks first; empty where there is no such choice. */
  readonly prerequisitesAnyOf: readonly TalentPrerequisite[];
  /** Points that must be spent in the tree first; null: none known. */
  readonly pointsRequired: number | null;
}

export interface Talent {
  readonly talentId: number;
  /** A name of its own; null where it bears that of its spell. */
  readonly name: string | null;
  /** The spell of each rank, or the one spell of all ranks, as the files have it. */
  readonly spellIds: readonly number[];
  readonly maxRank: number;
}

export interface TalentPrerequisite {
  readonly nodeId: number;
  readonly rank: number;
}

export type ClientGroup = (typeof CLIENT_GROUPS)[number];
