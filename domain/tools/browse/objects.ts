import { readZonesById, type Zone } from '../../reads/entities/places.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';

/** An object as shown in lists, with the zones where players looted it. */
export interface ListedObject {
  readonly object: Entity<'object'>;
  readonly zones: readonly Zone[];
}

/** Returns the list entries of these objects, in the given order, in as many reads as for one. */
export async function readListedObjects(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<readonly ListedObject[]> {
  const [objects, zones] = await Promise.all([
    readEntities(snapshot, 'object', ids),
    readZonesById(snapshot, 'object', ids),
  ]);
  return ids.map((id) => ({ object: objects.get(id)!, zones: zones.get(id) ?? [] }));
}
