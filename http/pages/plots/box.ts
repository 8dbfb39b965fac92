import { html } from '../html.ts';
import { renderTable, type Table } from '../parts/table.ts';

/** Rounds a coordinate to a tenth, which is finer than a pixel and keeps the SVG short. */
export function roundCoordinate(at: number): number {
  return Math.round(at * 10) / 10;
}

/** Largest value that an axis can show. No count or price comes near it. */
const PLOTTED_MAX = 1e18;
const PLOTTED_MIN = 1e-9;

/** Whether a value can be plotted. Other values are treated as unknown. */
export function isPlottable(value: number | null): value is number {
  if (value === null || !Number.isFinite(value)) return false;
  const size = Math.abs(value);
  return size === 0 || (size >= PLOTTED_MIN && size <= PLOTTED_MAX);
}

/** Renders the values of a plot as a collapsed table, for people who cannot see the plot. */
export function renderFigures(of: Table): unknown {
  return html`<details class="figures">
<summary>Figures</summary>
${renderTable(of)}</details>
`;
}
