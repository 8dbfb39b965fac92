import type { AnySource, KnownContext, SeenWindow } from '../../ports/drops.ts';
import { createBoundedCache } from '../../values/bounded_cache.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { playersDisagree } from '../../values/estimates/disagreement.ts';
import { estimateRate, type RateEstimate } from '../../values/estimates/estimate_rate.ts';
import {
  type CountedObservation,
  countEqual,
  createLikelihoods,
  type OddShare,
  oddShareFor,
} from '../../values/estimates/likelihood.ts';
import type { RateWeights } from '../../values/estimates/model.ts';
import type { EstimatedRate, QuestWindows, RateBasis, RateChange } from '../../values/rates.ts';
import { sumOf } from '../../values/sum_of.ts';
import { readCount, weighWitness } from '../../values/witnesses.ts';
import { byNumber } from './order.ts';
import { createTimeline, SPLIT_WINDOWS_MIN, type Timeline } from './rate_change.ts';
import {
  addToCount,
  createWindowCount,
  type KnownLoot,
  type LootSums,
  lootBefore,
  totalsOf,
  type WindowCount,
  type WindowTotals,
} from './window_counts.ts';

/** Estimates the rate of a pair of source and item with the instance's weights. */
export type RateEstimator = (counted: readonly CountedObservation[], oddShare?: OddShare) => RateEstimate;

/** Likelihoods do not depend on weights, so all estimators share them. */
const likelihoodOf = createLikelihoods();

/** Size of the cache of estimates. It helps because many rare items of a source have equal observations. */
const CACHE_BYTES = 8_000_000;

