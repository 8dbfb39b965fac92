import { counted } from '../../../domain/values/phrases.ts';
import { addCopying } from './copy.ts';
import { addMenu } from './menu.ts';
import { type Direction, holds, nextDirection, plain, sortKeyOf, sortRows } from './row_order.ts';

/** Tables with more rows than this get a filter box. */
const ROWS_MAX = 12;

addCopying();

/** Lets readers sort and filter tables. Pages also work without this script. */
for (const table of document.querySelectorAll<HTMLTableElement>('table.rows')) {
  addSorting(table);
  addFilter(table);
}

for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more')) addMenu(menu);

function addFilter(table: HTMLTableElement): void {
  const [body] = table.tBodies;
  const before = table.closest('.scroll') ?? table;
  if (body === undefined || body.rows.length <= ROWS_MAX) return;
  const rows = [...body.rows].map((row) => ({ row, text: plain(row.textContent ?? '') }));
  const caption = table.caption?.textContent ?? '';
  const box = document.createElement('input');
  box.type = 'search';
  box.placeholder = `Filter ${counted(rows.length, 'row')}`;
  box.setAttribute('aria-label', caption === '' ? 'Filter the rows' : `Filter the rows of: ${caption}`);
  const status = document.createElement('output');
  box.addEventListener('input', () => {
    const sought = box.value.trim();
    let left = 0;
    for (const { row, text } of rows) {
      row.hidden = sought !== '' && !holds(text, sought);
      if (!row.hidden) left++;
    }
    status.textContent = sought === '' ? '' : `${left} of ${counted(rows.length, 'row')}`;
  });
  const line = document.createElement('p');
  line.className = 'filter';
  line.append(box, status);
  before.before(line);
}

/** Adds sort buttons to the headings of a table. A third press restores the original order. */
function addSorting(table: HTMLTableElement): void {
  const [body] = table.tBodies;
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (body === undefined || body.rows.length < 2) return;
  const original = [...body.rows];
  let sorted: { readonly at: number; readonly direction: Direction } | null = null;

  const sortBy = (at: number): void => {
    const isNumeric = headings[at]!.classList.contains('n');
    const direction = nextDirection(sorted?.at === at ? sorted.direction : null, isNumeric);
    sorted = direction === null ? null : { at, direction };
    const rows =
      direction === null
        ? original
        : sortRows(
            original.map((row) => sortKeyOf(readCell(row.cells[at]))),
            direction,
          ).map((place) => original[place]!);
    body.append(...rows);
    headings.forEach((heading, i) => {
      if (sorted?.at === i) heading.setAttribute('aria-sort', sorted.direction);
      else heading.removeAttribute('aria-sort');
    });
  };

  headings.forEach((heading, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...heading.childNodes);
    button.addEventListener('click', () => sortBy(at));
    heading.append(button);
  });
}

function readCell(cell: HTMLTableCellElement | undefined) {
  return {
    value: cell?.getAttribute('data-value') ?? null,
    text: cell?.textContent ?? '',
    isUnknown: cell === undefined || cell.querySelector(':scope > .unknown') !== null,
  };
}
