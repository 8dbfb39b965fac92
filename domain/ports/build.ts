import type { CLIENT_RELATIONS } from '../../schema/vocabulary.ts';

/**
 * The data of one build of the game client, in our own terms, as stored by an import. It belongs to the game's
 * publisher and is shown as found in the game files, without confirmation by players (contract, section 3, Layers).
 * Throughout, null means that the table, column or row is absent, while a 0 from the files is a value (contract,
 * section 4).
 */

/** An item as listed by `/api/items`, with the data for its hover card. */
export interface GameItem {
  readonly itemId: number;
  readonly classId: number | null;
  readonly subclassId: number | null;
  readonly inventoryType: number | null;
  /** The client's OverallQualityID: 0 poor, 1 common, … 7 heirloom. */
  readonly qualityId: number | null;
  readonly itemLevel: number | null;
  readonly requiredLevel: number | null;
  /** File id of the icon, or 0 if the item has none. */
  readonly iconId: number | null;
  /** File name of the icon in lower case, without its extension. */
  readonly icon: string | null;
  readonly stack: number | null;
  readonly buyPriceCopper: number | null;
  readonly sellPriceCopper: number | null;
  /** Id of the item's set, or 0 if it belongs to none. */
  readonly setId: number | null;
  readonly card: ItemCard;
}

/** Text of an item's tooltip in the game. */
export interface ItemCard {
  /** When the item binds: 0 never, 1 when picked up, 2 when equipped, 3 when used, 4 quest item. */
  readonly binding: number | null;
  /** Maximum number of copies per character; 0 or less means unlimited. True, in imports of release 0.3.0, means 1. */
  readonly unique: number | boolean | null;
  readonly armour: number | null;
  readonly damage: readonly ItemDamage[] | null;
  /** Time between two swings in milliseconds. */
  readonly delayMs: number | null;
  /** The client's stat ids and their amounts. Stats without an amount are omitted. */
  readonly stats: readonly { readonly statId: number; readonly amount: number }[] | null;
  /** Resistances by school: 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane. Zeros are omitted. */
  readonly resistances: readonly { readonly school: number; readonly amount: number }[] | null;
  readonly durability: number | null;
  readonly bagSlots: number | null;
  readonly startsQuestId: number | null;
  readonly requiredSkillId: number | null;
  readonly requiredSkill: number | null;
  /** Bit mask of the player classes allowed to use the item; 0 or -1 means all. */
  readonly allowableClass: number | null;
}

export interface ItemDamage {
  readonly min: number;
  readonly max: number;
  /** School of the damage; 0 means physical. */
  readonly school: number;
}

/** A named item class with its subclasses, ordered by id, including subclasses that appear only in items. */
export interface GameClass {
  readonly classId: number;
  readonly name: string;
  readonly subclasses: readonly { readonly subclassId: number; readonly name: string | null }[];
}

/** An item set and its members: first the items listed in the set, then unlisted items that refer to it. */
export interface GameSet {
  readonly setId: number;
  readonly name: string;
  readonly itemIds: readonly number[];
}

/** A kind of relation between two entities in the build (contract, section 3, Client edges). */
export type ClientRelation = (typeof CLIENT_RELATIONS)[number];

/** Groups in list order: by relation, then by the kinds of entity at the two ends. */
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

/** Skill levels of a recipe. It turns green midway between yellow and grey, rounded down. */
export interface GameRecipe {
  readonly spellId: number;
  readonly learnable: number | null;
  readonly yellow: number | null;
  readonly grey: number | null;
}

/** Names of entities that other rows refer to by id: spells, skill lines, maps, player classes. */
export interface GameName {
  readonly kind: 'spell' | 'skill' | 'zone' | 'player_class';
  readonly id: number;
  readonly name: string;
}

/**
 * One piece of a stored import, one JSON object per line. Classes come first, then sets, items, edges, recipes, names
 * and talents. Classes, sets and items are ordered by id, and recipes by spell. Edges are ordered by their group in
 * `CLIENT_GROUPS`, then by both ends. Imports made by release 0.4.0 or earlier have no recipes.
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
  /** The item as JSON, if already serialized. The item is stored twice: within the piece, and on its own. */
  readonly text?: string;
}

/** Talents of one player class, from either generation of the client's talent tables. */
export interface ClassTalents {
  /** Slug of the player class, such as `warrior`. */
  readonly playerClass: string;
  /** Trees in the client's display order. */
  readonly trees: readonly TalentTree[];
  /** Levels at which a character gets talent points, one entry per point, or null. `rule` says where they come from. */
  readonly pointLevels: {
    readonly levels: readonly number[] | null;
    readonly rule: 'files' | 'one-a-level-from-10' | 'unknown';
  };
  /** Source of the nodes' `pointsRequired`. If `unknown`, every node's `pointsRequired` is null. */
  readonly gateRule: 'files' | 'five-a-row' | 'unknown';
  /** Source of the ranks in prerequisites. `full-rank`: the files name only the node, so all its ranks are needed. */
  readonly prerequisiteRule: 'files' | 'full-rank';
}

export interface TalentTree {
  /** Trees derived from one Trait tree share its id unless a table assigns others. `order` tells them apart. */
  readonly treeId: number;
  readonly name: string | null;
  /** Index among the trees of the class, from 0. */
  readonly order: number;
  /** Nodes ordered by row, then column. */
  readonly nodes: readonly TalentNode[];
}

export interface TalentNode {
  readonly nodeId: number;
  /** Row and column, counted from 0 at the top left. Null if the files do not position nodes on a grid. */
  readonly row: number | null;
  readonly column: number | null;
  readonly maxRank: number;
  /** Talents that the node teaches. A node with several choices has one talent per choice. */
  readonly talents: readonly Talent[];
  /** Nodes that must all have the given rank first. */
  readonly prerequisites: readonly TalentPrerequisite[];
  /** Nodes of which at least one must have the given rank first. Empty if there is no such requirement. */
  readonly prerequisitesAnyOf: readonly TalentPrerequisite[];
  /** Points that must be spent in the tree first, or null if unknown. */
  readonly pointsRequired: number | null;
}

export interface Talent {
  readonly talentId: number;
  /** The talent's own name, or null if it is named after its spell. */
  readonly name: string | null;
  /** One spell per rank, or one spell for all ranks, depending on the files. */
  readonly spellIds: readonly number[];
  readonly maxRank: number;
  /** File name of its icon, or null if unknown. Builds imported by releases before 0.6.0 lack it. */
  readonly icon?: string | null;
}

export interface TalentPrerequisite {
  readonly nodeId: number;
  readonly rank: number;
}

export type ClientGroup = (typeof CLIENT_GROUPS)[number];
