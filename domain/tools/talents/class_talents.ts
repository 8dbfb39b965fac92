import { CLASS_ID_MAX } from '../../../schema/limits.ts';
import type { ClassTalents } from '../../ports/build.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { oneOf } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { eachOf, err, ok, type Result, type StorageResult } from '../../values/result.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { namedTalents } from './talent_names.ts';

/** What is said where a build has no talents at all. */
export const NO_TALENTS =
  'The imported build holds no talents: the operator imports one with its talent tables (import-game-files).';

/** Slugs that player classes have in the clients there are; others are found by the names of the build's classes. */
const CLASS_SLUGS = [
  ...['warrior', 'paladin', 'hunter', 'rogue', 'priest', 'deathknight', 'shaman'],
  ...['mage', 'warlock', 'monk', 'druid', 'demonhunter', 'evoker'],
];

/**
 * The talents of a class, with their names; null: the build has no talents. A class that it does not have is refused with
 * the ones it has.
 */
export const classTalentsOf = async (
  data: SnapshotData,
  slug: string,
): Promise<Result<ClassTalents | null, ReadRefusal>> => {
  const found = await talentsBySlug(data, slug.toLowerCase());
  if (!found.ok) return found;
  if (found.value !== null) return namedTalents(data, found.value);
  const known = await slugsWithTalents(data);
  if (!known.ok) return known;
  if (known.value.length === 0) return ok(null);
  return err(badParameter('class', `class must be ${oneOf(known.value, 'absent')}; it is ${quoted(slug)}.`));
};

type Ground = Pick<SnapshotData, 'reader' | 'view'>;

// Rows were written from this very type (domain/game_files/import/import_rows.ts).
const talentsBySlug = ({ reader, view }: Ground, slug: string): Promise<StorageResult<ClassTalents | null>> =>
  reader.gameFact(view, 'talents', slug) as Promise<StorageResult<ClassTalents | null>>;

/** The classes of the build that have talents. */
export const slugsWithTalents = async (data: Ground): Promise<StorageResult<readonly string[]>> => {
  const ids = Array.from({ length: CLASS_ID_MAX }, (_, at) => String(at + 1));
  const names = await eachOf(ids, (id) => data.reader.gameFact(data.view, 'player_class', id));
  if (!names.ok) return names;
  const named = names.value.flatMap((name) =>
    typeof name === 'string' ? [slugOf(name), slugOf(name).replaceAll('-', '')] : [],
  );
  const candidates = [...new Set([...CLASS_SLUGS, ...named])];
  const found = await eachOf(candidates, (slug) => talentsBySlug(data, slug));
  return found.ok ? ok(candidates.filter((_, at) => found.value[at] !== null)) : found;
};

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
