import { addFilter } from './filtering.ts';
import { addSorting } from './sorting.ts';

/** What pages can do where scripts run: their tables sort and filter. Everything reads whole without it. */
for (const table of document.querySelectorAll<HTMLTableElement>('table.rows')) {
  addSorting(table);
  addFilter(table);
}
