import { formatQuantity } from '../../../domain/values/phrases.ts';
import { formatWordSlug } from '../../../domain/values/word_slug.ts';
import type { TableState } from './address.ts';
import { readCell } from './cell.ts';
import { saveCsv } from './csv.ts';
import { containsText, type Direction, foldText, sortRows, toggleDirection, toSortKey } from './row_order.ts';

/** A table that the server rendered (http/pages/parts/table.ts), whose rows a reader can sort and filter. */
export interface DataTable {
  readonly id: string;
  readonly element: HTMLElement;
  state(): TableState;
  /** Sorts and filters the rows. Ignores a column or a filter that the table does not have. */
  apply(state: TableState): void;
}

/**
 * Adds controls to a table of at least two rows, otherwise returns null. `onChange` is called after the reader used
 * them.
 */
export function createDataTable(
  element: HTMLTableElement,
  onChange: (control: 'sort' | 'filter') => void,
): DataTable | null {
  const [body] = element.tBodies;
  const headings = [...(element.tHead?.rows[0]?.cells ?? [])];
  if (body === undefined || body.rows.length < 2) return null;
  const original = [...body.rows];
  const columns = headings.map(({ textContent }) => formatWordSlug(textContent ?? ''));
  const frame = element.closest('.scroll')!;
  const id = element.id.slice('t-'.length);
  let sort = '';

  const showSort = (): void => {
    const column = sort.replace(/^-/, '');
    const direction: Direction = column === sort ? 'ascending' : 'descending';
    const at = columns.indexOf(column);
    if (at === -1) sort = '';
    const keys = original.map((row) => toSortKey(readCell(row.cells[at])));
    body.append(...(at === -1 ? original : sortRows(keys, direction).map((place) => original[place]!)));
    headings.forEach((heading, i) => {
      if (i === at) heading.setAttribute('aria-sort', direction);
      else heading.removeAttribute('aria-sort');
    });
  };

  headings.forEach((heading, at) => {
    const isNumeric = original.some((row) => row.cells[at]?.hasAttribute('data-value'));
    const button = createButton('sort', () => {
      const direction = toggleDirection(heading.getAttribute('aria-sort') as Direction | null, isNumeric);
      sort = direction === null ? '' : `${direction === 'descending' ? '-' : ''}${columns[at]}`;
      showSort();
      onChange('sort');
    });
    button.append(...heading.childNodes);
    heading.append(button);
  });

  const line = frame.previousElementSibling;
  const filter = line?.matches('.filter') ? addFilter(line, element, original, () => onChange('filter')) : null;
  const foot = frame.nextElementSibling;
  if (foot?.matches('.cut') && foot.querySelector('.csv') === null) {
    const button = createButton('csv', () => saveCsv(`${id}.csv`, headings, original));
    button.textContent = 'CSV';
    foot.append(' ', button);
  }
  return {
    id,
    element,
    state: () => ({ sort, filter: filter?.box.value ?? '' }),
    apply: (state) => {
      sort = state.sort;
      showSort();
      if (filter === null) return;
      filter.box.value = state.filter;
      filter.show();
    },
  };
}

function createButton(className: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.addEventListener('click', press);
  return button;
}

/** Adds a filter box to the empty line above a table. */
function addFilter(
  line: Element,
  { caption }: HTMLTableElement,
  rows: readonly HTMLTableRowElement[],
  onChange: () => void,
) {
  const texts = rows.map((row) => foldText(row.textContent ?? ''));
  const box = document.createElement('input');
  box.type = 'search';
  box.placeholder = `Filter ${formatQuantity(rows.length, 'row')}`;
  box.setAttribute('aria-label', `Filter the rows of: ${caption!.textContent}`);
  const status = document.createElement('output');
  const show = (): void => {
    const sought = box.value.trim();
    let left = 0;
    rows.forEach((row, at) => {
      row.hidden = sought !== '' && !containsText(texts[at]!, sought);
      if (!row.hidden) left++;
    });
    status.textContent = sought === '' ? '' : `${left} of ${formatQuantity(rows.length, 'row')}`;
  };
  box.addEventListener('input', () => {
    show();
    onChange();
  });
  line.append(box, status);
  return { box, show };
}