export function createRateEstimator(weights: RateWeights): RateEstimator {
  const cache = createBoundedCache<RateEstimate>(CACHE_BYTES);
  return (counted, oddShare = oddShareFor(counted)) => {
    const key = `${oddShare}:${counted.join(';')}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const estimate = estimateRate(counted, weights, likelihoodOf, oddShare);
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

/** Quests for which the client marks each item as a quest item, by item. */
export type QuestsByItem = ReadonlyMap<number, readonly number[]>;

/**
 * Adds up the windows of one source and estimates the rates of its items (contract, section 3, Drops). `questsOf` has
 * the quests that may count for the source's items.
 */
export function createSourceRates(source: AnySource, questsOf: QuestsByItem, { estimateOf, day, onceOnly }: RateRules) {
  const quests = [...new Set([...questsOf.values()].flat())];
  /** Installs that sent nothing on the day, and the others: their windows before it, and all their windows. */
  const [early, cut, late] = [createLootCounts(quests), createLootCounts(quests), createLootCounts(quests)];
  const installs: InstallWindows[] = [];
  let sets: { readonly before: WindowSet; readonly all: WindowSet } | null = null;

  const windowSets = () => {
    sets ??= {
      before: createWindowSet([early, cut], questsOf, installs, day),
      all: createWindowSet([early, late], questsOf, installs, Infinity),
    };
    return sets;
  };

  /**
   * Returns the windows of an item's estimate: those before the day, so that it changes once a day, or all windows if
   * the source became public, the item first dropped or the source grew by more than a tenth since.
   */
  const windowsOf = (itemId: number): WindowSet => {
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
          const older = lootBefore(loot, day);
          if (older !== null) addToLootCounts(cut, older);
        }
      }
    },
    /** Returns the figures of all windows. */
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
        sameDay.isOnce === (once !== null);
      if (isSame) return sameDay;
      const mayChange = inside.windows >= SPLIT_WINDOWS_MIN;
      const timeline = mayChange || once !== null ? windows.timeline(basis, true, once) : null;
      const whole =
        once === null ? inside.observations(itemId) : countEqual(timeline!.sidesOf(itemId, -Infinity).newer);
      // All windows decide, or both sides of a change might have different shares.
      const oddShare = oddShareFor(whole);
      const changed = mayChange ? findChange(timeline!, itemId, (some) => estimateOf(some, oddShare)) : null;
      const since = changed?.since ?? -Infinity;
      const isPart = changed !== null || once !== null;
      const counted = changed === null ? whole : countEqual(timeline!.sidesOf(itemId, since).newer);
      const found = estimateOf(counted, oddShare);
      const counterpart = (): readonly CountedObservation[] =>
        isPart
          ? countEqual(windows.timeline(basis, false, once).sidesOf(itemId, since).newer)
          : outside!.observations(itemId);
      const differsOutside =
        outside !== null &&
        isCorroborated(outside.reporters) &&
        isContradicted(found, counterpart(), basis.name, estimateOf);
      return {
        estimate: rounded(found.estimate, 6),
        estimateLow: rounded(found.low, 6),
        estimateHigh: rounded(found.high, 6),
        effectiveWindows: rounded(found.effectiveWindows, 1),
        basis: basis.name,
        quest: basis.quest,
        isAlways: found.isAlways,
        isForSome: found.isForSome,
        isOnce: once !== null,
        changed,
        disagrees: differsOutside || playersDisagree(counted, `${source.type}:${source.id}:${itemId}`),
      };
    },
  };
}

/**
 * Returns the day since which an item drops at another rate, or null. Tries only the day whose sides differ most. The
 * rate changed if the ranges from 1% to 99% of both sides do not meet.
 */
function findChange(timeline: Timeline, itemId: number, estimateOf: RateEstimator): RateChange | null {
  const split = timeline.splitOf(itemId);
  if (split === null) return null;
  const [before, after] = [estimateOf(countEqual(split.older)), estimateOf(countEqual(split.newer))];
  if (before.lowest <= after.highest && after.lowest <= before.highest) return null;
  return { since: split.since, before: rounded(before.estimate, 6), after: rounded(after.estimate, 6) };
}

/**
 * Whether the windows outside of the basis contradict the estimate. Players without a quest find its item more rarely,
 * so under `quest` only a higher rate does.
 */
function isContradicted(
  inside: RateEstimate,
  counted: readonly CountedObservation[],
  basis: RateBasis,
  estimateOf: RateEstimator,
): boolean {
  if (!isCorroborated(sumOf(counted.map(([, times]) => times)))) return false;
  const outside = estimateOf(counted);
  return outside.low > inside.high || (basis !== 'quest' && outside.high < inside.low);
}

function rounded(number: number, decimals: number): number {
  return Number(number.toFixed(decimals));
}

/** The windows of one install, to be unpacked when a rule looks at their order. */
type InstallWindows = Pick<KnownLoot, 'installN' | 'known' | 'windowsInTime'>;

/** With fewer solo windows, an estimate uses the windows of groups as well. */
const SOLO_WINDOWS_MIN = 30;

/** The windows on which an estimate is based, and all others, or null if it uses all. */
interface Basis {
  readonly name: RateBasis;
  readonly quest: QuestWindows | null;
  readonly isIn: (context: KnownContext) => boolean;
  readonly inside: WindowTotals;
  readonly outside: WindowTotals | null;
}

type WindowSet = ReturnType<typeof createWindowSet>;

/** Chooses the basis of estimates from windows received before `untilDay`. */
function createWindowSet(
  parts: readonly LootCounts[],
  questsOf: QuestsByItem,
  installs: readonly InstallWindows[],
  untilDay: number,
) {
  const all = totalsOf(parts.map((part) => part.all));
  const splitTotals = (splitOf: (part: LootCounts) => SplitCount) => ({
    inside: totalsOf(parts.map((part) => splitOf(part).inside)),
    outside: totalsOf(parts.map((part) => splitOf(part).outside)),
  });
  const solo = { ...splitTotals((part) => part.solo), isIn: isSolo };
  const isMostlySolo =
    solo.inside.windows >= SOLO_WINDOWS_MIN &&
    isCorroborated(solo.inside.reporters) &&
    2 * solo.inside.reporters >= all.reporters;
  const usual: Basis = isMostlySolo
    ? { name: 'solo', quest: null, ...solo }
    : { name: 'all', quest: null, isIn: () => true, inside: all, outside: null };
  const timelines = new Map<string, Timeline>();

  /**
   * Returns the windows of players who had the item's quest. It counts if three installs, and half of all that saw the
   * item, saw the mark while they had the quest, so that a few cannot replace what all others saw. Of several such
   * quests, takes the one that most installs had, and the lowest id of those.
   */
  const questBasis = (itemId: number): Basis | null => {
    let most: Basis | null = null;
    for (const questId of (questsOf.get(itemId) ?? []).toSorted(byNumber)) {
      const marked = readCount(sumOf(parts.map(({ markers }) => markers.get(`${itemId}:${questId}`) ?? 0)));
      if (!isCorroborated(marked) || 2 * marked < all.seers(itemId)) continue;
      const split = splitTotals((part) => part.quests.get(questId)!);
      const { windows: kills, reporters } = split.inside;
      if (most !== null && reporters <= most.inside.reporters) continue;
      const found = { drops: split.inside.drops(itemId), installs: split.inside.seers(itemId) };
      most = { name: 'quest', quest: { questId, kills, ...found, reporters }, isIn: hasQuest(questId), ...split };
    }
    return most;
  };

  return {
    all,
    basisOf: (itemId: number): Basis => questBasis(itemId) ?? usual,
    /**
     * Returns the windows inside or outside of a basis by day. If `once` is an item, of each install only those up to the
     * first that held it.
     */
    timeline: ({ name, quest, isIn }: Basis, inside: boolean, once: number | null): Timeline => {
      const key = `${name}:${quest?.questId}:${inside}:${once}`;
      let timeline = timelines.get(key);
      if (timeline === undefined) {
        const isSeen = ({ receivedDay }: SeenWindow, context: KnownContext): boolean =>
          receivedDay < untilDay && isIn(context) === inside;
        timeline = createTimeline(windowsOfInstalls(installs, isSeen, once));
        timelines.set(key, timeline);
      }
      return timeline;
    },
  };
}

/** Yields the windows of each install that count, in order of time. */
function* windowsOfInstalls(
  installs: readonly InstallWindows[],
  isSeen: (window: SeenWindow, context: KnownContext) => boolean,
  once: number | null,
): Generator<readonly [installN: number, windows: readonly SeenWindow[]]> {
  for (const { installN, known, windowsInTime } of installs) {
    const seen = windowsInTime().filter((window) => isSeen(window, known[window.context]!));
    const first = once === null ? -1 : seen.findIndex(({ itemIds }) => itemIds.includes(once));
    yield [installN, first === -1 ? seen : seen.slice(0, first + 1)];
  }
}

/** Windows in some contexts, and those in all others. */
interface SplitCount {
  readonly inside: WindowCount;
  readonly outside: WindowCount;
}

/** Counts of all windows, and of the windows inside and outside of each possible basis. */
interface LootCounts {
  readonly all: WindowCount;
  readonly solo: SplitCount;
  readonly quests: ReadonlyMap<number, SplitCount>;
  /** Stored counts of the installs that saw an item marked for a quest that they had, by `item:quest`. */
  readonly markers: Map<string, number>;
}

function createLootCounts(questIds: readonly number[]): LootCounts {
  const split = (): SplitCount => ({ inside: createWindowCount(), outside: createWindowCount() });
  const quests = new Map(questIds.map((questId) => [questId, split()] as const));
  return { all: createWindowCount(), solo: split(), quests, markers: new Map() };
}

function addToLootCounts({ all, solo, quests, markers }: LootCounts, loot: LootSums): void {
  addToCount(all, loot, null);
  addToSplit(solo, loot, isSolo);
  for (const [questId, count] of quests) addToSplit(count, loot, hasQuest(questId));
  for (const { itemId, marked } of loot.items) {
    for (const questId of marked) {
      if (!quests.has(questId)) continue;
      const key = `${itemId}:${questId}`;
      markers.set(key, (markers.get(key) ?? 0) + weighWitness(loot.installN));
    }
  }
}

function addToSplit({ inside, outside }: SplitCount, loot: LootSums, isIn: (context: KnownContext) => boolean): void {
  const isInside = loot.known.map(isIn);
  addToCount(inside, loot, isInside);
  addToCount(
    outside,
    loot,
    isInside.map((is) => !is),
  );
}

function isSolo(context: KnownContext): boolean {
  return context.isSolo;
}

function hasQuest(questId: number): (context: KnownContext) => boolean {
  return ({ questIds }) => questIds.includes(questId);
}
