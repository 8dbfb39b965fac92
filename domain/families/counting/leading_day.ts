import { DAYS_BACK, PRICE_MOVEMENT, UNUSUAL_PRICE } from '../../../schema/limits.ts';
import type { DayInHistory, MarketDay, MarketItem, OnTimeValue } from '../../ports/market.ts';
import { computeMedian, computeMedianPrice } from '../../values/median.ts';

/**
 * Returns an item's leading day with its history, or null if there are no days: the newest public day that enough
 * players scanned, and the newest day beside it if that is another. Needs the LEADING_DAYS_MAX newest public days.
 * `presentDay` is the UTC day of dataAsOf, which is not over yet.
 */
export function findLeadingDay(days: readonly MarketDay[], presentDay: number): Omit<MarketItem, 'itemId'> | null {
  const newestFirst = days.toSorted((a, b) => b.day - a.day);
  if (newestFirst.length === 0) return null;
  const leads = newestFirst.findIndex((_, i) => isWellScanned(newestFirst, i, presentDay));
  const fromLead = newestFirst.slice(Math.max(0, leads));
  return {
    ...buildHistoryDay(fromLead),
    newer: leads > 0 ? buildHistoryDay(newestFirst) : null,
    trend: computeTrend(fromLead),
    weekChange: computeWeekChange(fromLead),
  };
}

/**
 * Number of public days from which the leading day and its history follow: 60 for `historical`, and the days that may
 * come after the leading one. After eight thin days the median is as low as theirs, so the next one leads.
 */
export const LEADING_DAYS_MAX = 90;

/** A day leads if it has one in this many of the reporters that are usual, the present day with as many as usual. */
const LEADING_DIVISOR = 3;

/** Whether enough players scanned the item on `days[i]`, compared with the days before. `days` are newest first. */
function isWellScanned(days: readonly MarketDay[], i: number, presentDay: number): boolean {
  const usual = listOnTimeDays(days.slice(i + 1)).slice(0, UNUSUAL_PRICE.days);
  const { day, reporters } = days[i]!;
  const factor = day < presentDay ? LEADING_DIVISOR : 1;
  return usual.length === 0 || factor * reporters >= computeMedian(usual.map((one) => one.reporters));
}

/** Returns the days as their scans received in time show them, or all days if no day has three such reporters. */
function listOnTimeDays(days: readonly MarketValues[]): readonly OnTimeValue[] {
  const onTime = listOnTime(days);
  return onTime.length > 0 ? onTime : days;
}

type MarketValues = Pick<MarketDay, 'market' | 'reporters' | 'onTime'>;

function listOnTime(days: readonly MarketValues[]): readonly OnTimeValue[] {
  return days.flatMap((day) => (day.onTime === undefined ? day : (day.onTime ?? [])));
}

/** Returns the first of these days, which are newest first, with its figures over the others. */
function buildHistoryDay(newestFirst: readonly MarketDay[]): DayInHistory {
  const newest = newestFirst[0]!;
  const within = newestFirst.filter(({ day }) => day > newest.day - DAYS_BACK.historical);
  const historical = computeMedianPrice(listOnTimeDays(within).map((day) => day.market));
  const { onTime: _, ...day } = newest;
  return { ...day, historical, unusual: isUnusual(newestFirst, 0) };
}

/** The usual price of an item, with the number of days and the usual number of reporters behind it. */
export interface UsualPrice extends OnTimeValue {
  readonly days: number;
}

/**
 * Returns the median price of the 60 days that end with `last`, or null if there is none. Unlike `historical`, it never
 * includes scans that were received late, because anyone may date them to many days.
 */
export function findUsualPrice(days: readonly MarketDay[], last: number): UsualPrice | null {
  const within = days.filter(({ day }) => day <= last && day > last - DAYS_BACK.historical);
  const usual = listOnTime(within);
  if (usual.length === 0) return null;
  const reporters = Math.floor(computeMedian(usual.map((day) => day.reporters)));
  return { market: computeMedianPrice(usual.map(({ market }) => market)), reporters, days: usual.length };
}

function computeTrend(newestFirst: readonly MarketDay[]): MarketItem['trend'] {
  const values = new Map(newestFirst.map(({ day, market }) => [day, Math.round(market)]));
  const first = newestFirst[0]!.day - PRICE_MOVEMENT.trendDays + 1;
  return Array.from({ length: PRICE_MOVEMENT.trendDays }, (_, i) => values.get(first + i) ?? null);
}

/**
 * Returns the change of the newest value over a week, in hundredths of a percent, or null if too few days are public.
 * Days with unusual values do not count, because one odd day would look like a change of the price.
 */
function computeWeekChange(newestFirst: readonly MarketDay[]): number | null {
  const newest = newestFirst[0]!;
  const isWeekBefore = ({ day }: MarketDay, i: number): boolean =>
    day <= newest.day - PRICE_MOVEMENT.days && day >= newest.day - PRICE_MOVEMENT.daysMax && !isUnusual(newestFirst, i);
  const at = newestFirst.findIndex(isWeekBefore);
  if (at < PRICE_MOVEMENT.daysNeeded - 1 || isUnusual(newestFirst, 0)) return null;
  return Math.round(10000 * (newest.market / newestFirst[at]!.market - 1));
}

/**
 * Whether the market value of `days[i]` is more than three times, or less than a third, of the median of the fourteen
 * public days before it (`listOnTimeDays`). `days` are an item's public days, newest first. Returns false if fewer than
 * seven days came before, because then an odd day or two would pass for the usual price.
 */
export function isUnusual(days: readonly MarketDay[], i: number): boolean {
  const before = listOnTimeDays(days.slice(i + 1))
    .slice(0, UNUSUAL_PRICE.days)
    .map(({ market }) => market);
  if (before.length < UNUSUAL_PRICE.daysNeeded) return false;
  const usual = computeMedianPrice(before);
  const value = days[i]!.market;
  return value > UNUSUAL_PRICE.factor * usual || UNUSUAL_PRICE.factor * value < usual;
}
