import { html } from '../html.ts';
import { type Table, table } from '../parts/table.ts';

/** The figures of a plot as a table, folded up beside it: whoever cannot see the plot reads them there. */
export function figures(of: Table): unknown {
  return html`<details class="figures">
<summary>Figures</summary>
${table(of)}</details>
`;
}
