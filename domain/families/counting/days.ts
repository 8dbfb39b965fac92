import type { Tally } from '../../ports/facts.ts';
import { INSTALLS_TO_PUBLISH, isCorroborated } from '../../values/corroboration.ts';

/**
 * The days on which installs reported a value. One install's first day may be a lie, or a clock that was wrong; so what is
 * public is the earliest and the latest day that three installs support (contract, section 3, Observed edges).
 */

/** When one install reported first and last, in UTC days since 1970. */
export type DaySpan = readonly [first: number, last: number];

/** What is kept of the spans of all installs: as many days of each end as a fact needs installs. */
export type KeptDays = Pick<Tally, 'firstDays' | 'lastDays'>;

/** An install's span before and after a change; null: it did not hold the value, or holds it no more. */
export interface DayMove {
  readonly from: DaySpan | null;
  readonly to: DaySpan | null;
}

export const NO_DAYS: KeptDays = { firstDays: [], lastDays: [] };

function ascending(a: number, b: number): number {
  return a - b;
}
function descending(a: number, b: number): number {
  return b - a;
}

/** One end of a kept span with one day in it, or one in place of another. */
function withDay(kept: readonly number[], gone: number | null, day: number, order: typeof ascending) {
  if (day === gone) return kept;
  const at = gone === null ? -1 : kept.indexOf(gone);
  // Nearly every day there is lies behind the kept ones, and changes nothing.
  if (at === -1 && kept.length === INSTALLS_TO_PUBLISH && order(day, kept[kept.length - 1]!) >= 0) return kept;
  const left = at === -1 ? kept : kept.toSpliced(at, 1);
  return [...left, day].sort(order).slice(0, INSTALLS_TO_PUBLISH);
}

function isFull({ firstDays }: KeptDays): boolean {
  return isCorroborated(firstDays.length);
}

/** Whether a span that goes is among the kept days, or may be: another day that is not kept takes its place then. */
function reaches(kept: KeptDays, [first, last]: DaySpan): boolean {
  return !isFull(kept) || first <= kept.firstDays.at(-1)! || last >= kept.lastDays.at(-1)!;
}

/**
 * The kept days after changes; null where they have to be read again from what is still reported. An install that stays
 * only widens its span, so its days can be exchanged: whatever else there is lies behind the kept days, before and after.
 */
export function movedDays(kept: KeptDays, moves: readonly DayMove[]): KeptDays | null {
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

export function sameDays(a: KeptDays, b: KeptDays): boolean {
  return sameList(a.firstDays, b.firstDays) && sameList(a.lastDays, b.lastDays);
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((day, i) => day === b[i]);
}

/**
 * The earliest and the latest day that three installs support: the third earliest of their first days (three had seen it
 * by then) and the third latest of their last days (three saw it then or later). Of three or four installs that never met
 * these cross; then it is the second from either end, which one wrong day does not move either, and which never cross: of
 * so many installs the second first day is not behind the second last day. There are three days of each at least.
 */
export function supportedDays({ firstDays, lastDays }: KeptDays): DaySpan {
  const [first, last] = [firstDays[INSTALLS_TO_PUBLISH - 1]!, lastDays[INSTALLS_TO_PUBLISH - 1]!];
  return first <= last ? [first, last] : [firstDays[INSTALLS_TO_PUBLISH - 2]!, lastDays[INSTALLS_TO_PUBLISH - 2]!];
}
