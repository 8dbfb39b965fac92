import { type Locale, USUAL_LOCALE } from '../values/language.ts';
import { achievements } from './achievements.ts';
import { collections } from './collections.ts';
import type { ClaimTraits } from './counting/claims.ts';
import type { ClaimFamily, FactOf, Family } from './counting/family.ts';
import { OTHER_RULES } from './counting/rules.ts';
import { coverage } from './coverage.ts';
import { drops } from './drops.ts';
import { edges } from './edges.ts';
import { gold_ledgers } from './gold_ledgers.ts';
import { guild_boards } from './guild_boards.ts';
import { items } from './items.ts';
import { maps } from './maps.ts';
import { market } from './market.ts';
import { npcs } from './npcs.ts';
import { pins } from './pins.ts';
import { population } from './population.ts';
import { quest_chains } from './quest_chains.ts';
import { quests } from './quests.ts';
import { realms } from './realms.ts';
import { recipe_ranges } from './recipe_ranges.ts';
import { recipes } from './recipes.ts';
import { reputations } from './reputations.ts';
import { talents } from './talents.ts';
import { titles } from './titles.ts';
import { trainer_services } from './trainer_services.ts';
import { vendor_goods } from './vendor_goods.ts';
import { vendor_prices } from './vendor_prices.ts';

/** Every fact family by its name, in the order in which a snapshot states them. */
export const families = {
  drops,
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
  market,
  coverage,
} as const;

/** The facts of each family, by its name. */
export type Facts = { readonly [K in keyof typeof families]: FactOf<(typeof families)[K]> };

export const FAMILIES: readonly Family[] = Object.values(families);

function isOfClaims(family: Family): family is ClaimFamily {
  return family.shape !== 'windows' && family.shape !== 'scans';
}

/** Those whose facts are made of claims. */
export const CLAIM_FAMILIES: readonly ClaimFamily[] = FAMILIES.filter(isOfClaims);

/**
 * The version of every family's rules, and of those by which the feed, the knowledge base and the mentions are made. A
 * snapshot database built by other versions holds figures of other rules, so it is built afresh.
 */
export const RULE_VERSIONS: Readonly<Record<string, number>> = Object.fromEntries(
  [...OTHER_RULES, ...FAMILIES].map(({ name, version }) => [name, version]),
);

/** What stands before the language among the rules of a snapshot database; the usual language is not named. */
export const LANGUAGE_RULE = 'language:';

/** What stands before the days after which an install counts as a witness; where each does at once nothing is named. */
export const AGE_RULE = 'install-age:';

/** Stands among the rules where the networks of witnesses are looked at. */
export const NETWORK_RULE = 'witness-networks';

/** What an operator asks of witnesses: days since they began, and from how many networks any three come. */
export interface WitnessRules {
  readonly installAgeDays: number;
  readonly witnessNetworks: number;
}

const USUAL_WITNESSES: WitnessRules = { installAgeDays: 0, witnessNetworks: 1 };

/**
 * The rules of a snapshot database that shows names in this language first, and counts witnesses by these rules. Others
 * have it built afresh, too, but as long as that takes the one before is answered: readers need
 * not wait (adapters/libsql/snapshot/origin.ts).
 */
export function rulesIn(
  locale: Locale,
  { installAgeDays, witnessNetworks }: WitnessRules = USUAL_WITNESSES,
): Readonly<Record<string, number>> {
  return {
    ...RULE_VERSIONS,
    ...(locale === USUAL_LOCALE ? {} : { [`${LANGUAGE_RULE}${locale}`]: 1 }),
    ...(installAgeDays === 0 ? {} : { [`${AGE_RULE}${installAgeDays}`]: 1 }),
    // How many is judged as installs come in: what was judged by another number stands.
    ...(witnessNetworks === 1 ? {} : { [NETWORK_RULE]: 1 }),
  };
}

/** What the evidence store has to know of each family. */
export const CLAIM_TRAITS: ReadonlyMap<string, ClaimTraits> = new Map(
  CLAIM_FAMILIES.map((family) => [
    family.name,
    { shape: family.shape, dated: family.shape === 'tallied' && family.dated },
  ]),
);
