import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html, markAsHtml } from '../html.ts';
import { DASH_MARK } from './money.ts';

/** A table cell: its content, and the number to sort it by. Null means unknown and sorts last. */
export type Cell = unknown | { readonly shown: unknown; readonly value: number | null };

/** Returns a cell that shows a number and is sorted by this number. */
export function createNumberCell(value: number): Cell {
  return { shown: value.toLocaleString('en-GB'), value };
}

export interface TableColumn {
  readonly head: unknown;
  /** Numbers are right-aligned, and figures are left-aligned numbers such as bars. The default is text. */
  readonly as?: 'number' | 'figure' | 'text';
}

export interface TableData {
  /** Describes the rows. The caption is also the table's accessible name. */
  readonly caption: string;
  /**
   * Identifies the table on its page and in addresses that store how it is sorted, such as `dropped-by`. Defaults to the
   * words of the caption.
   */
  readonly id?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Ids of the rows, shown beside the names of rows that would otherwise read alike. */
  readonly ids?: readonly number[];
  /** Total number of rows, if `rows` has only some of them. `isWhole` is false if there may be even more. */
  readonly total?: number;
  readonly isWhole?: boolean;
  /** Position of the first row, counted from 1. */
  readonly first?: number;
  /** URL of the page with all rows, and the text of the link. */
  readonly rest?: string | null;
  readonly restWords?: string;
  /** URL of the rows as CSV. Without it, a script makes the CSV from the table. */
  readonly csv?: string | null;
  /** Describes the selection of rows, such as `surest`. Defaults to `first`. */
  readonly kept?: string;
  /** Whether the page has a form that searches all rows, so that the table needs no box that filters some of them. */
  readonly isSearched?: boolean;
}

/** Tables with more columns become one card for each row on narrow screens. */
const PHONE_COLUMNS = 3;

/** Tables with more rows than this get a filter box from a script (http/browser/data). */
const UNFILTERED_ROWS_MAX = 12;

/**
 * On narrow screens, tables with more rows show only the first six cards or ten rows (tables.css), with a check box that
 * shows all of them.
 */
const ROWS_ON_PHONES = { cards: 8, others: 12 };

/**
 * Renders a table without the columns that are empty in all rows. If scripts run, its columns can be sorted,
 * long tables can be filtered, and tables of several rows can be saved as CSV. The script finds the empty elements for
 * its controls, whose space the style sheet reserves.
 */
export function renderTable(shown: TableData): unknown {
  const { caption, id = toTableId(caption) } = shown;
  const isKept = (_: unknown, at: number): boolean => at === 0 || shown.rows.some((row) => !isEmptyCell(row[at]));
  const columns = shown.columns.filter(isKept);
  const kept = shown.rows.map((row) => row.filter(isKept));
  const rows = shown.ids === undefined ? kept : numberTwinRows(kept, shown.ids);
  const labels = columns.length > PHONE_COLUMNS ? columns.map(({ head }) => stripTags(head)) : [];
  return html`<div class="tabular">
${rows.length > UNFILTERED_ROWS_MAX && shown.isSearched !== true ? html`<p class="filter"></p>\n` : ''}<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table class="rows${labels.length > 0 ? ' stacked' : ''}" id="t-${id}">
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${chooseCellClass(column)}>${column.head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => renderCell(cell, columns[at], at === 0 ? undefined : labels[at]))}</tr>\n`)}</tbody>
</table>
</div>
${rows.length > ROWS_ON_PHONES[labels.length > 0 ? 'cards' : 'others'] ? html`<label class="all"><input type="checkbox"> Show all ${formatQuantity(rows.length, 'row')}</label>\n` : ''}${renderFoot(shown)}</div>
`;
}

/** Whether a cell shows nothing, or a dash. */
function isEmptyCell(cell: Cell): boolean {
  const shown = isValued(cell) ? cell.shown : cell;
  return shown === '' || shown === DASH_MARK;
}

function numberTwinRows(rows: TableData['rows'], ids: readonly number[]): TableData['rows'] {
  const words = rows.map((row) => `${stripTags(row.map((cell) => (isValued(cell) ? cell.shown : cell)))}`);
  return rows.map((row, at) =>
    words.indexOf(words[at]!) === words.lastIndexOf(words[at]!)
      ? row
      : [html`${row[0]} <small class="quiet">number ${ids[at]}</small>`, ...row.slice(1)],
  );
}

/** Returns the words of a heading without its elements. */
function stripTags(head: unknown): unknown {
  return markAsHtml(String(html`${head}`).replaceAll(/<[^>]*>/g, ''));
}

/** Returns the words of a caption as part of an id: `Dropped by, surest first` as `dropped-by-surest-first`. */
function toTableId(caption: string): string {
  return caption
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, ID_CHARS_MAX);
}

const ID_CHARS_MAX = 48;

function chooseCellClass(column: TableColumn | undefined): unknown {
  if (column?.as === 'number') return html` class="n"`;
  return column?.as === 'figure' ? html` class="f"` : '';
}

function renderCell(cell: Cell, column: TableColumn | undefined, label: unknown): unknown {
  const attributes = html`${chooseCellClass(column)}${label === undefined ? '' : html` data-label="${label}"`}`;
  if (!isValued(cell)) return html`<td${attributes}>${cell}</td>`;
  return html`<td${attributes} data-value="${cell.value ?? ''}">${cell.shown}</td>`;
}

function isValued(cell: Cell): cell is { shown: unknown; value: number | null } {
  return typeof cell === 'object' && cell !== null && 'shown' in cell && 'value' in cell;
}

/** Renders the line below a table: how many rows of a longer list are shown, and links to all of them. */
function renderFoot({
  rows,
  total = rows.length,
  isWhole = true,
  rest = null,
  csv = null,
  ...shown
}: TableData): unknown {
  const { first = 1, kept = 'first', restWords = 'All rows as data' } = shown;
  const isCut = total > rows.length || !isWhole;
  const cut = isCut ? describeCut({ first, kept, shown: rows.length, total, isWhole }) : '';
  const link = isCut && rest !== null ? html` <a href="${rest}">${restWords}</a>.` : '';
  if (rows.length < 2 && !isCut && csv === null) return '';
  return html`<p class="cut">${cut}${link}${csv === null ? '' : html` <a class="csv" href="${csv}" download>CSV</a>`}</p>\n`;
}

interface CutList extends Required<Pick<TableData, 'first' | 'kept' | 'total' | 'isWhole'>> {
  readonly shown: number;
}

/** Describes which rows of a longer list are shown. */
function describeCut({ first, kept, shown, total, isWhole }: CutList): string {
  const number = (count: number): string => count.toLocaleString('en-GB');
  if (total <= shown) return `There may be more than ${shown === 1 ? 'this one' : `these ${number(shown)}`}.`;
  const least = isWhole ? '' : 'at least ';
  return first === 1
    ? `The ${kept} ${number(shown)} of ${least}${formatQuantity(total, 'row')}.`
    : `Rows ${number(first)}–${number(first + shown - 1)} of ${least}${number(total)}.`;
}
