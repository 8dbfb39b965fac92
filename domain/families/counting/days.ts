import type { Tally } from '../../ports/facts.ts';
import { INSTALLS_TO_PUBLISH, isCorroborated } from '../../values/corroboration.ts';

/**
 * Days on which installs reported a value. A single install's first day may be made up or come from a wrong clock, so
 * the public days are the earliest and latest days that three installs support (contract, section 3, Observed edges).
 */

/** First and last days on which one install reported a value, in UTC days since 1970. */
export type DaySpan = readonly [first: number, last: number];

/** The stored days: the earliest first days and the latest last days, at most INSTALLS_TO_PUBLISH of each. */
export type StoredDays = Pick<Tally, 'firstDays' | 'lastDays'>;

/** An install's span before and after a change. Either is null if the install did not report the value at that time. */
export interface DayMove {
  readonly from: DaySpan | null;
  readonly to: DaySpan | null;
}

export const NO_DAYS: StoredDays = { firstDays: [], lastDays: [] };

function ascending(a: number, b: number): number {
  return a - b;
}
function descending(a: number, b: number): number {
  return b - a;
}

/** Adds a day to one end of the stored days. If `gone` is not null, the day replaces it. */
function withDay(kept: readonly number[], gone: number | null, day: number, order: typeof ascending) {
  if (day === gone) return kept;
  const at = gone === null ? -1 : kept.indexOf(gone);
  // Almost every day lies beyond the stored days and changes nothing.
  if (at === -1 && kept.length === INSTALLS_TO_PUBLISH && order(day, kept[kept.length - 1]!) >= 0) return kept;
  const left = at === -1 ? kept : kept.toSpliced(at, 1);
  return [...left, day].sort(order).slice(0, INSTALLS_TO_PUBLISH);
}

function isFull({ firstDays }: StoredDays): boolean {
  return isCorroborated(firstDays.length);
}

/** Returns whether a removed span may be among the stored days, so that an unstored day must take its place. */
function reaches(kept: StoredDays, [first, last]: DaySpan): boolean {
  return !isFull(kept) || first <= kept.firstDays.at(-1)! || last >= kept.lastDays.at(-1)!;
}

/**
 * Applies changes to the stored days. Returns null if the days must be recomputed from the remaining reports. If an
 * install still reports the value, its span can only widen, so its days can be replaced in place: every unstored day
 * lies beyond the stored days, before and after the change.
 */
export function movedDays(kept: StoredDays, moves: readonly DayMove[]): StoredDays | null {
  let days = kept;
  for (const { from, to } of moves) {
    if (to === null) {
      if (from !== null && reaches(days, from)) return null;
      continue;
    }
    days = {
      firstDays: withDay(days.firstDays, from?.[0] ?? null, to[0], ascending),
      lastDays: withDay(days.lastDays, from?.[1] ?? null, to[1], descending),
    };
  }
  return days;
}

export function sameDays(a: StoredDays, b: StoredDays): boolean {
  return sameList(a.firstDays, b.firstDays) && sameList(a.lastDays, b.lastDays);
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((day, i) => day === b[i]);
}

/**
 * Returns the earliest and the latest day that three installs support: the third earliest of their first days and the
 * third latest of their last days. With three or four installs whose spans do not overlap, these two can be in the
 * wrong order. If so, the second-earliest first day and the second-latest last day are used instead. A single wrong day
 * does not change these two either, and with so few installs they are always in order.
 */
export function supportedDays({ firstDays, lastDays }: StoredDays): DaySpan {
  const [first, last] = [firstDays[INSTALLS_TO_PUBLISH - 1]!, lastDays[INSTALLS_TO_PUBLISH - 1]!];
  return first <= last ? [first, last] : [firstDays[INSTALLS_TO_PUBLISH - 2]!, lastDays[INSTALLS_TO_PUBLISH - 2]!];
}
