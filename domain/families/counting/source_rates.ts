import type { EstimatedRate } from '../../../schema/response_fields.ts';
import type { AnySource } from '../../ports/drops.ts';
import { createBoundedCache } from '../../values/bounded_cache.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { hasDisagreement } from '../../values/estimates/disagreement.ts';
import { estimateRate, type RateEstimate } from '../../values/estimates/estimate_rate.ts';
import {
  type CountedObservation,
  chooseOddShare,
  countObservations,
  createLikelihoods,
  type OddShare,
} from '../../values/estimates/likelihood.ts';
import type { RateWeights } from '../../values/estimates/model.ts';
import { formatDayNumber } from '../../values/instant.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import {
  addToLootCounts,
  createLootCounts,
  createWindowSelection,
  type InstallWindows,
  type QuestsByItem,
  type WindowSelection,
} from './rate_basis.ts';
import { type RateTimeline, SPLIT_WINDOWS_MIN } from './rate_change.ts';
import { type KnownLoot, sumLootUntilDay, type WindowTotals } from './window_counts.ts';

/**
 * Version of the rules of rates, also for gathering. Increment it whenever they change or rates get another field, so that
 * every instance computes all rates again.
 */
export const RATES_VERSION = 7;

/** Estimates the rate of a pair of source and item with the instance's weights. */
export type RateEstimator = (counted: readonly CountedObservation[], oddShare?: OddShare) => RateEstimate;

/** Likelihoods do not depend on weights, so all estimators share them. */
const computeLikelihood = createLikelihoods();

/** Size of the cache of estimates. It helps because many rare items of a source have equal observations. */
const RATE_CACHE_BYTES = 8_000_000;

