import { GAMES, type Game } from '../../schema/vocabulary.ts';
import { DEFAULT_LOCALE, type Locale } from '../values/language.ts';
import { achievements } from './achievements.ts';
import { collections } from './collections.ts';
import type { ClaimRules } from './counting/claims.ts';
import type { ClaimFamily, FactOfFamily, Family } from './counting/family.ts';
import { coverage } from './coverage.ts';
import { drops } from './drops.ts';
import { edges } from './edges.ts';
import { gathering } from './gathering.ts';
import { gold_ledgers } from './gold_ledgers.ts';
import { guild_boards } from './guild_boards.ts';
import { items } from './items.ts';
import { map_cells } from './map_cells.ts';
import { maps } from './maps.ts';
import { market } from './market.ts';
import { npcs } from './npcs.ts';
import { object_pins } from './object_pins.ts';
import { objects } from './objects.ts';
import { pins } from './pins.ts';
import { population } from './population.ts';
import { quest_chains } from './quest_chains.ts';
import { quest_items } from './quest_items.ts';
import { quests } from './quests.ts';
import { realm_reporters } from './realm_reporters.ts';
import { realms } from './realms.ts';
import { recipe_ranges } from './recipe_ranges.ts';
import { recipes } from './recipes.ts';
import { reputations } from './reputations.ts';
import { talents } from './talents.ts';
import { titles } from './titles.ts';
import { trainer_services } from './trainer_services.ts';
import { vendor_goods } from './vendor_goods.ts';
import { vendor_prices } from './vendor_prices.ts';

/** Every fact family, keyed by name, in the order in which snapshots write them. */
export const families = {
  drops,
  gathering,
  items,
  npcs,
  objects,
  quests,
  quest_items,
  edges,
  pins,
  object_pins,
  map_cells,
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
  realm_reporters,
  population,
  talents,
  guild_boards,
  gold_ledgers,
  market,
  coverage,
} as const;

export type Facts = { readonly [K in keyof typeof families]: FactOfFamily<(typeof families)[K]> };

export const FAMILIES: readonly Family[] = Object.values(families);

function isClaimFamily(family: Family): family is ClaimFamily {
  return family.shape !== 'windows' && family.shape !== 'scans';
}

export const CLAIM_FAMILIES: readonly ClaimFamily[] = FAMILIES.filter(isClaimFamily);

/**
 * Rules that have no claims but affect a snapshot database. A new version of one of these causes a rebuild, just as a
 * new version of a family does.
 */
export const NON_FAMILY_RULES = [
  /** How feed rows are built (domain/snapshot/feed.ts) and stored, and which records count (counting_records.ts). */
  { name: 'feed', version: 8 },
  /** Names that the knowledge base reads from facts (domain/knowledge/named_things.ts), and how it ranks them. */
  { name: 'knowledge', version: 3 },
  /** Entities named in facts (domain/families/lookups/mentioned.ts), and the counts stored with lists. */
  { name: 'mentions', version: 1 },
] as const;

/** Versions of all rules. A snapshot database built with other versions is rebuilt. */
export const RULE_VERSIONS: Readonly<Record<string, number>> = Object.fromEntries(
  [...NON_FAMILY_RULES, ...FAMILIES].map(({ name, version }) => [name, version]),
);

/** Prefix of the rule naming the language of a snapshot database. The default language has no such rule. */
export const LANGUAGE_PREFIX = 'language:';

/** Prefix of the rule with the age in days at which installs become witnesses. Absent if no age is required. */
export const AGE_RULE = 'install-age:';

/** Present among the rules if witnesses must come from several networks. */
export const NETWORKS_RULE = 'witness-networks';

/** Prefix of the rule naming the game of a snapshot database. Absent while the game is not settled. */
export const GAME_PREFIX = 'game:';

/** Returns the game of a snapshot database with these rules, or null if it was not settled. */
export function findGameInRules(rules: Readonly<Record<string, number>>): Game | null {
  return GAMES.find((game) => `${GAME_PREFIX}${game}` in rules) ?? null;
}

/** Operator settings: the minimum age of a witness, and the minimum number of networks among any three witnesses. */
export interface WitnessRules {
  readonly installAgeDays: number;
  readonly witnessNetworks: number;
}

const DEFAULT_WITNESS_RULES: WitnessRules = { installAgeDays: 0, witnessNetworks: 1 };

/**
 * Returns the rules of a snapshot database with this language and these settings. Changing a setting causes a rebuild,
 * too, but the existing database is served until the rebuild is done (adapters/libsql/snapshot/origin.ts).
 */
export function listRuleVersions(
  locale: Locale,
  { installAgeDays, witnessNetworks }: WitnessRules = DEFAULT_WITNESS_RULES,
): Readonly<Record<string, number>> {
  return {
    ...RULE_VERSIONS,
    ...(locale === DEFAULT_LOCALE ? {} : { [`${LANGUAGE_PREFIX}${locale}`]: 1 }),
    ...(installAgeDays === 0 ? {} : { [`${AGE_RULE}${installAgeDays}`]: 1 }),
    // The number of networks is applied when an install first uploads. Changing it later does not affect installs that
    // were already judged.
    ...(witnessNetworks === 1 ? {} : { [NETWORKS_RULE]: 1 }),
  };
}

/** The traits of each claim family needed by the evidence store, keyed by family name. */
export const CLAIM_RULES: ReadonlyMap<string, ClaimRules> = new Map(
  CLAIM_FAMILIES.map((family) => [
    family.name,
    { shape: family.shape, dated: family.shape === 'tallied' && family.dated === true },
  ]),
);
