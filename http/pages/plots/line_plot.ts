import { DAY_MS } from '../../../domain/values/instant.ts';
import { html } from '../html.ts';
import { UNKNOWN } from '../parts/money.ts';
import { figures } from './figures.ts';
import { type TimePoint, timePlot } from './time_plot.ts';

export interface LinePlot {
  /** Says in a few words what is plotted: the picture's name, and its table's. */
  readonly title: string;
  /** Days in any order, a figure and the ends of its band each. Between days that do not follow each other stands a gap. */
  readonly points: readonly TimePoint[];
  /** A figure as short text, for the axis. */
  readonly format: (value: number) => string;
  /** A figure as the table shows it; left out: as `format` writes it. */
  readonly shown?: (value: number) => unknown;
  /** What the figures are called, for the table. */
  readonly names: { readonly value: string; readonly low?: string; readonly high?: string };
}

/** Figures of days as a line with a band, and the same figures as a table, newest day first. */
export function linePlot({ title, points, format, shown = format, names }: LinePlot): unknown {
  const plot = timePlot({ title, points, format, gapMs: DAY_MS });
  return html`<figure class="plotted">
${plot ?? html`<p class="quiet">No figure to plot is known.</p>`}
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
        point.day,
        ...parts.map((part) => {
          const value = point[part] ?? null;
          return { shown: value === null ? UNKNOWN : shown(value), value };
        }),
      ]),
  };
}
