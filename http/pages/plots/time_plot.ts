import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { DAY_MS, instant } from '../../../domain/values/instant.ts';
import { html } from '../html.ts';
import { type Box, boxBeside, coordinate, LETTER_HEIGHT, plottable, WIDTH } from './box.ts';

const HEIGHT = 190;
const VALUE_TICKS = 4;

/** Maximum number of points to mark with tooltips. With more points, only the table shows the values. */
const MARKED_MAX = 120;

/** A point in time with its values. Null means unknown. */
export interface TimePoint {
  /** A day (YYYY-MM-DD) or a time, in the format of responses. */
  readonly day: string;
  readonly value: number | null;
  /** Bounds of the band around the value. An unknown bound is drawn at the value itself. */
  readonly low?: number | null;
  readonly high?: number | null;
  /** Marks the point as one to notice, and says why, such as `unusual`. */
  readonly note?: string;
}

export interface TimePlot {
  readonly title: string;
  /** The points, in any order. */
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
  /** Whether the axis starts at 0 and the area below the line is filled, as for a count. */
  readonly fromZero?: boolean;
  /** Maximum time in ms between two points that the line connects. Longer intervals become gaps. */
  readonly gapMs?: number;
}

interface PlotPoint extends Required<Omit<TimePoint, 'note'>> {
  readonly note: string | null;
  readonly ms: number;
}

interface Scales {
  readonly box: Box;
  readonly time: TimeAxis;
  readonly up: (value: number) => number;
  readonly valueTicks: readonly number[];
}

