import type { Quality } from '../../schema/vocabulary.ts';
import { families } from '../families/mod.ts';
import type { FactReader } from '../ports/facts.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';

/** Returns the agreed qualities of items, in one read. Items without one are omitted. */
export async function readQualities(
  { reader, view }: { readonly reader: Pick<FactReader, 'factsAmong'>; readonly view: SnapshotView },
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Quality>> {
  const facts = await reader.factsAmong(view, families.items, itemIds.map(String));
  const qualities = new Map<number, Quality>();
  for (const [subject, { quality }] of facts) if (quality !== undefined) qualities.set(Number(subject), quality.value);
  return qualities;
}
