import { type Entity, type PublishedSnapshot, readEntity } from '../../reads/entities/snapshot_data.ts';
import { isPublicEntity } from '../../reads/public_entity.ts';
import { hasEntityPage } from '../../values/entity_page.ts';

/** Returns an entity's agreed name and page, after checking whether anything about it is public. */
export async function readPagedEntity<K extends string>(
  snapshot: PublishedSnapshot,
  kind: K,
  id: number,
): Promise<Entity<K>> {
  const reported = hasEntityPage(kind) ? await isPublicEntity(snapshot, kind, id) : false;
  return readEntity(snapshot, kind, id, reported);
}
