import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { html } from '../html.ts';
import { type Box, boxBeside, coordinate, LETTER_HEIGHT, plottable, WIDTH } from './box.ts';
import { type TimeAxis, timeAxis } from './time_axis.ts';

const HEIGHT = 190;
const VALUE_TICKS = 4;

/** Marks that say their figure where a pointer rests on them; of more points the table alone says it. */
const MARKED_MAX = 120;

/** A point in time with its figures; null: unknown. */
export interface TimePoint {
  /** A day (YYYY-MM-DD) or an instant, as answers write them. */
  readonly day: string;
  readonly value: number | null;
  /** The ends of the band around it; one that is unknown ends at the value. */
  readonly low?: number | null;
  readonly high?: number | null;
}

export interface TimePlot {
  /** Says in a few words what is plotted. */
  readonly title: string;
  /** In any order. */
  readonly points: readonly TimePoint[];
  /** A figure as text, for labels. */
  readonly format: (value: number) => string;
  /** Whether the values begin at 0 and the room under them is filled, as of a count. */
  readonly fromZero?: boolean;
  /** The longest time (in ms) between two points that a line joins; what lies between others is unknown. */
  readonly gapMs?: number;
}

interface Plotted extends Required<TimePoint> {
  readonly ms: number;
}

interface Scales {
  readonly box: Box;
  readonly time: TimeAxis;
  readonly up: (value: number) => number;
  readonly valueTicks: readonly number[];
}

/** Figures over time as a picture, with gaps where they are unknown; null where none is known. */
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

function inOrder(points: readonly TimePoint[]): readonly Plotted[] {
  return points
    .map(({ day, value, low = null, high = null }) => ({
      day,
      ms: Date.parse(day),
      value: plottable(value) ? value : null,
      low: plottable(low) ? low : null,
      high: plottable(high) ? high : null,
    }))
    .filter(({ ms }) => Number.isFinite(ms))
    .sort((a, b) => a.ms - b.ms);
}

/** A point of unknown value between any two that are too far apart. */
function withGaps(points: readonly Plotted[], gapMs: number): readonly Plotted[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined || point.ms - before.ms <= gapMs) return [point];
    return [{ ...before, value: null, low: null, high: null }, point];
  });
}

function lowOf({ low, value }: Plotted): number {
  return Math.min(low ?? value!, value!);
}
function highOf({ high, value }: Plotted): number {
  return Math.max(high ?? value!, value!);
}

function scalesOf(known: readonly Plotted[], format: TimePlot['format'], fromZero: boolean): Scales {
  const least = Math.min(...known.map(lowOf));
  const most = Math.max(...known.map(highOf));
  const room = roomFor(fromZero ? Math.min(0, least) : least, fromZero ? Math.max(0, most) : most);
  const up = scaleLinear().domain(room).nice(VALUE_TICKS);
  const valueTicks = up.ticks(VALUE_TICKS);
  const box = boxBeside(valueTicks.map(format), HEIGHT);
  up.range([box.bottom, box.top]);
  return { box, up, valueTicks, time: timeAxis([known[0]!.ms, known.at(-1)!.ms], [box.left + 6, box.right - 6]) };
}

/** Equal values stand in the middle of some room; what is never negative gets none below 0. */
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

/** A label near an edge stands inside it. */
function placeOf(x: number, { left, right }: Box): string {
  return x < left + 24 ? 'start' : x > right - 24 ? 'end' : 'middle';
}

/** The band between low and high, or the room under a count. */
function bandOf(points: readonly Plotted[], { time, up }: Scales, fromZero: boolean): unknown {
  const has = ({ value, low, high }: Plotted): boolean => value !== null && (fromZero || low !== null || high !== null);
  if (!points.some(has)) return '';
  const d = area<Plotted>()
    .defined(has)
    .x(({ ms }) => time.at(ms))
    .y0((point) => up(fromZero ? 0 : lowOf(point)))
    .y1((point) => up(highOf(point)))
    .digits(1)(points);
  return html`<path class="band" d="${d ?? ''}"/>\n`;
}

function pathOf(points: readonly Plotted[], { time, up }: Scales): string {
  return (
    line<Plotted>()
      .defined(({ value }) => value !== null)
      .x(({ ms }) => time.at(ms))
      .y(({ value }) => up(value!))
      .digits(1)(points) ?? ''
  );
}

function marks(known: readonly Plotted[], { time, up }: Scales, format: TimePlot['format']) {
  return known.map(
    ({ ms, day, value }) =>
      html`<circle class="dot" cx="${coordinate(time.at(ms))}" cy="${coordinate(up(value!))}" r="2"><title>${day.slice(0, 10)}: ${format(value!)}</title></circle>\n`,
  );
}

/** Points without a neighbour that a line joins them to: neither line nor band would show them. */
function aloneIn(points: readonly Plotted[]): readonly Plotted[] {
  const without = (at: number): boolean => (points[at]?.value ?? null) === null;
  return points.filter(({ value }, i) => value !== null && without(i - 1) && without(i + 1));
}

/** Of those, from the low to the high end. */
function spans(alone: readonly Plotted[], { time, up }: Scales) {
  return alone
    .filter((point) => highOf(point) > lowOf(point))
    .map(
      (point) =>
        html`<path class="span" d="M${coordinate(time.at(point.ms))},${coordinate(up(lowOf(point)))}V${coordinate(up(highOf(point)))}"/>\n`,
    );
}
