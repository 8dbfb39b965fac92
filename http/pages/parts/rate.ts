import { boundText, percentText } from '../../../domain/cards/words.ts';
import { html } from '../html.ts';
import type { Cell } from './table.ts';

/** A rate from 0 to 1 with the ends of its interval (Wilson, 95%). */
export interface Rate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** Where bars of a table may end: the first that holds all of them. */
const ENDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

/** The rate at which the bars of a table end, so that small rates can be told apart and all of one table compared. */
export function endOfBars(rates: readonly Rate[]): number {
  const greatest = Math.max(0, ...rates.map(({ high }) => high));
  return ENDS.find((end) => greatest <= end) ?? 1;
}

/** A rate as a bar with its interval, in percent and in words. */
export function rateCell(rate: Rate, end: number): Cell {
  return {
    value: rate.rate,
    shown: html`<span class="rate">${bar(rate, end)}<b>${percentText(rate.rate)}</b> <small>${intervalText(rate)}</small></span>`,
  };
}

/** `between 12% and 19%`. */
export function intervalText({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  return `between ${boundText(low)}% and ${boundText(high)}%`;
}

const WIDTH = 100;

/** A tenth of a unit is finer than a screen. */
function along(rate: number, end: number): number {
  return Math.round(Math.min(1, rate / end) * WIDTH * 10) / 10;
}

/** The words beside it say the same. */
function bar({ rate, low, high }: Rate, end: number): unknown {
  const [from, at, to] = [along(low, end), along(rate, end), along(high, end)];
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 10" width="${WIDTH}" height="10" aria-hidden="true"><rect class="room" width="${WIDTH}" height="10"/><rect class="interval" x="${from}" width="${Math.max(1, Math.round((to - from) * 10) / 10)}" height="10"/><rect class="value" y="3" width="${at}" height="4"/></svg>`;
}

/** What a column of such cells is called: bars of one table end at one rate. */
export function rateHead(end: number): string {
  return `Rate (bar to ${percentText(end)})`;
}
