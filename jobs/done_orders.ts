import type { Order, UploadReader } from '../domain/ports/uploads.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';

/** The orders that are open still, though all of them are carried out and published by this run or one before it. */
export async function doneOrders(uploads: UploadReader, { orderN }: SnapshotRun): Promise<readonly Order[]> {
  const open = await uploads.orders(0);
  return open.filter(({ n }) => n <= orderN);
}

export function isErasure(order: Order): order is Erasure {
  return order.kind === 'install' && order.state === 'erased';
}

type Erasure = Extract<Order, { kind: 'install' }>;

/**
 * The first record that any erasure among these orders took; 0 where one does not say, null where none is an erasure.
 */
export function erasedFrom(orders: readonly Order[]): number | null {
  const firsts = orders.filter(isErasure).map(({ fromSeq }) => fromSeq ?? 0);
  return firsts.length === 0 ? null : firsts.reduce((least, first) => Math.min(least, first));
}
