import type { RATE_BASES } from '../../schema/vocabulary.ts';
import { dayText } from './instant.ts';

/** The loot windows on which an estimate is based: all, or only windows of lone players or of players on a quest. */
export type RateBasis = (typeof RATE_BASES)[number];

/** Windows of players who had the quest for which the client marks an item as a quest item. */
export interface QuestWindows {
  readonly questId: number;
  readonly kills: number;
  readonly drops: number;
  /** Number of installs that saw the drop, and of those that opened windows. */
  readonly installs: number;
  readonly reporters: number;
}

/** A day on which a rate changed, in days since 1970, and the estimates from the windows before it and since. */
export interface RateChange {
  readonly since: number;
  readonly before: number;
  readonly after: number;
}

/** An estimated drop rate (contract, section 3, Drops). Rates are from 0 to 1, with six decimals. */
export interface EstimatedRate {
  readonly estimate: number;
  readonly estimateLow: number;
  readonly estimateHigh: number;
  /** Number of independent windows that would tell as much, with one decimal. */
  readonly effectiveWindows: number;
  readonly basis: RateBasis;
  readonly quest: QuestWindows | null;
  /** True if the item has dropped in nearly every window, so that the rate is most likely exactly 1. */
  readonly isAlways: boolean;
  /** True if some players probably cannot get the item. The rate then applies to those who can. */
  readonly isForSome: boolean;
  /** True if the item stops dropping for players who have one. Windows after a player's first find do not count. */
  readonly isOnce: boolean;
  /** The change since which the estimate counts, or null if the rate has been the same as far as windows show. */
  readonly changed: RateChange | null;
  /** True if players' results differ more than chance explains. */
  readonly disagrees: boolean;
}

/**
 * Figures behind a drop rate: the windows opened on a source (`kills`), the windows that contained the item (`drops`),
 * the installs that opened windows (`reporters`), and the installs that saw the drop (`installs`).
 */
interface Figures {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topWindows: number;
}

/**
 * Returns the figures of a drop rate as answers have them: the counts with 95% bounds and the largest share of any
 * install, and the estimate (contract, section 3, Drops).
 */
export function pickFigures({ kills, drops, reporters, installs, topWindows, ...estimate }: Figures & EstimatedRate) {
  return {
    kills,
    drops,
    rate: drops / kills,
    ...wilson(drops, kills),
    reporters,
    installs,
    topShare: computeTopShare({ kills, topWindows }),
    ...pickEstimate(estimate),
  };
}

/** Returns the fields of an estimated rate as answers have them. Fields that do not apply are absent. */
export function pickEstimate(rate: EstimatedRate) {
  const { estimate, estimateLow, estimateHigh, effectiveWindows, basis, quest, isAlways, disagrees } = rate;
  const { isForSome, isOnce, changed } = rate;
  return {
    estimate,
    estimateLow,
    estimateHigh,
    effectiveWindows,
    basis,
    ...(quest !== null && { quest: questWindows(quest) }),
    ...(isAlways && { always: true as const }),
    ...((isOnce || isForSome) && { obtainable: isOnce ? ('once' as const) : ('some' as const) }),
    ...(changed !== null && { changed: { ...changed, since: dayText(changed.since) } }),
    ...(disagrees && { disagrees: true as const }),
  };
}

function questWindows({ questId, kills, drops, installs, reporters }: NonNullable<EstimatedRate['quest']>) {
  return { questId, kills, drops, rate: drops / kills, installs, reporters };
}

/** Returns the share of a source's windows opened by the install that opened the most. */
export function computeTopShare({ kills, topWindows }: Pick<Figures, 'kills' | 'topWindows'>): number {
  return topWindows / kills;
}

/** Returns the upper bound for the drop rate of any item from a source whose loot windows were all empty. */
export function zeroHigh(kills: number): number {
  return wilson(0, kills).high;
}

/** The 0.975 quantile of the normal distribution. It yields 95% intervals. */
const Z_95 = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Computes Wilson's score interval to six decimals (contract, section 3, Drops). `kills` must be at least 1. */
export function wilson(drops: number, kills: number): Interval {
  const rate = drops / kills;
  const spread = Z_95 * Math.sqrt((rate * (1 - rate)) / kills + (Z_95 * Z_95) / (4 * kills * kills));
  const centre = rate + (Z_95 * Z_95) / (2 * kills);
  const scale = 1 + (Z_95 * Z_95) / kills;
  return {
    low: drops === 0 ? 0 : roundToSixDecimals((centre - spread) / scale),
    high: drops === kills ? 1 : roundToSixDecimals((centre + spread) / scale),
  };
}

function roundToSixDecimals(x: number): number {
  return Math.round(x * 1e6) / 1e6;
}

/** Compares by source: NPCs before objects, each by id. */
export function compareSources(
  a: { readonly sourceType: string; readonly sourceId: number },
  b: { readonly sourceType: string; readonly sourceId: number },
): number {
  return a.sourceType === b.sourceType ? a.sourceId - b.sourceId : a.sourceType < b.sourceType ? -1 : 1;
}