/** Renders values over time as SVG, with gaps at unknown values. Returns null if no value is known. */
export function timePlot({ title, points, format, fromZero = false, gapMs = Number.POSITIVE_INFINITY }: TimePlot) {
  const plotted = withGaps(inOrder(points), gapMs);
  const known = plotted.filter((point) => point.value !== null);
  if (known.length === 0) return null;
  const scales = scalesOf(known, format, fromZero);
  const alone = aloneIn(plotted);
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${title}</title>
${grid(scales, format)}
${bandOf(plotted, scales, fromZero)}<path class="line" d="${pathOf(plotted, scales)}"/>
${spans(alone, scales)}${marks(known.length > MARKED_MAX ? alone : known, scales, format)}</svg>`;
}

function inOrder(points: readonly TimePoint[]): readonly PlotPoint[] {
  return points
    .map(({ day, value, low = null, high = null, note = null }) => ({
      day,
      ms: Date.parse(day),
      value: plottable(value) ? value : null,
      low: plottable(low) ? low : null,
      high: plottable(high) ? high : null,
      note,
    }))
    .filter(({ ms }) => Number.isFinite(ms))
    .sort((a, b) => a.ms - b.ms);
}

/** Inserts a point with an unknown value between any two points that are too far apart. */
function withGaps(points: readonly PlotPoint[], gapMs: number): readonly PlotPoint[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined || point.ms - before.ms <= gapMs) return [point];
    return [{ ...before, value: null, low: null, high: null }, point];
  });
}

function lowOf({ low, value }: PlotPoint): number {
  return Math.min(low ?? value!, value!);
}
function highOf({ high, value }: PlotPoint): number {
  return Math.max(high ?? value!, value!);
}

function scalesOf(known: readonly PlotPoint[], format: TimePlot['format'], fromZero: boolean): Scales {
  const least = Math.min(...known.map(lowOf));
  const most = Math.max(...known.map(highOf));
  const room = roomFor(fromZero ? Math.min(0, least) : least, fromZero ? Math.max(0, most) : most);
  const up = scaleLinear().domain(room).nice(VALUE_TICKS).clamp(true);
  const valueTicks = up.ticks(VALUE_TICKS);
  const box = boxBeside(valueTicks.map(format), HEIGHT);
  up.range([box.bottom, box.top]);
  return { box, up, valueTicks, time: timeAxis([known[0]!.ms, known.at(-1)!.ms], [box.left + 6, box.right - 6]) };
}

/** Returns the range of the axis. If all values are equal, it extends around them, but not below 0 for counts. */
function roomFor(least: number, most: number): readonly [number, number] {
  if (most > least) return [least, most];
  const around = Math.max(1, Math.abs(most) / 10);
  return [least >= 0 ? Math.max(0, least - around) : least - around, most + around];
}

function grid({ box, up, valueTicks, time }: Scales, format: TimePlot['format']) {
  return html`<g class="grid">
${valueTicks.map((value) => {
  const y = coordinate(up(value));
  return html`<path d="M${coordinate(box.left)},${y}H${box.right}"/><text class="end" x="${coordinate(box.left - 4)}" y="${coordinate(y + LETTER_HEIGHT / 3)}">${format(value)}</text>\n`;
})}${time.ticks.map(({ ms, label }) => {
  const x = coordinate(time.at(ms));
  return html`<path d="M${x},${box.bottom}v4"/><text class="${placeOf(x, box)}" x="${x}" y="${box.bottom + 6 + LETTER_HEIGHT}">${label}</text>\n`;
})}</g>`;
}

/** Returns the text anchor that keeps a label near an edge inside the plot. */
function placeOf(x: number, { left, right }: Box): string {
  return x < left + 24 ? 'start' : x > right - 24 ? 'end' : 'middle';
}

/** Renders the band between low and high, or the area below a count. */
function bandOf(points: readonly PlotPoint[], { time, up }: Scales, fromZero: boolean): unknown {
  const has = ({ value, low, high }: PlotPoint): boolean =>
    value !== null && (fromZero || low !== null || high !== null);
  if (!points.some(has)) return '';
  const d = area<PlotPoint>()
    .defined(has)
    .x(({ ms }) => time.at(ms))
    .y0((point) => up(fromZero ? 0 : lowOf(point)))
    .y1((point) => up(highOf(point)))
    .digits(1)(points);
  return html`<path class="band" d="${d ?? ''}"/>\n`;
}

function pathOf(points: readonly PlotPoint[], { time, up }: Scales): string {
  return (
    line<PlotPoint>()
      .defined(({ value }) => value !== null)
      .x(({ ms }) => time.at(ms))
      .y(({ value }) => up(value!))
      .digits(1)(points) ?? ''
  );
}

function marks(known: readonly PlotPoint[], { time, up }: Scales, format: TimePlot['format']) {
  return known.map(
    ({ ms, day, value, note }) =>
      html`<circle class="${note === null ? 'dot' : 'dot noted'}" cx="${coordinate(time.at(ms))}" cy="${coordinate(up(value!))}" r="${note === null ? 2 : 4}"><title>${day.slice(0, 10)}: ${format(value!)}${note === null ? '' : `, ${note}`}</title></circle>\n`,
  );
}

/** Returns the points without neighbours, which neither the line nor the band would show. */
function aloneIn(points: readonly PlotPoint[]): readonly PlotPoint[] {
  const without = (at: number): boolean => (points[at]?.value ?? null) === null;
  return points.filter(({ value }, i) => value !== null && without(i - 1) && without(i + 1));
}

/** Renders the intervals of these points as vertical lines. */
function spans(alone: readonly PlotPoint[], { time, up }: Scales) {
  return alone
    .filter((point) => highOf(point) > lowOf(point))
    .map(
      (point) =>
        html`<path class="span" d="M${coordinate(time.at(point.ms))},${coordinate(up(lowOf(point)))}V${coordinate(up(highOf(point)))}"/>\n`,
    );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Number of ticks. It is small enough that labels do not overlap on a phone. */
const TICKS = 4;

/** An axis that maps times to positions between `left` and `right`, with a few labelled ticks. */
interface TimeAxis {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly ms: number; readonly label: string }[];
}

/** Creates an axis between two times. If they are equal, the axis has a single tick in the middle. */
function timeAxis(
  [firstMs, lastMs]: readonly [firstMs: number, lastMs: number],
  [left, right]: readonly [left: number, right: number],
): TimeAxis {
  const scale = scaleUtc([new Date(firstMs), new Date(lastMs)], [left, right]);
  const span = lastMs - firstMs;
  // If both ends are whole days, ticks at other times would label days without values.
  const whole = firstMs % DAY_MS === 0 && lastMs % DAY_MS === 0;
  const found = span === 0 ? [firstMs] : scale.ticks(TICKS).map((date) => date.getTime());
  const ticks = whole ? found.filter((ms) => ms % DAY_MS === 0) : found;
  return { at: (ms) => scale(new Date(ms)), ticks: ticks.map((ms) => ({ ms, label: labelOf(ms, span) })) };
}

/** Formats a tick: `22 Nov`, `14:30` within two days, or `Nov 2026` if the axis spans more than a year. */
function labelOf(ms: number, span: number): string {
  const text = instant(ms);
  const month = MONTHS[Number(text.slice(5, 7)) - 1]!;
  if (span > 366 * DAY_MS) return `${month} ${text.slice(0, 4)}`;
  return ms % DAY_MS === 0 || span > 2 * DAY_MS ? `${Number(text.slice(8, 10))} ${month}` : text.slice(11, 16);
}
