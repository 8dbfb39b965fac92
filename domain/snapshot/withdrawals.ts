import type { ListCounts, ListRows } from '../ports/exports.ts';
import type { Order } from '../ports/uploads.ts';

/**
 * Returns the lists from which an order may withdraw rows. Named records, which need grants, appear only in the corpus.
 */
function affectedLists(order: Order): readonly (keyof ListRows)[] {
  if (order.kind === 'grant') return ['corpus'];
  return order.state === 'in' ? [] : ['corpus', 'edges', 'rates', 'zeros'];
}

/**
 * Returns how many rows count as withdrawn from each list of a rebuilt epoch. This is the number withdrawn earlier
 * plus, if the rebuild carried out an order that affects the list, the number of rows that have disappeared since.
 * `past` has the counts of the replaced epoch; `now` has the row counts of the rebuilt epoch.
 */
export function countWithdrawn(past: ListCounts, now: ListRows, orders: readonly Order[]): ListRows {
  const affected = new Set(orders.flatMap(affectedLists));
  const count = (list: keyof ListRows): number =>
    past.withdrawn[list] + (affected.has(list) ? Math.max(0, past.standing[list] - now[list]) : 0);
  return { corpus: count('corpus'), edges: count('edges'), rates: count('rates'), zeros: count('zeros') };
}
