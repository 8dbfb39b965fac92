import type { ListCounts, ListRows } from '../ports/exports.ts';
import type { Order } from '../ports/uploads.ts';

/** Returns the lists that an order may withdraw rows from. Named records, which need grants, are only in the corpus. */
function affectedLists(order: Order): readonly (keyof ListRows)[] {
  if (order.kind === 'grant') return ['corpus'];
  return order.state === 'in' ? [] : ['corpus', 'edges', 'rates', 'zeros'];
}

/**
 * Returns how many rows a rebuilt epoch counts as withdrawn from each list: the rows withdrawn before, and, if the
 * rebuild carried out an order that affects the list, the rows that are missing since. `past` has the counts of the
 * replaced epoch, `now` the rows of the rebuilt one.
 */
export function countWithdrawn(past: ListCounts, now: ListRows, orders: readonly Order[]): ListRows {
  const affected = new Set(orders.flatMap(affectedLists));
  const count = (list: keyof ListRows): number =>
    past.withdrawn[list] + (affected.has(list) ? Math.max(0, past.standing[list] - now[list]) : 0);
  return { corpus: count('corpus'), edges: count('edges'), rates: count('rates'), zeros: count('zeros') };
}
