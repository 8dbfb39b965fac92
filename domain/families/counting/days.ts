import type { Tally } from '../../ports/facts.ts';
import { INSTALLS_TO_PUBLISH } from '../../values/corroboration.ts';

/**
 * Days on which installs reported a value. A single install's first day may be made up or come from a wrong clock, so
 * the public days are the earliest and latest days that three installs support (contract, section 3, Observed edges).
 */

/** First and last days on which one install reported a value, in UTC days since 1970. */
export type DaySpan = readonly [first: number, last: number];

/**
 * The earliest first days and the latest last days, INSTALLS_TO_PUBLISH of each, because the third of each is public.
 */
export type TallyDays = Pick<Tally, 'firstDays' | 'lastDays'>;

export const NO_DAYS: TallyDays = { firstDays: [], lastDays: [] };

function compareAscending(a: number, b: number): number {
  return a - b;
}
function compareDescending(a: number, b: number): number {
  return b - a;
}

function addDay(kept: readonly number[], day: number, order: typeof compareAscending): readonly number[] {
  // Almost every day lies beyond the stored days and changes nothing.
  if (kept.length === INSTALLS_TO_PUBLISH && order(day, kept.at(-1)!) >= 0) return kept;
  return [...kept, day].sort(order).slice(0, INSTALLS_TO_PUBLISH);
}

/** Adds the days of one install. */
export function addDaySpan({ firstDays, lastDays }: TallyDays, [first, last]: DaySpan): TallyDays {
  return { firstDays: addDay(firstDays, first, compareAscending), lastDays: addDay(lastDays, last, compareDescending) };
}

/**
 * Returns the earliest and the latest day that three installs support: the third earliest of their first days and the
 * third latest of their last days. With three or four installs whose spans do not overlap, these two can be in the
 * wrong order. If so, the second-earliest first day and the second-latest last day are used instead. A single wrong day
 * does not change these two either, and with so few installs they are always in order.
 */
export function findSupportedSpan({ firstDays, lastDays }: TallyDays): DaySpan {
  const [first, last] = [firstDays[INSTALLS_TO_PUBLISH - 1]!, lastDays[INSTALLS_TO_PUBLISH - 1]!];
  return first <= last ? [first, last] : [firstDays[INSTALLS_TO_PUBLISH - 2]!, lastDays[INSTALLS_TO_PUBLISH - 2]!];
}
