import { LIST_MAX } from '../../../schema/limits.ts';
import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';
import { expandSlang } from '../../knowledge/intents/slang.ts';
import { suggestNames } from '../../knowledge/suggest.ts';
import { foldName, splitWords } from '../../knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../ports/knowledge.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotBatchCache } from '../../reads/snapshot_cache.ts';
import { type DirectoryEntry, findDirectoryEntries } from './directory.ts';
import { describeEntries, type SuggestedEntry, type SuggestionDescription } from './suggestion_lines.ts';

/** A suggestion as answers have it (contract, section 4, Suggestions). */
export type SuggestionRow = SuggestResponse['rows'][number];

export interface Suggestions {
  /** Best first. */
  readonly rows: readonly SuggestionRow[];
  /** True if a row shows something from the game's files. */
  readonly fromFiles: boolean;
}

/**
 * Returns entries whose names fit a text that is being typed, with what a player wants to know about each. Names equal
 * to the text come first, then professions, classes, realms and roles, then all other names.
 */
export async function readSuggestions(
  snapshot: PublishedSnapshot,
  text: string,
  limit: number = LIST_MAX.suggestions,
): Promise<Suggestions> {
  const [names, directory] = [
    await suggestNames(snapshot, text, limit + SPARE_SUGGESTIONS),
    await findDirectoryEntries(snapshot, splitWords(text), DIRECTORY_ROWS_MAX),
  ];
  const found = mergeSuggestions(names, directory, foldName(text)).slice(0, limit);
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const described = await cachedDescriptions(snapshot, [...byId.keys()], (ids) =>
    describeEntries(
      snapshot,
      ids.map((id) => byId.get(id)!),
    ),
  );
  const rows = found.map(({ id, kind, name }): SuggestionRow => {
    const { quality, icon, line, url, locale } = described.get(id)!;
    return { kind, id, name, ...(locale === undefined ? {} : { locale }), quality, icon, line, url };
  });
  if (rows.length === 0) return { rows: await findQuestions(snapshot, text, limit), fromFiles: false };
  return { rows, fromFiles: found.some(({ id }) => described.get(id)!.fromFiles) };
}

/** Returns questions about the entity whose name begins the text. They lead to their answer. */
async function findQuestions(snapshot: PublishedSnapshot, text: string, limit: number): Promise<Suggestions['rows']> {
  const questions = (await suggestQuestions(snapshot, text)).slice(0, limit);
  return questions.map(({ entry: { kind, id }, question }) => ({
    kind: 'question',
    id,
    name: question,
    quality: null,
    icon: null,
    line: `ask about this ${kind === 'npc' ? 'NPC' : kind}`,
    url: `${snapshot.publisher.publicUrl}/search?${new URLSearchParams({ q: question })}`,
  }));
}

/** Words that ask about an entity after its name, by the entity's kind, most asked first. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  item: ['drops', 'price', 'farm', 'vendor', 'materials', 'used for', 'where', 'auction house'],
  npc: ['drops', 'level', 'where', 'location', 'quests', 'loot'],
  object: ['contents', 'loot', 'where', 'location'],
  quest: ['rewards', 'giver', 'level', 'where', 'turn in'],
  zone: ['quests', 'quest givers', 'vendors', 'trainers', 'missing'],
  recipe: ['materials', 'trainer', 'colours', 'difficulty'],
};

const NAMED_MAX = 20;

/**
 * Returns questions about the entity whose whole name begins the text, if the words after it begin such a question:
 * `Hogger level` for `hogger lev`. Entities of the first kind that a question suits are asked about.
 */
async function suggestQuestions(snapshot: Snapshot, text: string) {
  const words = foldName(text).split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const typed = words.slice(count).join(' ');
    const begins = [typed, expandSlang(typed)];
    const named = await snapshot.knowledge.named([words.slice(0, count).join(' ')], NO_FILTER, NAMED_MAX);
    if (named.length === 0) continue;
    const questions = named.flatMap((entry) => {
      const asked = (ASKED[entry.kind] ?? []).filter((one) => begins.some((begin) => one.startsWith(begin)));
      return asked.map((one) => ({ entry, question: `${entry.name} ${one}` }));
    });
    // Several creatures may share a name.
    return [...new Map(questions.toReversed().map((one) => [one.question, one])).values()].toReversed();
  }
  return [];
}

/** Number of extra names to read, to make up for names that are left out. */
const SPARE_SUGGESTIONS = 10;

/** Maximum number of professions, classes, realms and roles. */
const DIRECTORY_ROWS_MAX = 3;

/** After fewer characters, too many names fit to prefer professions, classes, realms and roles. */
const PREFERRED_CHARS_MIN = 3;

/**
 * Orders the suggestions. A recipe has the number of its spell, and professions and classes have the names
 * that they have in the game's files, so these copies are left out.
 */
function mergeSuggestions(
  names: readonly SearchHit[],
  directory: readonly DirectoryEntry[],
  key: string,
): readonly SuggestedEntry[] {
  const recipes = new Set(names.filter(({ kind }) => kind === 'recipe').map(({ id }) => id));
  const listed = new Set(directory.map(({ name }) => foldName(name)));
  const own = names.filter(({ layer, kind, id, name }) => {
    if (layer !== 'game-files') return true;
    return !(kind === 'spell' && recipes.has(id.replace('spell:', 'recipe:'))) && !listed.has(foldName(name));
  });
  const entries = directory.map((entry): SuggestedEntry => ({ ...entry, layer: 'directory' }));
  const isNamed = ({ name }: SearchHit): boolean => key.length < PREFERRED_CHARS_MIN || foldName(name) === key;
  return [...own.filter(isNamed), ...entries, ...own.filter((hit) => !isNamed(hit))];
}

/** Number of descriptions that are cached per snapshot. Each letter that a reader types finds many of the same names. */
const CACHED_ROWS_MAX = 5_000;

const cachedDescriptions = createSnapshotBatchCache<string, SuggestionDescription>(CACHED_ROWS_MAX);
