export { entity_relations, item_categories, world_map_near } from './browsing.ts';
export { npc_page, object_page, quest_page, vendor_page } from './entity_pages.ts';
export { item_page } from './item_pages.ts';
export {
  answer_sources,
  ecosystem_projects,
  fetch,
  get_by_name,
  get_entity,
  search,
  search_knowledge,
} from './knowledge.ts';
export { auction_history, market_value } from './market.ts';
export { gold_ledger, guild_board, population } from './people.ts';
export { profession_path, recipe_thresholds } from './professions.ts';
export { collection_gap, completion_progress } from './progress.ts';
export { everloot_plan, recent_changes } from './service.ts';
export { talent_plan, talent_tree } from './talents.ts';
