import type { AnySource, InstallLoot, LootContext } from '../ports/drops.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { computeRank } from '../values/rank_test.ts';
import { decodeCount, findWitnessUnit } from '../values/witnesses.ts';

/** The loot windows in which installs are compared. `installN` is a witness number (domain/values/witnesses.ts). */
export interface LootEvidence {
  sources(): AsyncIterable<AnySource>;
  /** The installs that looted a source, each once with all of its windows, a limited number at a time. */
  looters(source: AnySource): AsyncIterable<readonly InstallLoot<LootContext>[]>;
}

/** One drop on which an install differs from the others. */
export interface DropExample {
  readonly rank: number;
  readonly source: AnySource;
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

type MutableLootScore = { -readonly [K in keyof LootScore]: LootScore[K] };

/** Compares every install with the others, except for those set apart, on all pairs. */
export async function scoreLoot(
  evidence: LootEvidence,
  apart: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LootScore>> {
  const scores = new Map<number, MutableLootScore>();
  for await (const source of evidence.sources()) {
    const pool = createLootPool(source, apart);
    const pages: (readonly InstallLoot<LootContext>[])[] = [];
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
function createLootPool(source: AnySource, apart: ReadonlySet<number>) {
  const items = new Map<number, PooledItem>();
  let [pooled, weight, windows] = [0, 0, 0];
  let pairs: readonly (readonly [itemId: number, item: PooledItem])[] | null = null;

  const compareItem = (own: InstallLoot<LootContext>, drops: number, item: PooledItem): number => {
    const n = countIndependentWindows(own.windows);
    const ownWeight = apart.has(own.installN) ? 0 : computeWindowWeight(n);
    // An install without the drop is compared with the same figures as every other one with as many windows.
    const isCached = drops === 0 && ownWeight > 0;
    const cached = isCached ? item.ranksWithout[n] : undefined;
    if (cached !== undefined) return cached;
    const others = weight - ownWeight;
    const found = Math.max(0, item.found - ownWeight * (drops / own.windows));
    const mean = (0.5 + Math.min(found, others)) / (1 + others);
    const rank = computeRank(
      Math.round((drops * n) / own.windows),
      n,
      mean,
      ASSUMED_CORRELATION + (1 - ASSUMED_CORRELATION) / (others + 2),
    );
    if (isCached) item.ranksWithout[n] = rank;
    return rank;
  };

  return {
    add: (one: InstallLoot<LootContext>): void => {
      const counts = !apart.has(one.installN);
      const own = counts ? computeWindowWeight(countIndependentWindows(one.windows)) : 0;
      if (counts) {
        pooled++;
        weight += own;
        windows += one.windows;
      }
      for (const { itemId, drops } of one.items) {
        const item = items.get(itemId) ?? { seers: 0, found: 0, drops: 0, ranksWithout: [] };
        items.set(itemId, item);
        item.seers += findWitnessUnit(one.installN);
        item.found += own * (drops / one.windows);
        if (counts) item.drops += drops;
      }
    },
    /** Adds the ranks of an install's drops to its score. */
    compare: (own: InstallLoot<LootContext>, scores: Map<number, MutableLootScore>): void => {
      const isPooled = !apart.has(own.installN);
      if (pooled - Number(isPooled) < OTHER_LOOTERS_MIN) return;
      pairs ??= [...items].filter(([, { seers }]) => isCorroborated(decodeCount(seers)));
      if (pairs.length === 0) return;
      const score = scores.get(own.installN) ?? { ...EMPTY_LOOT_SCORE };
      scores.set(own.installN, score);
      score.sources++;
      const drops = new Map(own.items.map((item) => [item.itemId, item.drops]));
      for (const [itemId, item] of pairs) {
        const ownDrops = drops.get(itemId) ?? 0;
        const rank = compareItem(own, ownDrops, item);
        addRankToScore(score, rank);
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
const ASSUMED_CORRELATION = 0.2;

/** Minimum number of others, so that a comparison says something. */
const OTHER_LOOTERS_MIN = 2;

/** More windows of one install add next to nothing, so they are scaled down to this number. */
const SCORED_WINDOWS_MAX = 64;

function countIndependentWindows(windows: number): number {
  return Math.min(windows, SCORED_WINDOWS_MAX);
}

/** The number of independent windows that this many windows of one player are worth. */
function computeWindowWeight(windows: number): number {
  return windows / (1 + (windows - 1) * ASSUMED_CORRELATION);
}

/** Ranks above this, or below its negative, have a chance of 5%. */
const HIGH_RANK_MIN = 0.9;

function addRankToScore(score: MutableLootScore, rank: number): void {
  score.pairs++;
  score.ranks += rank;
  score.distances += 2 * Math.abs(rank) - 1;
  if (rank > HIGH_RANK_MIN) score.high++;
  if (rank < -HIGH_RANK_MIN) score.low++;
}

const EMPTY_LOOT_SCORE: LootScore = { pairs: 0, sources: 0, high: 0, low: 0, ranks: 0, distances: 0, example: null };
