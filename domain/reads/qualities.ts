import type { Quality } from '../../schema/vocabulary.ts';
import { families } from '../families/mod.ts';
import type { Snapshot } from '../ports/snapshots.ts';

/** Returns the agreed qualities of items, in one read. Items without one are omitted. */
export async function readQualities(
  snapshot: Snapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Quality>> {
  const facts = await snapshot.factsAmong(families.items, itemIds.map(String));
  const qualities = new Map<number, Quality>();
  for (const [subject, { quality }] of facts) if (quality !== undefined) qualities.set(Number(subject), quality.value);
  return qualities;
}
