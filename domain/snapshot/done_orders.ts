import type { ExportListCounts, ListRows } from '../ports/exports.ts';
import type { Order, UploadReader } from '../ports/uploads.ts';
import type { SnapshotRun } from './take_snapshot.ts';

/** Returns the open orders carried out and published by this run or an earlier one. */
export async function listCompletedOrders(uploads: UploadReader, { orderN }: SnapshotRun): Promise<readonly Order[]> {
  const open = await uploads.orders(0);
  return open.filter(({ n }) => n <= orderN);
}

export function isErasure(order: Order): order is Extract<Order, { kind: 'install' }> {
  return order.kind === 'install' && order.state === 'erased';
}

/** Returns the lowest sequence number erased by these orders, 0 if it is unknown, or null if none is an erasure. */
export function findLowestErased(orders: readonly Order[]): number | null {
  const seqs = orders.filter(isErasure).map(({ fromSeq }) => fromSeq ?? 0);
  return seqs.length === 0 ? null : seqs.reduce((lowest, seq) => Math.min(lowest, seq));
}

/** Returns the lists from which an order may withdraw rows. Named records appear only in the corpus. */
function listAffectedLists(order: Order): readonly (keyof ListRows)[] {
  if (order.kind === 'grant') return ['corpus'];
  return order.state === 'in' ? [] : ['corpus', 'edges', 'rates', 'zeros'];
}

/**
 * Returns how many rows count as withdrawn from each list of a rebuilt epoch: rows withdrawn earlier (`past`) and, if
 * the rebuild carried out an order affecting the list, rows that have disappeared since (`now`).
 */
export function countWithdrawnRows(past: ExportListCounts, now: ListRows, orders: readonly Order[]): ListRows {
  const affected = new Set(orders.flatMap(listAffectedLists));
  const count = (list: keyof ListRows): number =>
    past.withdrawn[list] + (affected.has(list) ? Math.max(0, past.remaining[list] - now[list]) : 0);
  return { corpus: count('corpus'), edges: count('edges'), rates: count('rates'), zeros: count('zeros') };
}
