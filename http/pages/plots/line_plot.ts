import { DAY_MS } from '../../../domain/values/instant.ts';
import { html } from '../html.ts';
import { UNKNOWN } from '../parts/money.ts';
import { figures } from './box.ts';
import { type TimePoint, timePlot } from './time_plot.ts';

export interface LinePlot {
  readonly title: string;
  /** Values per day with optional bounds, in any order. Missing days leave gaps in the line. */
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
  /** Renders a value for the table. Defaults to `format`. */
  readonly shown?: (value: number) => unknown;
  /** Column headings for the table. */
  readonly names: { readonly value: string; readonly low?: string; readonly high?: string };
}

/** Plots daily values as a line with a band, and adds a table of the same values, newest day first. */
export function linePlot({ title, points, format, shown = format, names }: LinePlot): unknown {
  const plot = timePlot({ title, points, format, gapMs: DAY_MS });
  return html`<figure class="plotted">
${plot ?? html`<p class="quiet">No values to plot yet.</p>`}
</figure>
${points.length === 0 ? '' : figures(tableOf(title, points, shown, names))}`;
}

function tableOf(
  caption: string,
  points: readonly TimePoint[],
  shown: (value: number) => unknown,
  names: LinePlot['names'],
) {
  const parts = (['value', 'low', 'high'] as const).filter((part) => names[part] !== undefined);
  return {
    caption,
    columns: [{ head: 'Day' }, ...parts.map((part) => ({ head: names[part], as: 'number' as const }))],
    rows: [...points]
      .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
      .map((point) => [
        point.note === undefined ? point.day : html`${point.day} <small>${point.note}</small>`,
        ...parts.map((part) => {
          const value = point[part] ?? null;
          return { shown: value === null ? UNKNOWN : shown(value), value };
        }),
      ]),
  };
}

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
function formatShort(count: number): string {
  const step = STEPS.find(([size]) => Math.abs(count) >= size);
  return step === undefined
    ? count.toLocaleString('en-GB')
    : `${(count / step[0]).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${step[1]}`;
}
