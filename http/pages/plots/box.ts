import { scaleUtc } from 'd3-scale';
import { DAY_MS, formatInstant } from '../../../domain/values/instant.ts';
import { html } from '../html.ts';
import { renderTable, type TableData } from '../parts/table.ts';

/** Rounds a coordinate to a tenth, which is finer than a pixel and keeps the SVG short. */
export function roundCoordinate(at: number): number {
  return Math.round(at * 10) / 10;
}

/** Largest value that an axis can show. No count or price comes near it. */
const PLOT_VALUE_MAX = 1e18;
const PLOT_VALUE_MIN = 1e-9;

/** Whether a value can be plotted. Other values are treated as unknown. */
export function isPlottable(value: number | null): value is number {
  if (value === null || !Number.isFinite(value)) return false;
  const size = Math.abs(value);
  return size === 0 || (size >= PLOT_VALUE_MIN && size <= PLOT_VALUE_MAX);
}

/** Renders the values of a plot as a collapsed table, for people who cannot see the plot. */
export function renderValueTable(of: TableData): unknown {
  return html`<details class="figures">
<summary>Figures</summary>
${renderTable(of)}</details>
`;
}

/** Width of the area for marks, in units that stretch to the width of the plot. */
export const PLOT_WIDTH = 1000;

const MONTH_LABELS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Number of ticks to ask for. If there are two more, their labels overlap on a phone. */
const TIME_TICKS = 4;

/** An axis that maps times to positions from 0 to WIDTH, with a few labelled ticks. */
export interface TimeAxis {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly ms: number; readonly label: string }[];
}

/** Creates an axis between two times. If they are equal, the axis has a single tick in the middle. */
export function createTimeAxis([firstMs, lastMs]: readonly [firstMs: number, lastMs: number]): TimeAxis {
  const scale = scaleUtc([new Date(firstMs), new Date(lastMs)], [0, PLOT_WIDTH]);
  const span = lastMs - firstMs;
  // If both ends are whole days, ticks at other times would label days without values.
  const whole = firstMs % DAY_MS === 0 && lastMs % DAY_MS === 0;
  const found = span === 0 ? [firstMs] : scale.ticks(TIME_TICKS).map((date) => date.getTime());
  const days = whole ? found.filter((ms) => ms % DAY_MS === 0) : found;
  const step = Math.ceil(days.length / (TIME_TICKS + 1));
  const ticks = days.filter((_, at) => (days.length - 1 - at) % step === 0);
  return { at: (ms) => scale(new Date(ms)), ticks: ticks.map((ms) => ({ ms, label: formatTick(ms, span) })) };
}

/** Formats a tick: `22 Nov`, `14:30` within two days, or `Nov 2026` if the axis spans more than a year. */
function formatTick(ms: number, span: number): string {
  const text = formatInstant(ms);
  const month = MONTH_LABELS[Number(text.slice(5, 7)) - 1]!;
  if (span > 366 * DAY_MS) return `${month} ${text.slice(0, 4)}`;
  return ms % DAY_MS === 0 || span > 2 * DAY_MS ? `${Number(text.slice(8, 10))} ${month}` : text.slice(11, 16);
}
