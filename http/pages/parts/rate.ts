import { boundText, percentText } from '../../../domain/cards/words.ts';
import { html } from '../html.ts';
import type { Cell } from './table.ts';

/** A rate from 0 to 1 with its confidence interval (Wilson, 95%). */
export interface Rate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** Possible maximums for a table's bars. The first one that fits every bar is used. */
const ENDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

/** Returns the maximum for a table's bars. It is small enough to distinguish small rates, and the same for all rows. */
export function endOfBars(rates: readonly Rate[]): number {
  const greatest = Math.max(0, ...rates.map(({ high }) => high));
  return ENDS.find((end) => greatest <= end) ?? 1;
}

/** Renders a rate as a bar with its interval, and as text. */
export function rateCell(rate: Rate, end: number): Cell {
  return {
    value: rate.rate,
    shown: html`<span class="rate">${bar(rate, end)}<b>${percentText(rate.rate)}</b> <small>${intervalText(rate)}</small></span>`,
  };
}

/** Formats an interval: `between 12% and 19%`. */
function intervalText({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  return `between ${boundText(low)}% and ${boundText(high)}%`;
}

const WIDTH = 100;

/** Scales a rate to a length, rounded to a tenth of a unit, which is finer than a pixel. */
function along(rate: number, end: number): number {
  return Math.round(Math.min(1, rate / end) * WIDTH * 10) / 10;
}

/** Draws the bar. It is hidden from screen readers, because the text beside it says the same. */
function bar({ rate, low, high }: Rate, end: number): unknown {
  const [from, at, to] = [along(low, end), along(rate, end), along(high, end)];
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 10" width="${WIDTH}" height="10" aria-hidden="true"><rect class="room" width="${WIDTH}" height="10"/><rect class="interval" x="${from}" width="${Math.max(1, Math.round((to - from) * 10) / 10)}" height="10"/><rect class="value" y="3" width="${at}" height="4"/></svg>`;
}

/** Returns the heading for a column of rates. It states the rate at which the bars end. */
export function rateHead(end: number): string {
  return end === 1 ? 'Drop chance' : `Drop chance (bar up to ${percentText(end)})`;
}
