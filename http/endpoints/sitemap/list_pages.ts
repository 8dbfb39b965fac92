import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { slugsWithTalents } from '../../../domain/tools/talents/class_talents.ts';
import { professionPath } from '../../../domain/values/profession_page.ts';
import { professionSlug } from '../../../domain/values/profession_slug.ts';
import { EMBED_PAGE } from '../../embed/tag.ts';
import { NAVIGATION } from '../../pages/navigation.ts';
import { realmPath } from '../market_pages/page.ts';
import { GROUPS } from '../reference/groups.ts';

/**
 * Returns the paths of all pages that are not about one entity: fixed pages, item classes, professions, talents, etc.
 */
export async function listPages(snapshot: Snapshot): Promise<readonly string[]> {
  const [index, professions, classes, realms] = await Promise.all([
    snapshot.game.itemIndex(),
    snapshot.professions(),
    slugsWithTalents(snapshot),
    snapshot.market.realms(),
  ]);
  const itemClasses = (index?.categories.classes ?? []).filter(({ items }) => items > 0);
  const slugs = new Set(professions.map(professionSlug).filter((slug) => slug !== ''));
  return [
    ...NAVIGATION.map(({ to }) => to),
    ...GROUPS.map(({ path }) => path),
    EMBED_PAGE,
    ...itemClasses.map(({ slug }) => `/items/${slug}`),
    ...[...slugs].map(professionPath),
    ...classes.map((slug) => `/talents/${encodeURIComponent(slug)}`),
    ...realms.map(({ name }) => realmPath(name)),
  ];
}
