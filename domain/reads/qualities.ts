import type { Quality } from '../../schema/vocabulary.ts';
import { families } from '../families/mod.ts';
import type { Snapshot } from '../ports/snapshots.ts';

/** Returns the agreed qualities of many items, with a single read. Items without an agreed quality are omitted. */
export async function readQualities(
  snapshot: Snapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Quality>> {
  const facts = await snapshot.factsAmong(families.items, itemIds.map(String));
  const qualities = new Map<number, Quality>();
  for (const [subject, { quality }] of facts) if (quality !== undefined) qualities.set(Number(subject), quality.value);
  return qualities;
}