export function createRateEstimator(weights: RateWeights): RateEstimator {
  const cache = createBoundedCache<RateEstimate>(RATE_CACHE_BYTES);
  return (counted, oddShare = chooseOddShare(counted)) => {
    const key = `${oddShare}:${counted.join(';')}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const estimate = estimateRate(counted, weights, computeLikelihood, oddShare);
    cache.set(key, estimate, 80);
    return estimate;
  };
}

/** The estimator, and the rules that choose its windows. */
export interface RateRules {
  readonly estimateOf: RateEstimator;
  /** The UTC day of dataAsOf, in days since 1970. Most estimates use the windows received before it. */
  readonly day: number;
  /** Items that stop dropping for players who have one. */
  readonly onceOnly: ReadonlySet<number>;
}

/**
 * Adds up the windows of one source and estimates the rates of its items (contract, section 3, Drops). `questsOf` has
 * the quests that may count for the source's items.
 */
export function createSourceRates(source: AnySource, questsOf: QuestsByItem, { estimateOf, day, onceOnly }: RateRules) {
  const quests = [...new Set([...questsOf.values()].flat())];
  /** Installs that sent nothing on the day, and the others: their windows before it, and all their windows. */
  const [early, cut, late] = [createLootCounts(quests), createLootCounts(quests), createLootCounts(quests)];
  const installs: InstallWindows[] = [];
  let sets: { readonly before: WindowSelection; readonly all: WindowSelection } | null = null;

  const windowSets = () => {
    sets ??= {
      before: createWindowSelection([early, cut], questsOf, installs, day),
      all: createWindowSelection([early, late], questsOf, installs, Infinity),
    };
    return sets;
  };

  /**
   * Returns the windows of an item's estimate: those before the day, so that it changes once a day, or all windows if
   * the source became public, the item first dropped or the source grew by more than a tenth since.
   */
  const windowsOf = (itemId: number): WindowSelection => {
    const { before, all } = windowSets();
    const grown = all.all.windows - before.all.windows;
    const usesAll = !isCorroborated(before.all.reporters) || 10 * grown > before.all.windows;
    return usesAll || before.all.drops(itemId) === 0 ? all : before;
  };

  return {
    add: (loots: readonly KnownLoot[]): void => {
      for (const loot of loots) {
        const { installN, known, windowsInTime } = loot;
        installs.push({ installN, known, windowsInTime });
        if (loot.receivedDay < day) addToLootCounts(early, loot);
        else {
          addToLootCounts(late, loot);
          const older = sumLootUntilDay(loot, day);
          if (older !== null) addToLootCounts(cut, older);
        }
      }
    },
    totals: (): WindowTotals => windowSets().all.all,
    /**
     * Returns the rate of an item that was seen in at least one window. `sameDay` is the rate as estimated earlier from
     * the same windows before the day, if it was. It is returned if the same of these windows decide again.
     */
    rateOf: (itemId: number, sameDay: EstimatedRate | null): EstimatedRate => {
      const windows = windowsOf(itemId);
      const basis = windows.basisOf(itemId);
      const { inside, outside } = basis;
      const once = onceOnly.has(itemId) ? itemId : null;
      const isSame =
        windows === windowSets().before &&
        sameDay?.basis === basis.name &&
        sameDay.quest?.questId === basis.quest?.questId &&
        (sameDay.obtainable === 'once') === (once !== null);
      if (isSame) return sameDay;
      const mayChange = inside.windows >= SPLIT_WINDOWS_MIN;
      const timeline = mayChange || once !== null ? windows.timeline(basis, true, once) : null;
      const whole =
        once === null ? inside.observations(itemId) : countObservations(timeline!.sidesOf(itemId, -Infinity).newer);
      // All windows decide, or both sides of a change might have different shares.
      const oddShare = chooseOddShare(whole);
      const changed = mayChange ? findRateChange(timeline!, itemId, (some) => estimateOf(some, oddShare)) : null;
      const since = changed?.since ?? -Infinity;
      const isPart = changed !== null || once !== null;
      const counted = changed === null ? whole : countObservations(timeline!.sidesOf(itemId, since).newer);
      const found = estimateOf(counted, oddShare);
      const counterpart = (): readonly CountedObservation[] =>
        isPart
          ? countObservations(windows.timeline(basis, false, once).sidesOf(itemId, since).newer)
          : outside!.observations(itemId);
      const differsOutside =
        outside !== null &&
        isCorroborated(outside.reporters) &&
        isRateContradicted(found, counterpart(), basis.name, estimateOf);
      const rate: EstimatedRate = {
        estimate: roundDecimals(found.estimate, 6),
        estimateLow: roundDecimals(found.low, 6),
        estimateHigh: roundDecimals(found.high, 6),
        effectiveWindows: roundDecimals(found.effectiveWindows, 1),
        basis: basis.name,
      };
      if (basis.quest !== null) rate.quest = basis.quest;
      if (found.isAlways) rate.always = true;
      if (once !== null || found.isForSome) rate.obtainable = once === null ? 'some' : 'once';
      if (changed !== null) rate.changed = { ...changed, since: formatDayNumber(changed.since) };
      if (differsOutside || hasDisagreement(counted, `${source.type}:${source.id}:${itemId}`)) rate.disagrees = true;
      return rate;
    },
  };
}

/**
 * Returns the day since which an item drops at another rate, or null. Tries only the day whose sides differ most. The
 * rate changed if the ranges from 1% to 99% of both sides do not meet.
 */
function findRateChange(timeline: RateTimeline, itemId: number, estimateOf: RateEstimator) {
  const split = timeline.splitOf(itemId);
  if (split === null) return null;
  const [before, after] = [estimateOf(countObservations(split.older)), estimateOf(countObservations(split.newer))];
  if (before.lowest <= after.highest && after.lowest <= before.highest) return null;
  return { since: split.since, before: roundDecimals(before.estimate, 6), after: roundDecimals(after.estimate, 6) };
}

/**
 * Whether the windows outside of the basis contradict the estimate. Players without a quest find its item more rarely,
 * so under `quest` only a higher rate does.
 */
function isRateContradicted(
  inside: RateEstimate,
  counted: readonly CountedObservation[],
  basis: EstimatedRate['basis'],
  estimateOf: RateEstimator,
): boolean {
  if (!isCorroborated(sumNumbers(counted.map(([, times]) => times)))) return false;
  const outside = estimateOf(counted);
  return outside.low > inside.high || (basis !== 'quest' && outside.high < inside.low);
}

function roundDecimals(number: number, decimals: number): number {
  return Number(number.toFixed(decimals));
}
