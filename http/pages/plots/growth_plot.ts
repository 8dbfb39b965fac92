import { html } from '../html.ts';
import { figures } from './box.ts';
import { timePlot } from './time_plot.ts';

export interface GrowthPlot {
  readonly title: string;
  /** Counts per day or time, in any order. */
  readonly points: readonly { readonly day: string; readonly value: number | null }[];
  /** Heading for the counts in the table. */
  readonly name: string;
}

/** Plots the growth of a count, starting at 0, with a table of the same values, newest first. */
export function growthPlot({ title, points, name }: GrowthPlot): unknown {
  const plot = timePlot({ title, points, format: formatShort, fromZero: true });
  if (plot === null) return '';
  return html`<figure class="plotted">
${plot}
</figure>
${figures({
  caption: title,
  columns: [{ head: 'Up to' }, { head: name, as: 'number' }],
  rows: [...points]
    .sort((a, b) => (a.day < b.day ? 1 : -1))
    .map(({ day, value }) => [
      day.slice(0, 16).replace('T', ' '),
      { shown: value === null ? 'unknown' : value.toLocaleString('en-GB'), value },
    ]),
})}`;
}

const STEPS = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** Formats a count for an axis: `1,500`, `2.5 million`. */
export function formatShort(count: number): string {
  const step = STEPS.find(([size]) => Math.abs(count) >= size);
  return step === undefined
    ? count.toLocaleString('en-GB')
    : `${(count / step[0]).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${step[1]}`;
}
