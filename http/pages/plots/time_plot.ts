import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { html } from '../html.ts';
import { createTimeAxis, isPlottable, PLOT_WIDTH, roundCoordinate, type TimeAxis } from './box.ts';

/** Height of the area for marks in pixels. */
const PLOT_HEIGHT = 160;
const VALUE_TICKS = 4;

/** Maximum number of points that have marks with their values. Of more points, some have marks. */
const MARKED_POINTS_MAX = 120;

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

/** Words in the texts of a plot's points. */
export interface PlotWords {
  /** Names of the bounds in the text of a point, such as `cheapest`. Bounds without a name are not in the text. */
  readonly low?: string;
  readonly high?: string;
}

export interface TimePlot {
  readonly title: string;
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
  readonly words?: PlotWords;
  /** Whether the axis starts at 0 and the area below the line is filled, as for a count. */
  readonly fromZero?: boolean;
  /** Maximum time in ms between two points that the line connects. Longer intervals become gaps. */
  readonly gapMs?: number;
}

interface PlotPoint extends Required<Omit<TimePoint, 'note'>> {
  readonly note: string | null;
  readonly ms: number;
}

interface PlotScales {
  readonly time: TimeAxis;
  readonly up: (value: number) => number;
  readonly valueTicks: readonly number[];
}

/**
 * Renders values over time as SVG, with gaps at unknown values. Returns null if no value is known. The picture is as
 * wide as its container, while texts and dots keep their size. Each mark has a text with its day and value, which a
 * script reads (http/browser/data).
 */
export function drawTimePlot(shown: TimePlot) {
  const { title, points, format, words = {}, fromZero = false, gapMs = Number.POSITIVE_INFINITY } = shown;
  const plotted = insertGaps(sortPoints(points), gapMs);
  const known = plotted.filter((point) => point.value !== null);
  if (known.length === 0) return null;
  const scales = createScales(known, fromZero);
  const labels = scales.valueTicks.map(format);
  const longest = Math.max(...labels.map((label) => [...label].length));
  return html`<svg class="plot time room-${Math.min(LABEL_WIDTH_MAX, 2 * Math.ceil(longest / 2))}" role="img"><title>${title}</title>
${drawGrid(scales, labels)}
<svg width="100%" height="${PLOT_HEIGHT}" viewBox="0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}" preserveAspectRatio="none">${drawArea(plotted, scales)}${drawBand(plotted, scales)}<path class="line" d="${drawPath(plotted, scales)}"/>${drawErrorBars(listLonePoints(plotted), scales)}</svg>
${drawMarks(known, listLonePoints(plotted), scales, (point) => formatPoint(point, format, words))}</svg>`;
}

/** Largest number of characters for which the style sheet reserves room at the left. */
const LABEL_WIDTH_MAX = 16;

/** Formats a point: `2026-11-25: 1s 56c, cheapest 1s 46c, unusual`. */
function formatPoint({ day, value, low, high, note }: PlotPoint, format: TimePlot['format'], words: PlotWords): string {
  const bound = (word: string | undefined, at: number | null): readonly string[] =>
    word === undefined || at === null ? [] : [`${word} ${format(at)}`];
  return [
    `${day.slice(0, 10)}: ${format(value!)}`,
    ...bound(words.low, low),
    ...bound(words.high, high),
    ...(note === null ? [] : [note]),
  ].join(', ');
}

function sortPoints(points: readonly TimePoint[]): readonly PlotPoint[] {
  return points
    .map(({ day, value, low = null, high = null, note = null }) => ({
      day,
      ms: Date.parse(day),
      value: isPlottable(value) ? value : null,
      low: isPlottable(low) ? low : null,
      high: isPlottable(high) ? high : null,
      note,
    }))
    .filter(({ ms }) => Number.isFinite(ms))
    .sort((a, b) => a.ms - b.ms);
}

/** Inserts a point with an unknown value between any two points that are too far apart. */
function insertGaps(points: readonly PlotPoint[], gapMs: number): readonly PlotPoint[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined || point.ms - before.ms <= gapMs) return [point];
    return [{ ...before, value: null, low: null, high: null }, point];
  });
}

function readLowValue({ low, value }: PlotPoint): number {
  return Math.min(low ?? value!, value!);
}
function readHighValue({ high, value }: PlotPoint): number {
  return Math.max(high ?? value!, value!);
}

function createScales(known: readonly PlotPoint[], fromZero: boolean): PlotScales {
  const least = Math.min(...known.map(readLowValue));
  const most = Math.max(...known.map(readHighValue));
  const room = chooseAxisRange(fromZero ? Math.min(0, least) : least, fromZero ? Math.max(0, most) : most);
  const up = scaleLinear().domain(room).nice(VALUE_TICKS).clamp(true).range([PLOT_HEIGHT, 0]);
  return { up, valueTicks: up.ticks(VALUE_TICKS), time: createTimeAxis([known[0]!.ms, known.at(-1)!.ms]) };
}

