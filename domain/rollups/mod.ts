import { achievements } from './achievements.ts';
import type { RollupTraits } from './claims.ts';
import { collections } from './collections.ts';
import { DROPS_ROLLUP } from './drops.ts';
import { edges } from './edges.ts';
import { FEED_ROLLUP } from './feed.ts';
import { gold_ledgers } from './gold_ledgers.ts';
import { guild_boards } from './guild_boards.ts';
import { items } from './items.ts';
import { KNOWLEDGE_ROLLUP } from './knowledge.ts';
import { maps } from './maps.ts';
import { MARKET_ROLLUP } from './market.ts';
import { MENTIONS_ROLLUP } from './mentions.ts';
import { npcs } from './npcs.ts';
import { pins } from './pins.ts';
import { population } from './population.ts';
import { quest_chains } from './quest_chains.ts';
import { quests } from './quests.ts';
import { realms } from './realms.ts';
import { recipe_ranges } from './recipe_ranges.ts';
import { recipes } from './recipes.ts';
import { reputations } from './reputations.ts';
import type { Rollup } from './rollup.ts';
import { talents } from './talents.ts';
import { titles } from './titles.ts';
import { trainer_services } from './trainer_services.ts';
import { vendor_goods } from './vendor_goods.ts';
import { vendor_prices } from './vendor_prices.ts';

/** Every roll-up made of claims and facts, in the order in which a snapshot computes them. */
export const ROLLUP_LIST: readonly Rollup[] = [
  items,
  npcs,
  quests,
  edges,
  pins,
  vendor_goods,
  vendor_prices,
  trainer_services,
  recipes,
  recipe_ranges,
  maps,
  achievements,
  reputations,
  titles,
  quest_chains,
  collections,
  realms,
  population,
  talents,
  guild_boards,
  gold_ledgers,
];

/**
 * Every roll-up with the version of its rules, those that keep evidence of their own form (drops, market) among them,
 * the feed, and the knowledge base, which follows from the facts. A snapshot database built by other versions holds figures of other
 * rules, so it is built afresh (design, section 1).
 */
export const ROLLUPS: Readonly<Record<string, number>> = Object.fromEntries(
  [FEED_ROLLUP, DROPS_ROLLUP, MARKET_ROLLUP, KNOWLEDGE_ROLLUP, MENTIONS_ROLLUP, ...ROLLUP_LIST].map(
    ({ name, version }) => [name, version],
  ),
);

/** What the evidence store has to know of each roll-up. */
export const ROLLUP_TRAITS: ReadonlyMap<string, RollupTraits> = new Map(
  ROLLUP_LIST.map((rollup) => [
    rollup.name,
    { shape: rollup.shape, dated: rollup.shape === 'tallied' && rollup.dated },
  ]),
);
