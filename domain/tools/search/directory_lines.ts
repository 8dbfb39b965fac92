import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { buildProfessionPath, formatProfessionSlug } from '../../values/profession_page.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import type { DirectoryEntry } from './directory.ts';

/** The line of a suggestion, and the address of the page that it leads to. */
interface DirectoryLine {
  readonly line: string;
  readonly url: string;
}

/**
 * Describes professions, classes, realms and roles, in the same order. They lead to their page or, without one, to a
 * search for their name.
 */
export async function describeDirectory(
  snapshot: PublishedSnapshot,
  entries: readonly DirectoryEntry[],
): Promise<readonly DirectoryLine[]> {
  const keysOf = (kind: DirectoryEntry['kind']): readonly string[] =>
    entries.filter((entry) => entry.kind === kind).map(({ id }) => parseEntryKey(id));
  const [professions, markets, trees] = await Promise.all([
    snapshot.professions(),
    snapshot.market.realms(),
    snapshot.game.subjectsAmong('talents', keysOf('player_class')),
  ]);
  const slugs = new Set(professions.map(formatProfessionSlug));
  const realms = new Set(markets.map(({ name }) => toRealmKey(name)));
  const pageOf = ({ id, kind, name }: DirectoryEntry): { readonly line: string; readonly path: string } | null => {
    const key = parseEntryKey(id);
    if (kind === 'profession' && slugs.has(key)) {
      return { line: 'recipes, and the cheapest way to level it', path: buildProfessionPath(key) };
    }
    if (kind === 'realm' && realms.has(key)) {
      return { line: 'auction prices', path: `/market/${encodeURIComponent(name)}` };
    }
    return kind === 'player_class' && trees.has(key) ? { line: 'talents', path: `/talents/${key}` } : null;
  };
  return entries.map((entry) => {
    const page = pageOf(entry);
    const path = page?.path ?? `/search?${new URLSearchParams({ q: entry.name })}`;
    const line = page?.line ?? (entry.kind === 'role' ? entry.text.replace(/\.$/, '') : '');
    return { line, url: `${snapshot.publisher.publicUrl}${path}` };
  });
}

/** Returns the part of an id after its kind, such as `first-aid`. */
function parseEntryKey(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}
