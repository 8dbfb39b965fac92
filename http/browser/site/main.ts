import { addFilter } from './filtering.ts';
import { addSorting } from './sorting.ts';

/** Lets readers sort and filter tables. Pages also work without this script. */
for (const table of document.querySelectorAll<HTMLTableElement>('table.rows')) {
  addSorting(table);
  addFilter(table);
}
