import { html } from '../html.ts';
import { sparkline } from '../plots/sparkline.ts';
import { DASH } from './money.ts';
import type { Cell } from './table.ts';

/** The recent values of an item and their change over a week as a fraction. Null means unknown. */
export interface PriceTrend {
  readonly trend: readonly (number | null)[];
  readonly change: number | null;
}

/** Renders a change as `▲ 12%`, or a dash if too few days are public to tell. */
export function priceChange(change: number | null): unknown {
  if (change === null) return DASH;
  const percent = Math.round(100 * change);
  if (percent === 0) return html`<span class="change">0%</span>`;
  const [look, sign, word] = percent > 0 ? ['rise', '▲', 'up'] : ['fall', '▼', 'down'];
  return html`<span class="change ${look}"><span aria-hidden="true">${sign}</span><span class="unseen">${word}</span> ${Math.abs(percent).toLocaleString('en-GB')}%</span>`;
}

/** Renders the line of recent values with their change. The cell is sorted by the change. */
export function trendCell({ trend, change }: PriceTrend): Cell {
  return { shown: html`<span class="trend">${sparkline(trend)}${priceChange(change)}</span>`, value: change };
}
