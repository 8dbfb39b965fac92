import { html } from '../html.ts';

/** Distance between two values, and height, in pixels. */
const STEP = 4;
const HEIGHT = 16;

/**
 * Draws values, oldest first, as a line without axes, for use beside the newest value as text. Null leaves a gap.
 * Returns an empty string if fewer than two values are known.
 */
export function sparkline(values: readonly (number | null)[]): unknown {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return '';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const y = (value: number): number =>
    most === least ? HEIGHT / 2 : Math.round(HEIGHT * (1 - (value - least) / (most - least)));
  const steps = values.map((value, at) => {
    if (value === null) return '';
    const isFirst = (values[at - 1] ?? null) === null;
    const isAlone = isFirst && (values[at + 1] ?? null) === null;
    // A line of no length shows as a dot, because its ends are round.
    return `${isFirst ? 'M' : ' '}${STEP * at} ${y(value)}${isAlone ? 'h0' : ''}`;
  });
  const width = STEP * (values.length - 1);
  return html`<svg class="spark" viewBox="-2 -2 ${width + 4} ${HEIGHT + 4}" width="${width + 4}" height="${HEIGHT + 4}" aria-hidden="true"><path d="${steps.join('')}"/></svg>`;
}
