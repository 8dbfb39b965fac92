import type { families } from '../families/mod.ts';
import type { InstallLoot, Source } from '../ports/drops.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { logChanceOfHits, logChanceOfRanks, rankOf } from '../values/rank_test.ts';
import { readCount, weighWitness } from '../values/witnesses.ts';

/** The evidence in which installs are compared. `installN` is a witness number (domain/values/witnesses.ts). */
export interface ComparedEvidence {
  /** All public sources. */
  sources(): AsyncIterable<Source>;
  /** The installs that looted a source, each once with all of its windows, a limited number at a time. */
  looters(source: Source): AsyncIterable<readonly InstallLoot[]>;
  /** The votes of every install on subjects of COMPARED_FAMILIES on which the others agree (OTHERS_AGREE). */
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
export const OTHERS_AGREE = 3 / 4;

/** One drop on which an install differs from the others. */
export interface DropExample {
  readonly rank: number;
  readonly source: Source;
  readonly itemId: number;
  readonly windows: number;
  readonly drops: number;
  readonly othersWindows: number;
  readonly othersDrops: number;
}

/** The drops of one install compared with the others' at the same sources. */
export interface LootScore {
  /** Number of pairs of a public source and an item that three installs saw there. */
  readonly pairs: number;
  readonly sources: number;
  /** Number of pairs on which the install is higher, or lower, than 95% of installs would be by chance. */
  readonly high: number;
  readonly low: number;
  /** Sum of the ranks (domain/values/rank_test.ts), and of 2·|rank| - 1. */
  readonly ranks: number;
  readonly distances: number;
  /** The pair whose rank is farthest from the middle. */
  readonly example: DropExample | null;
}

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
export const SUBJECTS_MIN = 10;

/** The chance that any honest install is listed. It is divided among all installs and the four ways to differ. */
const CHANCE = 0.001;
const WAYS = 4;

/** Honest installs may vote for an outdated or mistaken value on this share of subjects. */
const HONEST_MISTAKES = 0.05;

/** Minimum mean rank of a listed install. Small biases, however sure, are no reason to list anyone. */
const MEAN_RANK_MIN = 0.5;

/** Maximum number of times that the evidence is read to set outliers apart. */
const ROUNDS_MAX = 12;

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
 * `CHANCE` among all installs and tests. Items of one source are not quite independent; the condition that the mean rank
 * is far from the middle (MEAN_RANK_MIN) covers this and other small biases.
 *
 * One strong liar also makes the honest ones look different from the rest. So the install that differs most is set
 * apart, with those that differ nearly as much, and the others are compared without it, until nobody else differs.
 * Then all are compared with those that were not set apart. This works as long as liars are fewer than honest installs
 * at most sources.
 *
 * Votes: counts the subjects on which an install reports another value than nearly all others (OTHERS_AGREE). The test
 * is binomial, with `HONEST_MISTAKES` as the chance of a mistake.
 */
export async function findOutliers(evidence: ComparedEvidence): Promise<OutlierReport> {
  const votes = await evidence.votes();
  const apart = new Set<number>();
  for (let round = 1; ; round++) {
    const scores = await scoreLoot(evidence, apart);
    const judged = judge(scores, votes);
    const next = judged.outliers.filter(({ installN, loot }) => loot !== null && !apart.has(installN));
    if (next.length === 0 || round === ROUNDS_MAX) return judged;
    const most = Math.max(...next.map(({ loot }) => distanceOf(loot!)));
    for (const { installN, loot } of next) if (distanceOf(loot!) >= NEARLY * most) apart.add(installN);
  }
}

/** Installs that differ this much of what the most different one does are set apart together with it. */
const NEARLY = 0.9;

function distanceOf({ pairs, ranks, distances }: LootScore): number {
  return Math.max(Math.abs(ranks), distances) / pairs;
}

function judge(scores: ReadonlyMap<number, LootScore>, votes: ReadonlyMap<number, VoteScore>): OutlierReport {
  const lootJudged = [...scores].filter(([, { pairs }]) => pairs >= SUBJECTS_MIN);
  const votesJudged = [...votes].filter(([, { subjects }]) => subjects >= SUBJECTS_MIN);
  const compared = new Set([...lootJudged, ...votesJudged].map(([installN]) => installN));
  const limit = Math.log(CHANCE / (WAYS * compared.size));
  const outliers = new Map<number, Outlier & { readonly logChance: number }>();
  for (const [installN, score] of lootJudged) {
    const { side, logChance } = sideOf(score);
    if (logChance < limit) outliers.set(installN, { installN, loot: { ...score, side }, votes: null, logChance });
  }
  for (const [installN, score] of votesJudged) {
    const logChance = logChanceOfHits(score.differing, score.subjects, HONEST_MISTAKES);
    if (score.differing < SUBJECTS_MIN || logChance >= limit) continue;
    const known = outliers.get(installN) ?? { loot: null, logChance: 0 };
    outliers.set(installN, { ...known, installN, votes: score, logChance: Math.min(known.logChance, logChance) });
  }
  const sorted = [...outliers.values()].sort((a, b) => a.logChance - b.logChance || a.installN - b.installN);
  return { compared: compared.size, outliers: sorted.map(({ logChance: _, ...outlier }) => outlier) };
}

/** Returns the side on which chance explains the score least, with the logarithm of that chance. */
function sideOf({ pairs, ranks, distances }: LootScore) {
  const sums = { high: ranks, low: -ranks, both: distances };
  return (['high', 'low', 'both'] as const)
    .map((side) => ({
      side,
      logChance: sums[side] < MEAN_RANK_MIN * pairs ? 0 : logChanceOfRanks(sums[side], pairs),
    }))
    .reduce((least, one) => (one.logChance < least.logChance ? one : least));
}

type MutableScore = { -readonly [K in keyof LootScore]: LootScore[K] };

/** Compares every install with the others, except for those set apart, on all pairs. */
async function scoreLoot(
  evidence: ComparedEvidence,
  apart: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LootScore>> {
  const scores = new Map<number, MutableScore>();
  for await (const source of evidence.sources()) {
    const pool = createPool(source, apart);
    const pages: (readonly InstallLoot[])[] = [];
    for await (const installs of evidence.looters(source)) {
      for (const one of installs) pool.add(one);
      // Few sources are so large that they have to be read again.
      if (pages.length < 2) pages.push(installs);
    }
    for await (const installs of pages.length < 2 ? pages : evidence.looters(source)) {
      for (const one of installs) pool.compare(one, scores);
    }
  }
  return scores;
}

/** The windows of a source by the installs that are not set apart, weighted. */
function createPool(source: Source, apart: ReadonlySet<number>) {
  const items = new Map<number, PooledItem>();
  let [pooled, weight, windows] = [0, 0, 0];
  let pairs: readonly (readonly [itemId: number, item: PooledItem])[] | null = null;

  const compareItem = (own: InstallLoot, drops: number, item: PooledItem): number => {
    const n = countedOf(own.windows);
    const ownWeight = apart.has(own.installN) ? 0 : weightOf(n);
    // An install without the drop is compared with the same figures as every other one with as many windows.
    const isCached = drops === 0 && ownWeight > 0;
    const cached = isCached ? item.ranksWithout[n] : undefined;
    if (cached !== undefined) return cached;
    const others = weight - ownWeight;
    const found = Math.max(0, item.found - ownWeight * (drops / own.windows));
    const mean = (0.5 + Math.min(found, others)) / (1 + others);
    const rank = rankOf(Math.round((drops * n) / own.windows), n, mean, CORRELATION + (1 - CORRELATION) / (others + 2));
    if (isCached) item.ranksWithout[n] = rank;
    return rank;
  };

  return {
    add: (one: InstallLoot): void => {
      const counts = !apart.has(one.installN);
      const own = counts ? weightOf(countedOf(one.windows)) : 0;
      if (counts) {
        pooled++;
        weight += own;
        windows += one.windows;
      }
      for (const { itemId, drops } of one.items) {
        const item = items.get(itemId) ?? { seers: 0, found: 0, drops: 0, ranksWithout: [] };
        items.set(itemId, item);
        item.seers += weighWitness(one.installN);
        item.found += own * (drops / one.windows);
        if (counts) item.drops += drops;
      }
    },
    /** Adds the ranks of an install's drops to its score. */
    compare: (own: InstallLoot, scores: Map<number, MutableScore>): void => {
      const isPooled = !apart.has(own.installN);
      if (pooled - Number(isPooled) < OTHERS_MIN) return;
      pairs ??= [...items].filter(([, { seers }]) => isCorroborated(readCount(seers)));
      if (pairs.length === 0) return;
      const score = scores.get(own.installN) ?? emptyScore();
      scores.set(own.installN, score);
      score.sources++;
      const drops = new Map(own.items.map((item) => [item.itemId, item.drops]));
      for (const [itemId, item] of pairs) {
        const ownDrops = drops.get(itemId) ?? 0;
        const rank = compareItem(own, ownDrops, item);
        addRank(score, rank);
        if (Math.abs(rank) <= Math.abs(score.example?.rank ?? 0)) continue;
        score.example = {
          rank,
          source,
          itemId,
          windows: own.windows,
          drops: ownDrops,
          othersWindows: windows - (isPooled ? own.windows : 0),
          othersDrops: item.drops - (isPooled ? ownDrops : 0),
        };
      }
    },
  };
}

interface PooledItem {
  /** Stored count of the installs that saw it (domain/values/witnesses.ts). */
  seers: number;
  /** Weighted number of windows with the item. */
  found: number;
  drops: number;
  /** Rank of an install without the drop, by its number of windows. */
  readonly ranksWithout: number[];
}

/** Correlation between two windows of one player: the strongest differences between honest players. */
const CORRELATION = 0.2;

/** Minimum number of others, so that a comparison says something. */
const OTHERS_MIN = 2;

/** More windows of one install add next to nothing, so they are scaled down to this number. */
const COUNTED_MAX = 64;

function countedOf(windows: number): number {
  return Math.min(windows, COUNTED_MAX);
}

/** The number of independent windows that this many windows of one player are worth. */
function weightOf(windows: number): number {
  return windows / (1 + (windows - 1) * CORRELATION);
}

/** Ranks above this, or below its negative, have a chance of 5%. */
const HIGH_RANK = 0.9;

function addRank(score: MutableScore, rank: number): void {
  score.pairs++;
  score.ranks += rank;
  score.distances += 2 * Math.abs(rank) - 1;
  if (rank > HIGH_RANK) score.high++;
  if (rank < -HIGH_RANK) score.low++;
}

function emptyScore(): MutableScore {
  return { pairs: 0, sources: 0, high: 0, low: 0, ranks: 0, distances: 0, example: null };
}
