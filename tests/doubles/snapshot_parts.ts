import type { SnapshotChange, SnapshotPart } from '../../domain/ports/snapshots.ts';
import { ok, type StorageResult } from '../../domain/values/result.ts';

/** A change with all of its parts in one, for tests. */
export const wholeOf = async (change: SnapshotChange): Promise<StorageResult<SnapshotChange>> => {
  const parts: SnapshotPart[] = [change];
  for await (const part of change.parts ?? []) {
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok({ ...change, ...together(parts) });
};

const together = (parts: readonly SnapshotPart[]): SnapshotPart => ({
  corpusWithdrawals: parts.flatMap((part) => part.corpusWithdrawals),
  drops: parts.flatMap((part) => part.drops),
  edges: parts.flatMap((part) => part.edges),
  facts: parts.flatMap((part) => part.facts),
  wholeFamilies: parts.flatMap((part) => part.wholeFamilies),
  market: parts.flatMap((part) => part.market),
});
