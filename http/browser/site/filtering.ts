import { counted } from '../../../domain/values/phrases.ts';
import { holds, plain } from './row_order.ts';

/** Tables with more rows than this get a filter box. */
const ROWS_MAX = 12;

/** Adds a filter box above a long table. */
export function addFilter(table: HTMLTableElement): void {
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
