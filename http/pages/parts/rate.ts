import { capitalise, formatPercent } from '../../../domain/cards/words.ts';
import {
  describeFewLooters,
  describeRate,
  listRateNotes,
  type RateRange,
  type RateTraits,
} from '../../../domain/values/estimates/describe_rate.ts';
import { html } from '../html.ts';
import type { Cell } from './table.ts';

/** Possible maximums for a table's bars. The first one that fits every bar is used. */
const BAR_SCALE_ENDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

/** Returns the maximum for a table's bars. It is small enough to distinguish small rates, and the same for all rows. */
export function findBarEnd(rates: readonly RateRange[]): number {
  const greatest = Math.max(0, ...rates.map(({ estimateHigh }) => estimateHigh));
  return BAR_SCALE_ENDS.find((end) => greatest <= end) ?? 1;
}

/** Renders a rate as a bar with its interval, and in words. Mentions few `reporters` of the source if they are given. */
export function renderRate(rate: RateRange & RateTraits & { readonly reporters?: number }, end: number): Cell {
  // The first comma, colon or bracket separates the rate from its interval, or from the other details.
  const [first, ...details] = capitalise(describeRate(rate)).split(/, |: | (?=\()/);
  const notes = [describeFewLooters(rate) ?? '', ...listRateNotes(rate)];
  const small = [details.join(', '), ...notes.map(capitalise)].filter((text) => text !== '');
  return {
    value: rate.estimateLow,
    shown: html`<span class="rate">${drawRateBar(rate, end)}<span><b>${first}</b>${small.map((text) => html` <small>${text}</small>`)}</span></span>`,
  };
}

const BAR_WIDTH = 100;

/** Scales a rate to a length, rounded to a tenth of a unit, which is finer than a pixel. */
function scaleBar(rate: number, end: number): number {
  return Math.round(Math.min(1, rate / end) * BAR_WIDTH * 10) / 10;
}

/** Draws the bar. It is hidden from screen readers, because the text beside it says the same. */
function drawRateBar({ estimate, estimateLow, estimateHigh }: RateRange, end: number): unknown {
  const [from, at, to] = [scaleBar(estimateLow, end), scaleBar(estimate, end), scaleBar(estimateHigh, end)];
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" width="${BAR_WIDTH}" height="10" aria-hidden="true"><rect class="room" width="${BAR_WIDTH}" height="10"/><rect class="interval" x="${from}" width="${Math.max(1, Math.round((to - from) * 10) / 10)}" height="10"/><rect class="value" y="3" width="${at}" height="4"/></svg>`;
}

/** Returns the heading for a column of rates. It states the rate at which the bars end. */
export function formatRateHeading(end: number, name = 'Drop chance'): string {
  return end === 1 ? name : `${name} (bar up to ${formatPercent(end)})`;
}
