import type { KnownContext, Source, SourceLoot } from '../../ports/drops.ts';
import { createBoundedCache } from '../../values/bounded_cache.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { playersDisagree } from '../../values/estimates/disagreement.ts';
import { estimateRate, type RateEstimate } from '../../values/estimates/estimate_rate.ts';
import { type CountedObservation, createLikelihoods } from '../../values/estimates/likelihood.ts';
import type { RateWeights } from '../../values/estimates/model.ts';
import type { EstimatedRate, QuestWindows, RateBasis } from '../../values/rates.ts';
import { readCount, weighWitness } from '../../values/witnesses.ts';
import { byNumber } from './order.ts';

/** Estimates the rate of a pair of source and item with the instance's weights. */
export type RateEstimator = (counted: readonly CountedObservation[]) => RateEstimate;

/** Likelihoods do not depend on weights, so all estimators share them. */
const likelihoodOf = createLikelihoods();

/** Size of the cache of estimates. It helps because many rare items of a source have equal observations. */
const CACHE_BYTES = 8_000_000;

export function createRateEstimator(weights: RateWeights): RateEstimator {
  const cache = createBoundedCache<RateEstimate>(CACHE_BYTES);
  return (counted) => {
    const key = counted.join(';');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const estimate = estimateRate(counted, weights, likelihoodOf);
    cache.set(key, estimate, 64);
    return estimate;
  };
}

/** With fewer solo windows, an estimate uses the windows of groups as well. */
const SOLO_WINDOWS_MIN = 30;

/** Quests for which the client marks each item as a quest item, by item. */
export type QuestsByItem = ReadonlyMap<number, readonly number[]>;

/**
 * Adds up the windows of one source and estimates the rates of its items (contract, section 3, Drops). `questsOf` has
 * the quests that may count for the source's items.
 */
export function createSourceRates(source: Source, questsOf: QuestsByItem, estimateOf: RateEstimator) {
  const all = createWindowCount();
  const solo = createSplitCount();
  const quests = new Map([...questsOf.values()].flat().map((questId) => [questId, createSplitCount()] as const));
  /** Stored counts of the installs that saw an item marked for a quest that they had, by `item:quest`. */
  const markers = new Map<string, number>();

  /**
   * Returns the windows of players who had the item's quest. It counts if three installs, and half of all that saw the
   * item, saw the mark while they had the quest, so that a few cannot replace what all others saw. Of several such
   * quests, takes the one that most installs had, and the lowest id of those.
   */
  const questOf = (itemId: number): QuestWindows | null => {
    let most: QuestWindows | null = null;
    for (const questId of (questsOf.get(itemId) ?? []).toSorted(byNumber)) {
      const marked = readCount(markers.get(`${itemId}:${questId}`) ?? 0);
      if (!isCorroborated(marked) || 2 * marked < all.dropsOf(itemId).installs) continue;
      const { inside } = quests.get(questId)!;
      const found = { questId, kills: inside.windows(), ...inside.dropsOf(itemId), reporters: inside.reporters() };
      if (most === null || found.reporters > most.reporters) most = found;
    }
    return most;
  };

  const isSolo = (): boolean =>
    solo.inside.windows() >= SOLO_WINDOWS_MIN &&
    isCorroborated(solo.inside.reporters()) &&
    2 * solo.inside.reporters() >= all.reporters();

  return {
    add: (installs: SourceLoot['installs']): void => {
      for (const loot of installs) {
        all.add(loot, null);
        solo.add(loot, (context) => context.isSolo);
        for (const [questId, count] of quests) count.add(loot, ({ questIds }) => questIds.includes(questId));
        for (const { itemId, marked } of loot.items) {
          for (const questId of marked) {
            if (!quests.has(questId)) continue;
            const key = `${itemId}:${questId}`;
            markers.set(key, (markers.get(key) ?? 0) + weighWitness(loot.installN));
          }
        }
      }
    },
    /** Returns the rate of an item that was seen in at least one window. */
    rateOf: (itemId: number): EstimatedRate => {
      const quest = questOf(itemId);
      const [basis, split]: readonly [RateBasis, SplitCount | null] =
        quest !== null ? ['quest', quests.get(quest.questId)!] : isSolo() ? ['solo', solo] : ['all', null];
      const counted = (split?.inside ?? all).observations(itemId);
      const inside = estimateOf(counted);
      const { estimate, low, high, effectiveWindows, isAlways, isForSome } = inside;
      const differsOutside =
        split !== null &&
        isCorroborated(split.outside.reporters()) &&
        isApart(inside, estimateOf(split.outside.observations(itemId)), basis);
      return {
        estimate: rounded(estimate, 6),
        estimateLow: rounded(low, 6),
        estimateHigh: rounded(high, 6),
        effectiveWindows: rounded(effectiveWindows, 1),
        basis,
        quest,
        isAlways,
        isForSome,
        disagrees: differsOutside || playersDisagree(counted, `${source.type}:${source.id}:${itemId}`),
      };
    },
  };
}

