import { DAY_MS } from '../../../domain/values/instant.ts';
import { html } from '../html.ts';
import { UNKNOWN_MARK } from '../parts/money.ts';
import { renderValueTable } from './box.ts';
import { drawTimePlot, type TimePoint } from './time_plot.ts';

export interface LinePlot {
  /** Names the values, such as `Market value of Wool Cloth on Skyfury`. */
  readonly title: string;
  /** Values per day with optional bounds, in any order. Missing days leave gaps in the line. */
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
  /** Renders a value for the table. Defaults to `format`. */
  readonly shown?: (value: number) => unknown;
  /** Column headings for the table. */
  readonly names: { readonly value: string; readonly low?: string; readonly high?: string };
  /** Explains gaps and the band in a sentence or two. */
  readonly about?: string;
}

/** Plots daily values as a line with a band, and adds a table of the same values, newest day first. */
export function renderLinePlot({ title, points, format, shown = format, names, about = '' }: LinePlot): unknown {
  const words = {
    ...(names.low === undefined ? {} : { low: names.low.toLowerCase() }),
    ...(names.high === undefined ? {} : { high: names.high.toLowerCase() }),
  };
  const plot = drawTimePlot({ title, points, format, words, gapMs: DAY_MS });
  return html`${plot === null ? html`<p class="quiet">No values to plot yet.</p>\n` : renderPlotFigure(plot, title, points, about)}${
    points.length === 0 ? '' : renderValueTable(createPlotTable(title, points, shown, names))
  }`;
}

/** Renders a plot with a line for the value under the crosshair (http/browser/data) and a caption that explains it. */
function renderPlotFigure(plot: unknown, title: string, points: readonly TimePoint[], about = ''): unknown {
  const days = points.flatMap(({ day, value }) => (value === null ? [] : [day.slice(0, 10)])).sort();
  return html`<figure class="plotted">
<p class="reading"></p>
${plot}
<figcaption>${title}, ${formatDaySpan(days[0]!, days.at(-1)!)}.${about === '' ? '' : ` ${about}`}</figcaption>
</figure>
`;
}

function createPlotTable(
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
          return { shown: value === null ? UNKNOWN_MARK : shown(value), value };
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
export function renderGrowthPlot({ title, points, name }: GrowthPlot): unknown {
  const plot = drawTimePlot({ title, points, format: formatShortCount, fromZero: true });
  if (plot === null) return '';
  return html`${renderPlotFigure(plot, title, points)}${renderValueTable({
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

const COUNT_STEPS = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** Formats a count for an axis, where space is short: `1,500`, `2.5 million`. */
function formatShortCount(count: number): string {
  const step = COUNT_STEPS.find(([size]) => Math.abs(count) >= size);
  return step === undefined
    ? count.toLocaleString('en-GB')
    : `${(count / step[0]).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${step[1]}`;
}

/** Formats a span of days (YYYY-MM-DD): `16 to 25 November 2026`, or `28 October to 3 November 2026`. */
export function formatDaySpan(first: string, last: string): string {
  const [from, to] = [splitDay(first), splitDay(last)];
  const shared = to.map((part, at) => to.slice(0, at + 1).every((_, i) => from[i] === to[i]) && part);
  if (shared[2]) return formatDay(to);
  const depth = shared[1] ? 2 : shared[0] ? 1 : 0;
  return `${formatDay(from, depth)} to ${formatDay(to)}`;
}

type DayParts = readonly [year: string, month: string, day: string];

function splitDay(day: string): DayParts {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
}

/** Formats a day. Leaves out the first `shared` of its year and its month. */
function formatDay([year, month, day]: DayParts, shared = 0): string {
  const parts = [`${Number(day)}`, MONTH_NAMES[Number(month) - 1] ?? '', year];
  return parts.slice(0, 3 - shared).join(' ');
}

const MONTH_NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;
