import { html } from '../html.ts';
import { type Table, table } from '../parts/table.ts';

/** Renders the values of a plot as a collapsed table, for people who cannot see the plot. */
export function figures(of: Table): unknown {
  return html`<details class="figures">
<summary>Figures</summary>
${table(of)}</details>
`;
}
