import type { Order, UploadReader } from '../ports/uploads.ts';
import type { SnapshotRun } from './take_snapshot.ts';

/**
 * Returns the orders that are still open although this run or an earlier run has carried them out and published the
 * result.
 */
export async function doneOrders(uploads: UploadReader, { orderN }: SnapshotRun): Promise<readonly Order[]> {
  const open = await uploads.orders(0);
  return open.filter(({ n }) => n <= orderN);
}

export function isErasure(order: Order): order is Erasure {
  return order.kind === 'install' && order.state === 'erased';
}

type Erasure = Extract<Order, { kind: 'install' }>;

/**
 * Returns the sequence number of the first record that these orders erased, 0 if an erasure does not name its first
 * record, or null if none of the orders is an erasure.
 */
export function erasedFrom(orders: readonly Order[]): number | null {
  const seqs = orders.filter(isErasure).map(({ fromSeq }) => fromSeq ?? 0);
  return seqs.length === 0 ? null : seqs.reduce((lowest, seq) => Math.min(lowest, seq));
}
