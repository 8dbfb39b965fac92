import type { ListCounts, ListRows } from '../ports/exports.ts';
import type { Order } from '../ports/uploads.ts';

/** The lists that an order may take rows from; named records, which grants cover, stand in the feed alone. */
function listsOf(order: Order): readonly (keyof ListRows)[] {
  if (order.kind === 'grant') return ['corpus'];
  return order.state === 'in' ? [] : ['corpus', 'edges', 'rates', 'zeros'];
}

/**
 * What was withdrawn of each list before an epoch that is built anew: what was before, and where an order was carried out
 * by building anew, the rows that are not there any more. `past`: of the epoch it replaces; `now`: what stands in it.
 */
export function withdrawnBefore(past: ListCounts, now: ListRows, orders: readonly Order[]): ListRows {
  const owed = new Set(orders.flatMap(listsOf));
  const rowsOf = (list: keyof ListRows): number =>
    past.withdrawn[list] + (owed.has(list) ? Math.max(0, past.standing[list] - now[list]) : 0);
  return { corpus: rowsOf('corpus'), edges: rowsOf('edges'), rates: rowsOf('rates'), zeros: rowsOf('zeros') };
}
