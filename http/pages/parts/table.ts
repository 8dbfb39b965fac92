import { rangeText } from '../../../domain/cards/words.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';

/** A cell: what it shows, and the number that it sorts by (null: unknown, which sorts last). */
export type Cell = unknown | { readonly shown: unknown; readonly value: number | null };

/** A count or another number as it is. */
export function numberCell(value: number): Cell {
  return { shown: value.toLocaleString('en-GB'), value };
}

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
  /** Which of them the first row is, counted from 1. */
  readonly first?: number;
  /** Where all of them stand, and what leads there. */
  readonly rest?: string | null;
  readonly restWords?: string;
  /** Which of all the rows these are; left out: the first. */
  readonly kept?: string;
}

/** A table that reads whole by itself; where scripts run, its columns sort and long ones filter. */
export function table({
  caption,
  columns,
  rows,
  total = rows.length,
  isWhole = true,
  first = 1,
  rest = null,
  restWords = 'All of them as data',
  kept = 'first',
}: Table): unknown {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table class="rows">
<caption>${caption}</caption>
<thead><tr>${columns.map(({ head, as }) => html`<th scope="col"${as === 'number' ? html` class="n"` : ''}>${head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => cellOf(cell, columns[at]))}</tr>\n`)}</tbody>
</table>
</div>
${
  total > rows.length || !isWhole
    ? html`<p class="cut">${cutText({ first, kept, shown: rows.length, total, isWhole })}${rest === null ? '' : html` <a href="${rest}">${restWords}</a>.`}</p>\n`
    : ''
}`;
}

function cellOf(cell: Cell, column: Column | undefined): unknown {
  const numeric = column?.as === 'number' ? html` class="n"` : '';
  if (!isValued(cell)) return html`<td${numeric}>${cell}</td>`;
  return html`<td${numeric} data-value="${cell.value ?? ''}">${cell.shown}</td>`;
}

function isValued(cell: Cell): cell is { shown: unknown; value: number | null } {
  return typeof cell === 'object' && cell !== null && 'shown' in cell && 'value' in cell;
}

interface Cut extends Required<Pick<Table, 'first' | 'kept' | 'total' | 'isWhole'>> {
  readonly shown: number;
}

/** Says which rows of a longer list these are. */
function cutText({ first, kept, shown, total, isWhole }: Cut): string {
  if (total <= shown) return `There may be more than ${shown === 1 ? 'this one' : `these ${shown}`}.`;
  const least = isWhole ? '' : 'at least ';
  return first === 1
    ? `The ${kept} ${shown} of ${least}${counted(total, 'row')}.`
    : `Rows ${rangeText(first, first + shown - 1)} of ${least}${total}.`;
}
