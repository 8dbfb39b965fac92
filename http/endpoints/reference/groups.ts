import type { OperationTag } from '../../pipeline/route_docs.ts';

/** Path of the reference's first page. The group pages are below this path. */
export const DOCS_PATH = '/docs';

/** The reference's request forms send their fields to a path below this one. */
export const TRY_PATH = `${DOCS_PATH}/try`;

/** The examples of each operation of the OpenAPI document are at its id below this path. */
export const EXAMPLES_PATH = `${DOCS_PATH}/examples`;

/** A page of the reference: the endpoints of one tag of the OpenAPI document. */
export interface ReferenceGroup {
  readonly tag: OperationTag;
  readonly path: string;
  readonly title: string;
  /** One sentence that describes the group. */
  readonly lead: string;
}

export const REFERENCE_GROUPS: readonly ReferenceGroup[] = [
  {
    tag: 'Observed',
    path: `${DOCS_PATH}/observed`,
    title: 'Observations of players',
    lead: 'Drop rates, relations, prices and hover cards that three players confirmed, and the records behind them.',
  },
  {
    tag: 'Game files',
    path: `${DOCS_PATH}/game-files`,
    title: 'Game files',
    lead: 'Items and relations read from the game’s own files. No player has confirmed them.',
  },
  {
    tag: 'Tools',
    path: `${DOCS_PATH}/tools`,
    title: 'Tools',
    lead: 'Each tool answers one question, such as where an item drops or how to level a profession.',
  },
  {
    tag: 'Files',
    path: `${DOCS_PATH}/files`,
    title: 'Downloads and schemas',
    lead: 'All public data as files, and the JSON Schema of every record and answer.',
  },
  {
    tag: 'Uploads',
    path: `${DOCS_PATH}/uploads`,
    title: 'Uploads',
    lead: 'How an addon or program sends records.',
  },
  {
    tag: 'Service',
    path: `${DOCS_PATH}/service`,
    title: 'Service',
    lead: 'The health of this instance, and the OpenAPI document.',
  },
];

/** Tools that answer questions about one subject. */
export interface ToolTopic {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly string[];
}

export const TOOL_TOPICS: readonly ToolTopic[] = [
  {
    id: 'about-entities',
    title: 'Items, NPCs, quests and places',
    tools: [
      'item_page',
      'npc_page',
      'object_page',
      'quest_page',
      'vendor_page',
      'world_map_near',
      'entity_relations',
      'item_categories',
    ],
  },
  {
    id: 'about-search',
    title: 'Search',
    tools: ['search', 'search_knowledge', 'get_by_name', 'get_entity', 'fetch', 'answer_sources'],
  },
  { id: 'about-professions', title: 'Professions', tools: ['profession_path', 'recipe_thresholds'] },
  { id: 'about-talents', title: 'Talents', tools: ['talent_tree', 'talent_plan'] },
  { id: 'about-prices', title: 'Prices', tools: ['market_value', 'auction_history'] },
  {
    id: 'about-people',
    title: 'Characters and guilds',
    tools: ['completion_progress', 'collection_gap', 'guild_board', 'gold_ledger', 'population'],
  },
  {
    id: 'about-service',
    title: 'News and this instance',
    tools: ['recent_changes', 'everloot_plan', 'ecosystem_projects'],
  },
];
