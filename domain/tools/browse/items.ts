import type { Quality } from '../../../schema/vocabulary.ts';
import { agreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { Worded } from '../../values/language.ts';
import { ok, type StorageResult } from '../../values/result.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** An item as lists show it, as far as installs agree. */
export interface ListedItem {
  readonly id: number;
  readonly name: Worded | undefined;
  readonly quality: Quality | null;
  readonly itemLevel: number | null;
}

/** What lists show of these items, in their order. */
export const listedItems = async (
  { reader, view }: SnapshotData,
  ids: readonly number[],
): Promise<StorageResult<readonly ListedItem[]>> => {
  const facts = await reader.factsAmong(view, families.items, ids.map(String));
  if (!facts.ok) return facts;
  return ok(
    ids.map((id) => {
      const { name, quality, itemLevel } = facts.value.get(`${id}`) ?? {};
      return { id, name, quality: agreedValue(quality), itemLevel: agreedValue(itemLevel) };
    }),
  );
};
