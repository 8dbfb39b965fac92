import { compareStrings } from '../../families/counting/order.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { ALL_REALMS, type PopulationFact, toGroupKey } from '../../families/population.ts';
import { foldName } from '../../knowledge/words.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { buildProfessionPath, formatProfessionSlug } from '../../values/profession_page.ts';
import { toRealmKey } from '../../values/realm_key.ts';

/** Something that has a name but no fact of its own, and so no entry in the knowledge base. */
export interface DirectoryEntry {
  /** Such as `profession:first-aid`, `role:trainer:cooking`, `role:vendor`, `realm:whitemane` or `player_class:mage`. */
  readonly id: string;
  readonly kind: 'profession' | 'role' | 'realm' | 'player_class';
  readonly name: string;
  /** Description, as a sentence. */
  readonly text: string;
}

/**
 * Returns the professions, classes, realms and roles of NPCs that public facts mention, ordered by kind and name. They
 * are a few dozen and are read once per snapshot. A role without any NPC is absent.
 */
export function readDirectory(snapshot: Snapshot): Promise<readonly DirectoryEntry[]> {
  return cachedDirectories(snapshot, '', async () => {
    const [professions, roles, realms, classes] = await Promise.all([
      listProfessionEntries(snapshot),
      listRoleEntries(snapshot),
      listRealmEntries(snapshot),
      listClassEntries(snapshot),
    ]);
    return [...professions, ...classes, ...roles, ...realms];
  });
}

const DIRECTORY_ENTRIES_MAX = 2_000;

const cachedDirectories = createSnapshotCache<readonly DirectoryEntry[]>(DIRECTORY_ENTRIES_MAX, ({ length }) => length);

/**
 * Returns at most `limit` entries whose names contain all of these words, in any order. Words are in lower case, as
 * `wordsOf` returns them, may be incomplete, and may be plurals: `trainers coo` finds "Cooking trainer". Names with the
 * fewest other words come first. Returns an empty list if there are no words.
 */
export async function findDirectoryEntries(
  snapshot: Snapshot,
  words: readonly string[],
  limit: number,
): Promise<readonly DirectoryEntry[]> {
  if (words.length === 0) return [];
  const entries = await readDirectory(snapshot);
  const found = entries.flatMap((entry) => {
    const own = foldName(entry.name).split(' ');
    const begins = (word: string): boolean =>
      own.some((one) => one.startsWith(word) || one === word.replace(/s$/u, ''));
    return words.every(begins) ? [{ entry, more: own.length - words.length }] : [];
  });
  return found
    .sort((a, b) => a.more - b.more)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/**
 * Describes professions, classes, realms and roles, in the same order. They lead to their page or, without one, to a
 * search for their name.
 */
export async function describeDirectory(snapshot: PublishedSnapshot, entries: readonly DirectoryEntry[]) {
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

async function listProfessionEntries(snapshot: Snapshot): Promise<readonly DirectoryEntry[]> {
  const spellings = [...(await snapshot.professions()), ...(await snapshot.taughtProfessions())];
  return omitRepeatedNames(spellings, formatProfessionSlug).map(([slug, name]) =>
    createEntry('profession', slug, name, 'Profession.'),
  );
}

async function listRoleEntries(snapshot: Snapshot): Promise<readonly DirectoryEntry[]> {
  const taught = omitRepeatedNames(await snapshot.taughtProfessions(), formatProfessionSlug);
  const [giverZones, vendors] = await Promise.all([
    snapshot.questZones(1),
    snapshot.edges.ends(findEdgeGroup('sold_by:item:npc'), 'to', 1),
  ]);
  return [
    ...taught.map(([slug, name]) =>
      createEntry('role', `trainer:${slug}`, `${name} trainer`, `NPCs that teach ${name}.`),
    ),
    ...(giverZones.length > 0 ? [createEntry('role', 'quest_giver', 'Quest giver', 'NPCs that give quests.')] : []),
    ...(vendors.length > 0 ? [createEntry('role', 'vendor', 'Vendor', 'NPCs that sell items.')] : []),
  ];
}

async function listRealmEntries(snapshot: Snapshot): Promise<readonly DirectoryEntry[]> {
  const [markets, spelt] = await Promise.all([
    snapshot.market.realms(),
    snapshot.factsOf(families.realms, '', DIRECTORY_ENTRIES_MAX),
  ]);
  const names = [...spelt.facts.map(({ body }) => body.spelling), ...markets.map(({ name }) => name)];
  return omitRepeatedNames(names, toRealmKey).map(([key, name]) => createEntry('realm', key, name, 'Realm.'));
}

/** Reads the classes of the characters that players met. */
async function listClassEntries(snapshot: Snapshot): Promise<readonly DirectoryEntry[]> {
  const population = (await snapshot.fact(families.population, ALL_REALMS)) as unknown as PopulationFact | null;
  const tokens = Object.keys(population?.cuts[toGroupKey(null, null)]?.classes.cells ?? {});
  return omitRepeatedNames(tokens, formatProfessionSlug).map(([slug, token]) =>
    createEntry('player_class', slug, `${token.slice(0, 1)}${token.slice(1).toLowerCase()}`, 'Class of characters.'),
  );
}

function createEntry(kind: DirectoryEntry['kind'], key: string, name: string, text: string): DirectoryEntry {
  return { id: `${kind}:${key}`, kind, name, text };
}

/** Returns the first of the names with each key, sorted by name. Names with an empty key are omitted. */
function omitRepeatedNames(
  names: readonly string[],
  keyOf: (name: string) => string,
): readonly (readonly [key: string, name: string])[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const key = keyOf(name);
    if (key !== '' && !first.has(key)) first.set(key, name);
  }
  return [...first].sort(([, a], [, b]) => compareStrings(a, b));
}
