import { isPaged } from '../entity_page.ts';
import { isPublic } from '../reads/public_entity.ts';
import { ok, type Reached } from '../result.ts';
import { type Entity, entityOf, type Sight } from './sight.ts';

/** An entity's agreed name and page, where nobody knows yet whether anything of it is public. */
export const pagedEntityOf = async <K extends string>(
  sight: Sight,
  kind: K,
  id: number,
): Promise<Reached<Entity<K>>> => {
  const reported = isPaged(kind) ? await isPublic(sight, kind, id) : ok(false);
  return reported.ok ? entityOf(sight, kind, id, reported.value) : reported;
};