/** Returns the range of the axis. If all values are equal, it extends around them, but not below 0 for counts. */
function chooseAxisRange(least: number, most: number): readonly [number, number] {
  if (most > least) return [least, most];
  const around = Math.max(1, Math.abs(most) / 10);
  return [least >= 0 ? Math.max(0, least - around) : least - around, most + around];
}

function drawGrid({ up, valueTicks, time }: PlotScales, labels: readonly string[]) {
  return html`<g class="grid">
${valueTicks.map((value, i) => {
  const y = roundCoordinate(up(value));
  return html`<line x2="100%" y1="${y}" y2="${y}"/><text class="end" x="-6" y="${roundCoordinate(y + 4)}">${labels[i]}</text>\n`;
})}${time.ticks.map(({ ms, label }) => {
  const x = scaleTime(ms, time);
  return html`<line x1="${x}" x2="${x}" y1="${PLOT_HEIGHT}" y2="${PLOT_HEIGHT + 4}"/><text class="${chooseTextAnchor(time.at(ms))}" x="${x}" y="${PLOT_HEIGHT + 18}">${label}</text>\n`;
})}</g>`;
}

/** Returns a position as a share of the width of the picture. */
function scaleTime(ms: number, time: TimeAxis): string {
  return `${roundCoordinate((100 * time.at(ms)) / PLOT_WIDTH)}%`;
}

/** Returns the text anchor that keeps a label near an edge inside the plot. */
function chooseTextAnchor(x: number): string {
  return x < PLOT_WIDTH / 16 ? 'start' : x > (15 * PLOT_WIDTH) / 16 ? 'end' : 'middle';
}

/** Renders the area between the line and the bottom of the plot. */
function drawArea(points: readonly PlotPoint[], { time, up }: PlotScales): unknown {
  const d = area<PlotPoint>()
    .defined(({ value }) => value !== null)
    .x(({ ms }) => time.at(ms))
    .y0(PLOT_HEIGHT)
    .y1(({ value }) => up(value!))
    .digits(1)(points);
  return html`<path class="area" d="${d ?? ''}"/>`;
}

function drawBand(points: readonly PlotPoint[], { time, up }: PlotScales): unknown {
  const has = ({ value, low, high }: PlotPoint): boolean => value !== null && (low !== null || high !== null);
  if (!points.some(has)) return '';
  const d = area<PlotPoint>()
    .defined(has)
    .x(({ ms }) => time.at(ms))
    .y0((point) => up(readLowValue(point)))
    .y1((point) => up(readHighValue(point)))
    .digits(1)(points);
  return html`<path class="band" d="${d ?? ''}"/>`;
}

function drawPath(points: readonly PlotPoint[], { time, up }: PlotScales): string {
  return (
    line<PlotPoint>()
      .defined(({ value }) => value !== null)
      .x(({ ms }) => time.at(ms))
      .y(({ value }) => up(value!))
      .digits(1)(points) ?? ''
  );
}

/** Renders the marks of points. If there are many, marks between other points are invisible until a script shows them. */
function drawMarks(
  known: readonly PlotPoint[],
  alone: readonly PlotPoint[],
  { time, up }: PlotScales,
  textOf: (point: PlotPoint) => string,
) {
  const step = Math.ceil(known.length / MARKED_POINTS_MAX);
  const marked = known.filter((point, i) => i % step === 0 || i === known.length - 1 || alone.includes(point));
  return marked.map((point) => {
    const isShown = step === 1 || alone.includes(point);
    const look = point.note === null ? (isShown ? 'dot' : 'dot quiet') : 'dot noted';
    return html`<circle class="${look}" cx="${scaleTime(point.ms, time)}" cy="${roundCoordinate(up(point.value!))}" r="${point.note === null ? 2 : 4}"><title>${textOf(point)}</title></circle>\n`;
  });
}

/** Returns the points without neighbours, which neither the line nor the band would show. */
function listLonePoints(points: readonly PlotPoint[]): readonly PlotPoint[] {
  const without = (at: number): boolean => (points[at]?.value ?? null) === null;
  return points.filter(({ value }, i) => value !== null && without(i - 1) && without(i + 1));
}

/** Renders the intervals of these points as vertical lines. */
function drawErrorBars(alone: readonly PlotPoint[], { time, up }: PlotScales) {
  return alone
    .filter((point) => readHighValue(point) > readLowValue(point))
    .map(
      (point) =>
        html`<path class="span" d="M${roundCoordinate(time.at(point.ms))},${roundCoordinate(up(readLowValue(point)))}V${roundCoordinate(up(readHighValue(point)))}"/>\n`,
    );
}
