import type { families } from '../families/mod.ts';
import { boundHitsChance, boundRankSumChance } from '../values/rank_test.ts';
import { type LootEvidence, type LootScore, scoreLoot } from './loot_scores.ts';

/** The evidence in which installs are compared. `installN` is a witness number (domain/values/witnesses.ts). */
export interface OutlierEvidence extends LootEvidence {
  /** The votes of every install on subjects of COMPARED_FAMILIES on which the others agree (AGREEING_OTHERS_SHARE). */
  votes(): Promise<ReadonlyMap<number, VoteScore>>;
}

/**
 * Families whose values are the same for all players of a language, so that a vote for another value is odd. Prices and
 * lessons depend on the player's reputation, and positions, relations and figures have no single value.
 */
export const COMPARED_FAMILIES: readonly string[] = [
  'items',
  'npcs',
  'quests',
  'recipes',
  'maps',
  'achievements',
  'reputations',
  'titles',
  'quest_chains',
] satisfies readonly (keyof typeof families)[];

/** The votes of one install compared with the others' on the same subjects. */
export interface VoteScore {
  /** Number of subjects on which at least three other installs, and most of them, report the same value. */
  readonly subjects: number;
  /** Number of these subjects on which this install reports another value. */
  readonly differing: number;
  /** Family, subject and field of one such value, or null if there is none. */
  readonly example: string | null;
}

/** The share of the other installs that must report the same value, so that a vote can differ from it. */
export const AGREEING_OTHERS_SHARE = 3 / 4;

/** An install that differs from the others on many subjects. */
export interface Outlier {
  readonly installN: number;
  /** Its drops, if they differ: `high` and `low` on most pairs, `both` if it is high on some and low on others. */
  readonly loot: (LootScore & { readonly side: 'high' | 'low' | 'both' }) | null;
  /** Its votes, if they differ. */
  readonly votes: VoteScore | null;
}

export interface OutlierReport {
  /** Number of installs that had enough in common with others to be compared. */
  readonly compared: number;
  /** The install that chance explains least comes first. */
  readonly outliers: readonly Outlier[];
}

/** Minimum number of pairs, or of subjects with other values, on which an install is judged. */
export const VOTED_SUBJECTS_MIN = 10;

/** The chance that any honest install is listed. It is divided among all installs and the four ways to differ. */
const OUTLIER_CHANCE_MAX = 0.001;
const TESTED_DEVIATIONS = 4;

/** Honest installs may vote for an outdated or mistaken value on this share of subjects. */
const HONEST_MISTAKE_RATE = 0.05;

/** Minimum mean rank of a listed install. Small biases, however sure, are no reason to list anyone. */
const MEAN_RANK_MIN = 0.5;

/** Maximum number of times that the evidence is read to set outliers apart. */
const OUTLIER_ROUNDS_MAX = 12;

/**
 * Finds installs that differ from all others on many subjects.
 *
 * Drops: each install is compared with the sum of the others (leave one out) on every pair of a public source and an
 * item that three installs saw there. Players differ honestly by quests, groups and luck, so an exact test of equal
 * chances (Fisher's) would list most of them. Instead each install has a rate of its own, beta-distributed around the
 * common one with the strongest correlation measured between honest players (docs/honesty.md); then an install is worth
 * at most five windows, however many it reports. The rank of its drops in this distribution is evenly spread if it is
 * like the others. The ranks over all pairs are added up, so that a single quest or lucky day says little, and a
 * consistent difference much. The chance of the sum is bounded by Chernoff's bound, and Bonferroni's correction divides
 * `OUTLIER_CHANCE_MAX` among all installs and tests. Items of one source are not quite independent; the condition that
 * the mean rank is far from the middle (MEAN_RANK_MIN) covers this and other small biases.
 *
 * One strong liar also makes the honest ones look different from the rest. So the install that differs most is set
 * apart, with those that differ nearly as much, and the others are compared without it, until nobody else differs. Then
 * all are compared with those that were not set apart. This works as long as liars are fewer than honest installs at
 * most sources.
 *
 * Votes: counts the subjects on which an install reports another value than nearly all others (AGREEING_OTHERS_SHARE).
 * The test is binomial, with `HONEST_MISTAKE_RATE` as the chance of a mistake.
 */
export async function findOutliers(evidence: OutlierEvidence): Promise<OutlierReport> {
  const votes = await evidence.votes();
  const apart = new Set<number>();
  for (let round = 1; ; round++) {
    const scores = await scoreLoot(evidence, apart);
    const judged = listOutliers(scores, votes);
    const next = judged.outliers.filter(({ installN, loot }) => loot !== null && !apart.has(installN));
    if (next.length === 0 || round === OUTLIER_ROUNDS_MAX) return judged;
    const most = Math.max(...next.map(({ loot }) => computeRankDistance(loot!)));
    for (const { installN, loot } of next) if (computeRankDistance(loot!) >= AGREEMENT_MIN * most) apart.add(installN);
  }
}

/** Installs that differ this much of what the most different one does are set apart together with it. */
const AGREEMENT_MIN = 0.9;

function computeRankDistance({ pairs, ranks, distances }: LootScore): number {
  return Math.max(Math.abs(ranks), distances) / pairs;
}

function listOutliers(scores: ReadonlyMap<number, LootScore>, votes: ReadonlyMap<number, VoteScore>): OutlierReport {
  const lootJudged = [...scores].filter(([, { pairs }]) => pairs >= VOTED_SUBJECTS_MIN);
  const votesJudged = [...votes].filter(([, { subjects }]) => subjects >= VOTED_SUBJECTS_MIN);
  const compared = new Set([...lootJudged, ...votesJudged].map(([installN]) => installN));
  const limit = Math.log(OUTLIER_CHANCE_MAX / (TESTED_DEVIATIONS * compared.size));
  const outliers = new Map<number, Outlier & { readonly logChance: number }>();
  for (const [installN, score] of lootJudged) {
    const { side, logChance } = findUnlikelySide(score);
    if (logChance < limit) outliers.set(installN, { installN, loot: { ...score, side }, votes: null, logChance });
  }
  for (const [installN, score] of votesJudged) {
    const logChance = boundHitsChance(score.differing, score.subjects, HONEST_MISTAKE_RATE);
    if (score.differing < VOTED_SUBJECTS_MIN || logChance >= limit) continue;
    const known = outliers.get(installN) ?? { loot: null, logChance: 0 };
    outliers.set(installN, { ...known, installN, votes: score, logChance: Math.min(known.logChance, logChance) });
  }
  const sorted = [...outliers.values()].sort((a, b) => a.logChance - b.logChance || a.installN - b.installN);
  return { compared: compared.size, outliers: sorted.map(({ logChance: _, ...outlier }) => outlier) };
}

/** Returns the side on which chance explains the score least, with the logarithm of that chance. */
function findUnlikelySide({ pairs, ranks, distances }: LootScore) {
  const sums = { high: ranks, low: -ranks, both: distances };
  return (['high', 'low', 'both'] as const)
    .map((side) => ({
      side,
      logChance: sums[side] < MEAN_RANK_MIN * pairs ? 0 : boundRankSumChance(sums[side], pairs),
    }))
    .reduce((least, one) => (one.logChance < least.logChance ? one : least));
}
