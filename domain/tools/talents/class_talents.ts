import { CLASS_ID_MAX } from '../../../schema/limits.ts';
import { formatClassSlug } from '../../game_files/talents/classes.ts';
import type { ClassTalents, Talent, TalentNode } from '../../ports/build.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { formatChoices } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';

/** The error if a build contains no talents at all. */
export const NO_TALENTS_TEXT =
  'The imported build holds no talents: the operator imports one with its talent tables (import-game-files).';

/**
 * Slugs of the player classes in all known clients. For other classes, slugs are derived from the build's class names.
 */
const CLASS_SLUGS = [
  ...['warrior', 'paladin', 'hunter', 'rogue', 'priest', 'deathknight', 'shaman'],
  ...['mage', 'warlock', 'monk', 'druid', 'demonhunter', 'evoker'],
];

/**
 * Returns the talents of a class with their names, or null if the build has no talents. If the build does not have the
 * class, returns a refusal that lists the classes that it has.
 */
export async function readClassTalents(
  snapshot: PublishedSnapshot,
  slug: string,
): Promise<Result<ClassTalents | null, ReadRefusal>> {
  const found = await cachedClassTalents(snapshot, slug.toLowerCase(), () =>
    findTalentsBySlug(snapshot, slug.toLowerCase()),
  );
  if (found !== null) return ok(found);
  const known = await listSlugsWithTalents(snapshot);
  if (known.length === 0) return ok(null);
  return err(badParameter('class', `class must be ${formatChoices(known, 'absent')}; it is ${quote(slug)}.`));
}

/** Number of classes cached. A class's page asks for its talents twice. */
const CACHED_CLASSES_MAX = 3;
const cachedClassTalents = createSnapshotCache<ClassTalents | null>(CACHED_CLASSES_MAX, () => 1);

async function findTalentsBySlug(snapshot: PublishedSnapshot, slug: string): Promise<ClassTalents | null> {
  const found = await snapshot.game.fact('talents', slug);
  // The rows were written from this type (domain/game_files/import/import_build.ts).
  return found === null ? null : addTalentNames(snapshot, found as ClassTalents);
}

/** Returns the classes of the build that have talents. */
export async function listSlugsWithTalents(snapshot: Snapshot): Promise<readonly string[]> {
  const ids = Array.from({ length: CLASS_ID_MAX }, (_, at) => String(at + 1));
  const names = await snapshot.game.factsAmong('player_class', ids);
  const named = ids.flatMap((id) => {
    const name = names.get(id);
    return typeof name === 'string' ? [formatClassSlug(name), formatClassSlug(name).replaceAll('-', '')] : [];
  });
  const candidates = [...new Set([...CLASS_SLUGS, ...named])];
  const found = await snapshot.game.subjectsAmong('talents', candidates);
  return candidates.filter((slug) => found.has(slug));
}

/** Maximum number of names looked up at once. No class has that many talents. */
const NAMES_PER_LOOKUP = 400;

/**
 * Returns the talents of a class, each with its own name or the name of its first spell. The name is null if the files
 * have neither.
 */
async function addTalentNames(snapshot: PublishedSnapshot, talents: ClassTalents): Promise<ClassTalents> {
  const nodes = talents.trees.flatMap((tree) => tree.nodes);
  const spellIds = new Set(nodes.flatMap((node) => node.talents.flatMap(listUnnamedSpells)));
  const asked = [...spellIds].slice(0, NAMES_PER_LOOKUP).map(String);
  const names = await snapshot.game.factsAmong('spell', asked);
  const nameOf = (spellId: number): string | null => {
    const name = names.get(`${spellId}`);
    return typeof name === 'string' ? name : null;
  };
  const named = (talent: Talent): Talent => ({ ...talent, name: talent.name ?? nameOf(talent.spellIds[0] ?? 0) });
  const trees = talents.trees.map((tree) => ({
    ...tree,
    nodes: tree.nodes.map((node): TalentNode => ({ ...node, talents: node.talents.map(named) })),
  }));
  return { ...talents, trees };
}

function listUnnamedSpells({ name, spellIds }: Talent): readonly number[] {
  return name === null && spellIds[0] !== undefined ? [spellIds[0]] : [];
}

/** Returns the name of a class for texts about talents, such as `Warrior`. */
export function formatClassName(slug: string | null): string {
  return slug === null ? 'Class' : `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;
}
