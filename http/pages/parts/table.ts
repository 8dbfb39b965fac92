import { rangeText } from '../../../domain/cards/words.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';

/** A table cell: its content, and the number to sort it by. Null means unknown and sorts last. */
export type Cell = unknown | { readonly shown: unknown; readonly value: number | null };

/** Returns a cell that shows a number and is sorted by this number. */
export function numberCell(value: number): Cell {
  return { shown: value.toLocaleString('en-GB'), value };
}

export interface Column {
  readonly head: unknown;
  /** Numbers are right-aligned. The default is text. */
  readonly as?: 'number' | 'text';
}

export interface Table {
  /** Describes the rows. The caption is also the table's accessible name. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Total number of rows, if `rows` has only some of them. `isWhole` is false if there may be even more. */
  readonly total?: number;
  readonly isWhole?: boolean;
  /** Position of the first row, counted from 1. */
  readonly first?: number;
  /** URL of the page with all rows, and the text of the link. */
  readonly rest?: string | null;
  readonly restWords?: string;
  /** Describes the selection of rows, such as `surest`. Defaults to `first`. */
  readonly kept?: string;
}

/** Renders a table. If scripts run, its columns can be sorted and long tables can be filtered. */
export function table({
  caption,
  columns,
  rows,
  total = rows.length,
  isWhole = true,
  first = 1,
  rest = null,
  restWords = 'All rows as data',
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

/** Describes which rows of a longer list are shown. */
function cutText({ first, kept, shown, total, isWhole }: Cut): string {
  if (total <= shown) return `There may be more than ${shown === 1 ? 'this one' : `these ${shown}`}.`;
  const least = isWhole ? '' : 'at least ';
  return first === 1
    ? `The ${kept} ${shown} of ${least}${counted(total, 'row')}.`
    : `Rows ${rangeText(first, first + shown - 1)} of ${least}${total}.`;
}
