import { DEFAULT_STATE, formatStates, parseStates } from './address.ts';
import { addCrosshair } from './crosshair.ts';
import { createDataTable } from './data_table.ts';

/**
 * Lets readers sort, filter and save tables, share how they did, and read the values of plots with a pointer, by touch
 * or with the keyboard. Pages are complete without it.
 */
const dataTables = [...document.querySelectorAll<HTMLTableElement>('table.rows')].flatMap(
  (element) => createDataTable(element, saveTableStates) ?? [],
);

/** Stores the states of all tables in the address. Each sorting can be undone by going back; typing cannot. */
function saveTableStates(control: 'sort' | 'filter'): void {
  const fragment = formatStates(new Map(dataTables.map(({ id, state }) => [id, state()])));
  const address = fragment === '' ? location.pathname + location.search : fragment;
  if (control === 'sort') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function restoreStates() {
  const states = parseStates(location.hash);
  for (const { id, apply } of dataTables) apply(states.get(id) ?? DEFAULT_STATE);
  return dataTables.find(({ id }) => states.has(id));
}

if (location.hash !== '') restoreStates()?.element.scrollIntoView();
addEventListener('popstate', restoreStates);

for (const plot of document.querySelectorAll<SVGSVGElement>('.plotted > svg.time')) {
  const reading = plot.parentElement!.querySelector<HTMLElement>('.reading');
  if (reading !== null) addCrosshair(plot, reading);
}
