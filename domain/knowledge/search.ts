import type { KnowledgeFilter, KnowledgeReader, KnownName } from '../ports/knowledge.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { ok, type StorageResult } from '../values/result.ts';
import { corrections, editsAllowed, type KnownWord, knownWords } from './edits.ts';
import { readQuestion } from './question.ts';
import { byName, type RankedWord, rankNames, rankTexts } from './rank.ts';
import { nameKey } from './words.ts';

/** What is sought in the knowledge base. */
export interface Search extends KnowledgeFilter {
  readonly query: string;
  readonly limit: number;
}

/** Entries of whole names that are put in order: those of the whole question may not be the first by name. */
const NAMED_MAX = 200;

type Groups = readonly (readonly RankedWord[])[];

/**
 * Finds entries by a name or a question (contract, section 6): exact whole names first, then all words, each as the
 * beginning of a word; where neither is found, all words with those mended that no name holds; where that finds nothing
 * either, any of the words. The order is the same each time.
 */
export const searchKnowledge = async (
  reader: KnowledgeReader,
  view: SnapshotView,
  search: Search,
): Promise<StorageResult<readonly KnownName[]>> => {
  const { keys, words } = readQuestion(search.query);
  const plain = words.map((word, at) => [asSought(word, at === words.length - 1)]);
  const exact = await reader.knownNamed(view, keys, search, Math.max(search.limit, NAMED_MAX));
  if (!exact.ok) return exact;
  const named = inOrderOf(keys, exact.value);
  if (words.length === 0) return ok(named.slice(0, search.limit));
  const all = await holding(reader, view, search, plain, 'all');
  if (!all.ok) return all;
  const found = merge(named, all.value).slice(0, search.limit);
  if (found.length > 0) return ok(found);
  const misspelt = await misspeltAmong(reader, view, words);
  if (!misspelt.ok) return misspelt;
  const vocabulary = await wordsLike(reader, view, misspelt.value);
  if (!vocabulary.ok) return vocabulary;
  const mended = mend(words, misspelt.value, knownWords(vocabulary.value));
  const whole = vocabulary.value.length === 0 ? ok([]) : await holding(reader, view, search, mended, 'all');
  return !whole.ok || whole.value.length > 0 ? whole : holding(reader, view, search, mended, 'any');
};

/** Words that are mended in one search at most. */
const MENDED_MAX = 4;

/** Words that may be misspelt: no name holds them. */
const misspeltAmong = async (
  reader: KnowledgeReader,
  view: SnapshotView,
  words: readonly string[],
): Promise<StorageResult<readonly string[]>> => {
  const known = await reader.knownAmong(view, words);
  if (!known.ok) return known;
  const unknown = words.filter((word) => editsAllowed(word) > 0 && !known.value.includes(word));
  return ok(unknown.slice(0, MENDED_MAX));
};

/** Whole names in the order in which they were tried. */
const inOrderOf = (keys: readonly string[], named: readonly KnownName[]): readonly KnownName[] => {
  const places = new Map(keys.map((key, place) => [key, place] as const));
  const placeOf = ({ name }: KnownName): number => places.get(nameKey(name)) ?? keys.length;
  return [...named].sort((a, b) => placeOf(a) - placeOf(b) || byName(a, b));
};

/** Shorter words begin too many others: they are looked for as they are, but for the last, which may be half typed. */
const PREFIX_CHARS_MIN = 3;

const ASCII = /^[a-z0-9]+$/;

const asSought = (word: string, isLast: boolean): RankedWord => ({
  word,
  prefix: isLast || word.length >= PREFIX_CHARS_MIN || !ASCII.test(word),
  edits: 0,
});

/** Words that one misspelt word is mended to at most. */
const CORRECTIONS_MAX = 8;

/** Each word as the beginning of a word, those of `which` also as what they may be misspelt for. */
const mend = (words: readonly string[], which: readonly string[], vocabulary: readonly KnownWord[]): Groups =>
  words.map((word, at) => [
    asSought(word, at === words.length - 1),
    ...(which.includes(word)
      ? corrections(word, vocabulary, CORRECTIONS_MAX).map((one) => ({ ...one, prefix: false }))
      : []),
  ]);

/** Words of names that may be what these are misspelt for; none where there are none to mend. */
const wordsLike = async (
  reader: KnowledgeReader,
  view: SnapshotView,
  words: readonly string[],
): Promise<StorageResult<readonly string[]>> => {
  if (words.length === 0) return ok([]);
  const ranges = words.map((word) => ({ chars: [...word].length, edits: editsAllowed(word) }));
  const from = Math.min(...ranges.map(({ chars, edits }) => chars - edits));
  const to = Math.max(...ranges.map(({ chars, edits }) => chars + edits));
  return reader.knownWords(view, from, to);
};

/** Texts hold so many words that the beginning of one is looked for only where it is long enough. */
const inTexts = (group: readonly RankedWord[]): readonly RankedWord[] =>
  group.map((one) => ({
    ...one,
    prefix: one.prefix && (one.word.length >= PREFIX_CHARS_MIN || !ASCII.test(one.word)),
  }));

/** Entries whose names hold the words, then those whose texts do. */
const holding = async (
  reader: KnowledgeReader,
  view: SnapshotView,
  search: Search,
  groups: Groups,
  match: 'all' | 'any',
): Promise<StorageResult<readonly KnownName[]>> => {
  const names = await reader.knownWith(view, { among: 'names', groups, match }, search);
  if (!names.ok) return names;
  const ranked = rankNames(names.value, groups).slice(0, search.limit);
  if (ranked.length === search.limit) return ok(ranked);
  const texts = await reader.knownWith(view, { among: 'texts', groups: groups.map(inTexts), match }, search);
  if (!texts.ok) return texts;
  return ok(merge(ranked, rankTexts(texts.value, groups)).slice(0, search.limit));
};

/** What was found first, then what else was found; each entry once. */
const merge = (first: readonly KnownName[], more: readonly KnownName[]): readonly KnownName[] => {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...more.filter(({ id }) => !known.has(id))];
};
