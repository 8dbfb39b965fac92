import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { SnapshotReader } from '../../../domain/ports/snapshots.ts';
import { professionSlug } from '../../../domain/values/profession_slug.ts';
import { ok, type StorageResult } from '../../../domain/values/result.ts';
import { NAVIGATION } from '../../pages/navigation.ts';

/** Lists that are pages themselves, beside those of the navigation. */
const LISTS = ['/items', '/npcs', '/quests', '/professions', '/talents'];

/** The pages that are of no single entity: those that are always there, classes of items, professions. */
export const listPages = async (
  reader: SnapshotReader,
  view: SnapshotView,
): Promise<StorageResult<readonly string[]>> => {
  const index = await reader.itemIndex(view);
  if (!index.ok) return index;
  const professions = await reader.professions(view);
  if (!professions.ok) return professions;
  const classes = (index.value?.categories.classes ?? []).filter(({ items }) => items > 0);
  const slugs = professions.value.map(professionSlug).filter((slug) => slug !== '');
  return ok([
    ...new Set([
      ...NAVIGATION.map(({ to }) => to),
      ...LISTS,
      ...classes.map(({ slug }) => `/items/${slug}`),
      ...slugs.map((slug) => `/profession/${encodeURIComponent(slug)}`),
    ]),
  ]);
};
