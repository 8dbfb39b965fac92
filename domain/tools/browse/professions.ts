import type { Snapshot } from '../../ports/snapshots.ts';
import { formatProfessionSlug } from '../../values/profession_page.ts';

export interface KnownProfession {
  readonly slug: string;
  readonly name: string;
}

/**
 * Reads the professions that have public recipes, and so a page, sorted by slug. Spellings with the same slug are merged.
 */
export async function readKnownProfessions(snapshot: Snapshot): Promise<readonly KnownProfession[]> {
  const spellings = await snapshot.professions();
  const bySlug = new Map<string, KnownProfession>();
  for (const name of spellings) {
    const slug = formatProfessionSlug(name);
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, { slug, name });
  }
  return [...bySlug.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
