import { scaleUtc } from 'd3-scale';
import { DAY_MS, instant } from '../../../domain/values/instant.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Ticks of an axis of time; few, so that their labels do not touch on a phone. */
const TICKS = 4;

/** Where on a line from `left` to `right` an instant stands, and a few instants with labels. */
export interface TimeAxis {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly ms: number; readonly label: string }[];
}

/** An axis over these instants, at least one; a single one stands in the middle. */
export function timeAxis(
  [firstMs, lastMs]: readonly [firstMs: number, lastMs: number],
  [left, right]: readonly [left: number, right: number],
): TimeAxis {
  const scale = scaleUtc([new Date(firstMs), new Date(lastMs)], [left, right]);
  const span = lastMs - firstMs;
  // Ticks of less than a day between whole days would name no day that has figures.
  const whole = firstMs % DAY_MS === 0 && lastMs % DAY_MS === 0;
  const found = span === 0 ? [firstMs] : scale.ticks(TICKS).map((date) => date.getTime());
  const ticks = whole ? found.filter((ms) => ms % DAY_MS === 0) : found;
  return { at: (ms) => scale(new Date(ms)), ticks: ticks.map((ms) => ({ ms, label: labelOf(ms, span) })) };
}

/** `22 Nov`; within two days the time, `14:30`; over more than a year the month, `Nov 2026`. */
function labelOf(ms: number, span: number): string {
  const text = instant(ms);
  const month = MONTHS[Number(text.slice(5, 7)) - 1]!;
  if (span > 366 * DAY_MS) return `${month} ${text.slice(0, 4)}`;
  return ms % DAY_MS === 0 || span > 2 * DAY_MS ? `${Number(text.slice(8, 10))} ${month}` : text.slice(11, 16);
}
