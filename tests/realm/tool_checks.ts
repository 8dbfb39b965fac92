import assert from 'node:assert/strict';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { checkProfessionPath, checkRecipeThresholds } from './tools/craft.ts';
import { checkItemPages } from './tools/item_page.ts';
import { checkItemCategories } from './tools/items.ts';
import { checkKnowledge } from './tools/knowledge.ts';
import { checkMarket } from './tools/market.ts';
import { checkGoldLedger, checkGuildBoard } from './tools/named.ts';
import { checkNear } from './tools/near.ts';
import { checkChanges } from './tools/news.ts';
import { checkPages } from './tools/pages.ts';
import { checkPopulation } from './tools/people.ts';
import { checkPlan } from './tools/plan.ts';
import { checkCollectionGap, checkProgress } from './tools/progress.ts';
import { checkRelations } from './tools/relations.ts';
import { checkTalentPlan, checkTalentTree } from './tools/talents.ts';
import { askerOf, type ToolCheck, type ToolGround } from './tools.ts';

/** All tool checks, keyed by the names of the tools that they check. */
export const TOOL_CHECKS: Readonly<Record<string, ToolCheck>> = {
  item_page: checkItemPages,
  'npc_page, vendor_page, object_page, quest_page': checkPages,
  world_map_near: checkNear,
  entity_relations: checkRelations,
  profession_path: checkProfessionPath,
  recipe_thresholds: checkRecipeThresholds,
  item_categories: checkItemCategories,
  talent_tree: checkTalentTree,
  talent_plan: checkTalentPlan,
  'market_value, auction_history': checkMarket,
  gold_ledger: checkGoldLedger,
  guild_board: checkGuildBoard,
  population: checkPopulation,
  collection_gap: checkCollectionGap,
  completion_progress: checkProgress,
  recent_changes: checkChanges,
  everloot_plan: checkPlan,
  'search_knowledge, get_entity, get_by_name, search, fetch, answer_sources, ecosystem_projects': checkKnowledge,
};

/**
 * Calls every tool over HTTP and MCP, and compares its figures with the independent count. Reports all differences in
 * one failure.
 */
export async function assertTools(url: () => string, ground: Omit<ToolGround, 'ask'>): Promise<void> {
  const { ask, asked } = askerOf(url);
  const faults: string[] = [];
  for (const [name, check] of Object.entries(TOOL_CHECKS)) {
    try {
      const figures = await check({ ...ground, ask });
      assert.ok(figures > 0, 'no figure was held against the count');
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  assert.ok(faults.length === 0, faults.join('\n'));
  const left = [...TOOL_TABLE.keys()].filter((tool) => !asked.has(tool));
  assert.deepEqual(left, [], 'tools that nobody asked');
}
