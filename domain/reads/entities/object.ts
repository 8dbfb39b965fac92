import { pageUrl } from '../../values/entity_page.ts';
import type { LootLimits } from './limits.ts';
import { lootOf } from './loot.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/**
 * Reads everything public about an object, which is its loot (contract, section 3: objects have no names and no pins),
 * or null if nothing is public.
 */
export async function readObject(snapshot: PublishedSnapshot, objectId: number, max: LootLimits) {
  const loot = await lootOf(snapshot, { type: 'object', id: objectId }, max);
  if (loot === null) return null;
  const url = pageUrl(snapshot.publisher, 'object', objectId);
  return { object: { kind: 'object', id: objectId, name: null, url }, loot } as const;
}
