import { html } from 'hono/html';
import { counted } from '../../../domain/values/phrases.ts';

/** A cell: what it shows, and the number that it sorts by (null: unknown, which sorts last). */
export type Cell = unknown | { readonly shown: unknown; readonly value: number | null };

export interface Column {
  readonly head: unknown;
  /** Numbers stand at the right; text is the default. */
  readonly as?: 'number' | 'text';
}

export interface Table {
  /** Says what the rows are; it is the table's heading for people who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** How many rows there are in all, where these are some of them; false: there may be more than that. */
  readonly total?: number;
  readonly isWhole?: boolean;
  /** Where all of them stand, and what leads there. */
  readonly rest?: string | null;
  readonly restWords?: string;
}

/** A table that reads whole by itself; where scripts run, its columns sort and long ones filter. */
export const table = ({
  caption,
  columns,
  rows,
  total = rows.length,
  isWhole = true,
  rest = null,
  restWords = 'All of them as data',
}: Table): unknown => html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table class="rows">
<caption>${caption}</caption>
<thead><tr>${columns.map(({ head, as }) => html`<th scope="col"${as === 'number' ? html` class="n"` : ''}>${head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => cellOf(cell, columns[at]))}</tr>\n`)}</tbody>
</table>
</div>
${
  total > rows.length || !isWhole
    ? html`<p class="cut">${cutText(rows.length, total, isWhole)}${rest === null ? '' : html` <a href="${rest}">${restWords}</a>.`}</p>\n`
    : ''
}`;

const cellOf = (cell: Cell, column: Column | undefined): unknown => {
  const numeric = column?.as === 'number' ? html` class="n"` : '';
  if (!isValued(cell)) return html`<td${numeric}>${cell}</td>`;
  return html`<td${numeric} data-value="${cell.value ?? ''}">${cell.shown}</td>`;
};

const isValued = (cell: Cell): cell is { shown: unknown; value: number | null } =>
  typeof cell === 'object' && cell !== null && 'shown' in cell && 'value' in cell;

/** Says that a list goes on. */
const cutText = (shown: number, total: number, isWhole: boolean): string =>
  total > shown
    ? `The first ${shown} of ${isWhole ? '' : 'at least '}${counted(total, 'row')}.`
    : `There may be more than ${shown === 1 ? 'this one' : `these ${shown}`}.`;
