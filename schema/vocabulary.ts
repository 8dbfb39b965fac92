/**
 * The closed lists of words that the contract speaks (contract, section 5, Words).
 * Each list stands here once; record kinds, answers and query parameters take it from here.
 */

/** Who may see a record: the public corpus feed, or nobody but the aggregates built on it. */
export type Visibility = 'public' | 'private';

/** The categories that a player chooses to share by name (contract, section 2, Sharing). */
export type SharingCategory = 'guild' | 'gear' | 'gold' | 'collection';

export const REACTIONS = ['friendly', 'neutral', 'hostile'] as const;

export const POSITION_KINDS = ['player', 'npc'] as const;

export const QUALITIES = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'] as const;

export const FACTIONS = ['alliance', 'horde'] as const;

/** The auction houses, as the client names them. */
export const HOUSES = ['Alliance', 'Horde', 'Neutral'] as const;

export const RECIPE_DIFFICULTIES = ['optimal', 'medium', 'easy', 'trivial'] as const;

export const PRICE_SOURCES = ['vendor', 'auction'] as const;

export const MONEY_SOURCES = [
  'loot',
  'quest',
  'vendor',
  'auction',
  'mail',
  'trade',
  'repair',
  'training',
  'travel',
  'other',
] as const;

/** What the ends of an edge can be (contract, section 4, Edges page). */
export const ENTITY_KINDS = ['item', 'spell', 'npc', 'object', 'quest', 'zone', 'item_set', 'icon', 'skill'] as const;

export const RELATIONS = [
  'dropped_by',
  'sold_by',
  'reward_from',
  'located_in',
  'created_by',
  'reagent_for',
  'part_of_set',
  'same_icon',
  'in_skill_line',
] as const;

/** `observed`: players reported it. `client`: read from the game's files. */
export const EDGE_EVIDENCE = ['observed', 'client'] as const;

export const TOOLTIP_TYPES = ['item', 'npc', 'quest', 'object'] as const;

export const EXPORT_DATASETS = ['corpus', 'edges', 'drops', 'items'] as const;

export const DATA_LAYERS = ['observed', 'game-files', 'mixed'] as const;

/** How the public snapshot stands (contract, section 4, Health). */
export const SNAPSHOT_STATES = ['fresh', 'stale', 'missing', 'unavailable'] as const;

export const EXPORT_STATES = ['ok', 'held'] as const;
