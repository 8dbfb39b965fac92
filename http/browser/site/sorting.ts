import { type Direction, nextDirection, sortKeyOf, sortRows } from './row_order.ts';

/** Adds sort buttons to the headings of a table. A third press restores the original order. */
export function addSorting(table: HTMLTableElement): void {
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