/**
 * Whether the windows outside of the basis contradict the estimate. Players without a quest find its item more rarely,
 * so under `quest` only a higher rate does.
 */
function isApart(inside: RateEstimate, outside: RateEstimate, basis: RateBasis): boolean {
  return outside.low > inside.high || (basis !== 'quest' && outside.high < inside.low);
}

function rounded(number: number, decimals: number): number {
  return Number(number.toFixed(decimals));
}

type SplitCount = ReturnType<typeof createSplitCount>;

/** Counts the windows in some contexts and those in all others. */
function createSplitCount() {
  const [inside, outside] = [createWindowCount(), createWindowCount()];
  return {
    inside,
    outside,
    add: (loot: SourceLoot['installs'][number], isIn: (context: KnownContext) => boolean): void => {
      const isInside = loot.known.map(isIn);
      inside.add(loot, isInside);
      outside.add(
        loot,
        isInside.map((is) => !is),
      );
    },
  };
}

/** Counts windows and drops by install. Installs without any of these windows are left out. */
function createWindowCount() {
  let [windows, weight] = [0, 0];
  const byWindows = new Map<number, number>();
  const items = new Map<number, ItemCount>();
  return {
    /** Adds an install's windows in the contexts for which `isIn` is true, or in all contexts if it is null. */
    add: (
      { installN, windows: allWindows, windowsIn, items: found }: SourceLoot['installs'][number],
      isIn: readonly boolean[] | null,
    ): void => {
      const own = isIn === null ? allWindows : sumWhere(windowsIn, isIn);
      if (own === 0) return;
      windows += own;
      weight += weighWitness(installN);
      increment(byWindows, own);
      for (const { itemId, drops: allDrops, dropsIn } of found) {
        const drops = isIn === null ? allDrops : sumWhere(dropsIn, isIn);
        if (drops === 0) continue;
        let item = items.get(itemId);
        if (item === undefined) {
          item = { drops: 0, weight: 0, seen: new Map() };
          items.set(itemId, item);
        }
        item.drops += drops;
        item.weight += weighWitness(installN);
        increment(item.seen, own * KEY_STEP + drops);
      }
    },
    windows: () => windows,
    reporters: () => readCount(weight),
    dropsOf: (itemId: number): { readonly drops: number; readonly installs: number } => {
      const { drops, weight: seers } = items.get(itemId) ?? NO_DROPS;
      return { drops, installs: readCount(seers) };
    },
    /** Returns each install's windows and drops of an item, ordered like the result of `countEqual`. */
    observations: (itemId: number): readonly CountedObservation[] => {
      const without = new Map(byWindows);
      const counted: CountedObservation[] = [];
      for (const [key, times] of items.get(itemId)?.seen ?? []) {
        const own = Math.floor(key / KEY_STEP);
        counted.push([[own, key % KEY_STEP], times]);
        without.set(own, without.get(own)! - times);
      }
      for (const [own, times] of without) if (times > 0) counted.push([[own, 0], times]);
      return counted.sort(([[n, x]], [[m, y]]) => n - m || x - y);
    },
  };
}

interface ItemCount {
  drops: number;
  /** Stored count of the installs that saw it (domain/values/witnesses.ts). */
  weight: number;
  /** Number of installs by `windows * KEY_STEP + drops`. */
  readonly seen: Map<number, number>;
}

const NO_DROPS = { drops: 0, weight: 0 };

/** More than any install's windows on one source. */
const KEY_STEP = 2 ** 26;

function sumWhere(numbers: readonly number[], isIn: readonly boolean[]): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) if (isIn[i]!) sum += numbers[i]!;
  return sum;
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
