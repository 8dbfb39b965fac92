/**
 * The closed lists of words that the contract uses (contract, section 5, Words). Each list is defined only in this
 * file. Record kinds, answers and query parameters import it.
 */

/** Visibility of a record: shown in the public corpus feed, or used only for aggregates. */
export type Visibility = 'public' | 'private';

/**
 * The categories of records that name players. Players choose which categories to share (contract, section 2,
 * Sharing).
 */
export const SHARING_CATEGORIES = ['guild', 'gear', 'gold', 'collection'] as const;

export type SharingCategory = (typeof SHARING_CATEGORIES)[number];

/** The games whose records an instance may collect, one each (contract, section 10, One instance, one game). */
export const GAMES = ['forever', 'era', 'sod', 'tbc', 'wrath', 'cataclysm', 'mists'] as const;

export type Game = (typeof GAMES)[number];

export const REACTIONS = ['friendly', 'neutral', 'hostile'] as const;

export const POSITION_KINDS = ['player', 'npc'] as const;

/** Item qualities. The index is the client's number for the quality. */
export const QUALITIES = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'] as const;

export type Quality = (typeof QUALITIES)[number];

/** The languages of the game's client, with the client's names for them. */
export const LOCALES = [
  'enUS',
  'deDE',
  'esES',
  'esMX',
  'frFR',
  'itIT',
  'koKR',
  'ptBR',
  'ruRU',
  'zhCN',
  'zhTW',
] as const;

export const FACTIONS = ['alliance', 'horde'] as const;

export const GROUP_TYPES = ['solo', 'party', 'raid'] as const;

/** The loot windows on which an estimated drop rate is based. */
export const RATE_BASES = ['all', 'solo', 'quest'] as const;

export const LOOT_METHODS = ['freeforall', 'roundrobin', 'master', 'group', 'needbeforegreed', 'personal'] as const;

/** Ways to get the items of a loot window. Windows without a method are of a corpse or an object. */
export const GATHERING_METHODS = [
  ...['corpse', 'object', 'skinning', 'herbalism', 'mining', 'fishing', 'pickpocketing'],
  ...['disenchanting', 'prospecting', 'milling', 'container'],
] as const;

/** Methods whose windows count for rates of gathering, and not for drops. */
export const GATHER_KINDS = GATHERING_METHODS.slice(2);

/** The auction houses, by the client's names. */
export const HOUSES = ['Alliance', 'Horde', 'Neutral'] as const;

export type House = (typeof HOUSES)[number];

/** Recipe difficulties, from the one that teaches the most to the one that teaches nothing. */
export const RECIPE_DIFFICULTIES = ['optimal', 'medium', 'easy', 'trivial'] as const;

export const PRICE_SOURCES = ['vendor', 'auction'] as const;

/** Reasons why a character's money changes. */
export const PLAY_SOURCES = ['loot', 'quest', 'vendor', 'auction'] as const;
export const OTHER_SOURCES = ['mail', 'trade', 'repair', 'training', 'travel', 'other'] as const;

export const MONEY_SOURCES = [...PLAY_SOURCES, ...OTHER_SOURCES] as const;

/** Kinds of entities that an edge can connect (contract, section 4, Edges page). */
export const ENTITY_KINDS = ['item', 'spell', 'npc', 'object', 'quest', 'zone', 'item_set', 'icon', 'skill'] as const;

/** Roles of an NPC: gives quests, ends quests (players turn them in to the NPC), sells goods, trains. */
export const NPC_ROLES = ['gives', 'ends', 'sells', 'trains'] as const;

export type NpcRole = (typeof NPC_ROLES)[number];

/** Relations that players observe. */
export const OBSERVED_RELATIONS = ['dropped_by', 'sold_by', 'reward_from', 'located_in'] as const;

/** Relations that come from the game's files. */
export const CLIENT_RELATIONS = ['created_by', 'reagent_for', 'part_of_set', 'same_icon', 'in_skill_line'] as const;

export const RELATIONS = [...OBSERVED_RELATIONS, ...CLIENT_RELATIONS] as const;

/** `observed`: players reported the relation. `client`: it was read from the game's files. */
export const EDGE_EVIDENCE = ['observed', 'client'] as const;

export type EdgeEvidence = (typeof EDGE_EVIDENCE)[number];

/** Kinds of entities that have a hover card and a page. */
export const TOOLTIP_TYPES = ['item', 'npc', 'quest', 'object'] as const;

export type TooltipType = (typeof TOOLTIP_TYPES)[number];

export const EXPORT_DATASETS = ['corpus', 'edges', 'drops', 'items'] as const;

/** Kinds of entity whose names are exported as a list. */
export const EXPORTED_NAMES = ['item', 'npc', 'object', 'quest', 'zone', 'recipe'] as const;

export const DATA_LAYERS = ['observed', 'game-files', 'mixed'] as const;

/** States of the public snapshot (contract, section 4, Health). */
export const SNAPSHOT_STATES = ['fresh', 'stale', 'missing', 'unavailable'] as const;

export type SnapshotState = (typeof SNAPSHOT_STATES)[number];

export const ANSWER_STATES = ['ok', 'overloaded'] as const;

export const EXPORT_STATES = ['ok', 'held', 'damaged'] as const;

/** Lists whose changes can be followed (contract, section 4, Change feed). */
export const CHANGED_LISTS = ['drops', 'zeros', 'edges', 'prices', 'names', 'gathering'] as const;

/** Kinds of subjects in the change log. */
export const CHANGE_SUBJECTS = [
  ...['item', 'npc', 'object', 'quest', 'zone', 'recipe', 'vendor', 'trainer'],
  ...['achievement', 'reputation', 'title', 'quest_chain', 'collection', 'realm', 'build'],
] as const;

export type ChangeSubjectKind = (typeof CHANGE_SUBJECTS)[number];

/**
 * Kinds of subject that can need more installs. Most are entities. `npc_loot`, `vendor` and `trainer` are an NPC's
 * loot, goods and lessons, while `npc` is its appearance and locations. `object` covers only the object's loot.
 */
export const COVERAGE_KINDS = [
  'npc',
  'npc_loot',
  'vendor',
  'trainer',
  'object',
  'item',
  'quest',
  'recipe',
  'zone',
] as const;

/** Areas in which progress is measured. */
export const COMPLETION_AREAS = ['achievement', 'reputation', 'title', 'quest_chain'] as const;

export type CompletionArea = (typeof COMPLETION_AREAS)[number];
