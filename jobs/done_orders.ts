import type { Order, UploadReader } from '../domain/ports/uploads.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { sentenceOf } from './sentences.ts';

/** The orders that are open still, though all of them are carried out and published by this run or one before it. */
export const doneOrders = async (
  uploads: UploadReader,
  { orderN }: SnapshotRun,
): Promise<Result<readonly Order[], string>> => {
  const open = await uploads.orders(0);
  if (!open.ok) return err(sentenceOf(open.error));
  return ok(open.value.filter(({ n }) => n <= orderN));
};

export const isErasure = (order: Order): boolean => order.kind === 'install' && order.state === 'erased';
