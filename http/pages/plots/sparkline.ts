import { html } from '../html.ts';

/** Distance between two values, and height, in pixels. */
const STEP_WIDTH = 4;
const SPARKLINE_HEIGHT = 16;

/**
 * Draws values, oldest first, as a line without axes, for use beside the newest value as text. A thin line joins the
 * values around a null. Returns an empty string if fewer than two values are known.
 */
export function drawSparkline(values: readonly (number | null)[]): unknown {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (points.length < 2) return '';
  const known = points.map(({ value }) => value);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const y = (value: number): number =>
    most === least ? SPARKLINE_HEIGHT / 2 : Math.round(SPARKLINE_HEIGHT * (1 - (value - least) / (most - least)));
  const spots = points.map(({ value, at }) => `${STEP_WIDTH * at} ${y(value)}`);
  const follows = (at: number): boolean => points[at]!.at === (points[at - 1]?.at ?? -2) + 1;
  const line = spots.map((spot, at) => (follows(at) ? ` ${spot}` : `M${spot}`)).join('');
  const gaps = spots.map((spot, at) => (at === 0 || follows(at) ? '' : `M${spots[at - 1]} ${spot}`)).join('');
  const width = STEP_WIDTH * (values.length - 1);
  return html`<svg class="spark" viewBox="-2 -2 ${width + 4} ${SPARKLINE_HEIGHT + 4}" width="${width + 4}" height="${SPARKLINE_HEIGHT + 4}" aria-hidden="true"><path d="${line}"/>${gaps === '' ? '' : html`<path class="gap" d="${gaps}"/>`}</svg>`;
}
