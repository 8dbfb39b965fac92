import type { KnowledgeFilter, SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { type Question, readQuestion } from './question.ts';
import {
  byName,
  holdsAtLeast,
  inTurns,
  merge,
  type RankedWord,
  rankNames,
  rankTexts,
  type WordGroups,
} from './rank.ts';
import { AS_TYPED, type SpellingCorrections, spellingOf } from './spelling.ts';
import { nameKey } from './words.ts';

/** A search in the knowledge base. */
export interface Search extends KnowledgeFilter {
  readonly query: string;
  readonly limit: number;
}

/** The snapshot to search, and the search to run. */
interface SearchContext {
  readonly snapshot: Snapshot;
  readonly search: Search;
}

/**
 * Number of exact matches to read before sorting. This exceeds the number needed, because the match of the whole query
 * does not always come first by name.
 */
const NAMED_MAX = 200;

type Hits = readonly SearchHit[];

/**
 * Searches by a name or a question (contract, section 6). Exact whole names come first. Next are names that contain all
 * words as prefixes, or, if there are none, names that match after unknown words and spaces are corrected. Documents
 * follow, ranked by the words that they share with the query. Rare words and words in a document's name weigh more.
 * Entries that match only some of the words come last. For a question, names and documents alternate. The order is
 * deterministic.
 */
export async function searchKnowledge(snapshot: Snapshot, search: Search): Promise<Hits> {
  const context = { snapshot, search };
  const question = readQuestion(search.query);
  const { words, isAsked } = question;
  const { named, names, single, spelt } = await namesOn(context, question);
  if (words.length === 0) return named.slice(0, search.limit);
  const isKnown = spelt === AS_TYPED;
  // For a known name, documents must contain all words. Otherwise, return the closest documents.
  const match = isKnown && !isAsked ? 'all' : 'any';
  const fitting = await documentsOn(context, question, spelt, match);
  const documents = inTurns(fitting, single, 1);
  const found =
    isAsked && documents.length > 0
      ? merge(named, inTurns(names, documents, 1))
      : merge(merge(named, names), documents);
  if (names.length > 0 && found.length >= search.limit) return found.slice(0, search.limit);
  const { names: some, texts } = await holdingSome(context, question, spelt, isKnown);
  const all = isKnown ? merge(found, some) : inTurns(found, some, DOCUMENTS_A_NAME);
  return merge(all, texts).slice(0, search.limit);
}

/** Like `searchKnowledge`, but searches only names: exact names first, then names that contain all words. */
export async function searchNames(snapshot: Snapshot, search: Search): Promise<Hits> {
  const { named, names, single } = await namesOn({ snapshot, search }, readQuestion(search.query));
  return merge(merge(named, names), single).slice(0, search.limit);
}

interface NamesFound {
  /** Entries whose whole name occurs in the query. */
  readonly named: readonly SearchHit[];
  /** Entries whose names contain all words. */
  readonly names: readonly SearchHit[];
  /** Entries whose name is a single word of a longer query. */
  readonly single: readonly SearchHit[];
  /** The spelling corrections that were used. */
  readonly spelt: SpellingCorrections;
}

async function namesOn(context: SearchContext, question: Question): Promise<NamesFound> {
  const { snapshot, search } = context;
  const { keys, words, terms } = question;
  const exact = await snapshot.knowledge.named(keys, search, Math.max(search.limit, NAMED_MAX));
  const held = await namesWithin(context, question);
  const named = merge(inOrderOf(keys, exact), held.several);
  if (words.length === 0) return { named, names: [], single: [], spelt: AS_TYPED };
  const typed = await namesAsTyped(context, question);
  const isWhole = question.strong.length === 1;
  const names = isWhole ? merge(held.single, typed) : typed;
  const single = isWhole ? [] : held.single;
  if (named.length + names.length + single.length > 0) return { named, names, single, spelt: AS_TYPED };
  const spelt = await spellingOf(snapshot, terms);
  const mended = await namesMended(context, question, spelt);
  return { named, names: mended, single, spelt };
}

/** Finds whole names within a question, longest first. Separates names of several words from names of a single word. */
async function namesWithin(
  { snapshot, search }: SearchContext,
  { within }: Question,
): Promise<Readonly<Record<'several' | 'single', readonly SearchHit[]>>> {
  if (within.length === 0) return { several: [], single: [] };
  const found = await snapshot.knowledge.named(within, search, NAMED_MAX);
  const names = inOrderOf(within, found);
  const isSingle = ({ name }: SearchHit): boolean => !nameKey(name).includes(' ');
  return { several: names.filter((one) => !isSingle(one)), single: names.filter(isSingle) };
}

/** Number of other hits placed before each entry whose name matches only some of the words. */
const DOCUMENTS_A_NAME = 2;

/** Sorts exact matches by the index of their key in `keys`. */
function inOrderOf(keys: readonly string[], named: readonly SearchHit[]): readonly SearchHit[] {
  const places = new Map(keys.map((key, place) => [key, place] as const));
  const placeOf = ({ name }: SearchHit): number => places.get(nameKey(name)) ?? keys.length;
  return [...named].sort((a, b) => placeOf(a) - placeOf(b) || byName(a, b));
}

/**
 * Minimum length for prefix matches. Shorter ASCII words must match exactly, because too many words begin with them.
 * The last word may always be incomplete.
 */
const PREFIX_CHARS_MIN = 3;

const ASCII = /^[a-z0-9]+$/;

function asSought(word: string, isLast: boolean): RankedWord {
  return { word, prefix: isLast || word.length >= PREFIX_CHARS_MIN || !ASCII.test(word), edits: 0 };
}

function asTyped(words: readonly string[]): WordGroups {
  return words.map((word, at) => [asSought(word, at === words.length - 1)]);
}

/** Returns one group per word: the word as typed, and its possible corrections if it is misspelt. */
function mend(words: readonly string[], { mended }: SpellingCorrections): WordGroups {
  return asTyped(words).map((group) => [
    ...group,
    ...group.flatMap(({ word }) => (mended.get(word) ?? []).map((one) => ({ ...one, prefix: false }))),
  ]);
}

/** Finds names that match all groups, best first. */
async function namesHolding({ snapshot, search }: SearchContext, groups: WordGroups): Promise<Hits> {
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, search);
  return rankNames(names, groups).slice(0, search.limit);
}

/**
 * Finds names that contain all words as typed. If there are no such names, finds names that contain all strong words.
 */
async function namesAsTyped(context: SearchContext, { words, strong }: Question): Promise<Hits> {
  const names = await namesHolding(context, asTyped(words));
  const isWhole = strong.length === words.length;
  return names.length > 0 || isWhole ? names : namesHolding(context, asTyped(strong));
}

/**
 * Finds names that contain every word once spacing is fixed. If there are none, corrects the spelling and tries again.
 */
async function namesMended(
  context: SearchContext,
  { strong, isOfThing }: Question,
  spelt: SpellingCorrections,
): Promise<Hits> {
  for (const reading of spelt.readings) {
    const words = readQuestion(reading.filter((word) => !spelt.passedOver.has(word)).join(' ')).strong;
    const found = await namesHolding(context, asTyped(words));
    if (found.length > 0) return found;
  }
  const words = strong.filter((word) => !spelt.passedOver.has(word));
  if (words.length === 0 || spelt.mended.size === 0) return [];
  const found = await namesHolding(context, mend(words, spelt));
  return isOfThing ? found.filter(({ kind }) => kind !== 'npc') : found;
}

/**
 * Maximum number of corrections per word in a document search. With more, rare words that were not meant would rank
 * high.
 */
const MEANT_MAX = 3;

/**
 * Finds documents that share words with the question. At least one shared word must be a strong word or result from a
 * corrected space.
 */
async function documentsOn(
  { snapshot, search }: SearchContext,
  { terms, strong }: Question,
  spelt: SpellingCorrections,
  match: 'all' | 'any',
): Promise<Hits> {
  const said = terms.filter((word) => !spelt.passedOver.has(word));
  // The last word of a name may be incomplete.
  const isBegun = (word: string): boolean => match === 'all' && word === said.at(-1) && word.length >= PREFIX_CHARS_MIN;
  const groupOf = (word: string): readonly RankedWord[] => [
    { word, prefix: isBegun(word), edits: 0 },
    ...meantBy(word, spelt),
  ];
  const respaced = [...new Set(spelt.readings.flat())].filter((word) => !terms.includes(word));
  const groups = [...said, ...respaced].map(groupOf);
  const needed = [...said.filter((word) => strong.includes(word)), ...respaced].map(groupOf);
  if (groups.length === 0) return [];
  return snapshot.knowledge.matching(
    { among: 'documents', groups, match, ...(match === 'any' ? { needed } : {}) },
    search,
  );
}

/** Returns the corrections of a word that need the fewest edits. */
function meantBy(word: string, { mended }: SpellingCorrections): readonly RankedWord[] {
  const meant = mended.get(word) ?? [];
  const likely = meant.filter(({ edits }) => edits === meant[0]!.edits).slice(0, MEANT_MAX);
  return likely.map((one) => ({ ...one, prefix: false }));
}

/** Allows prefix matches only for words that are long enough, because texts contain a great many words. */
function inTexts(group: readonly RankedWord[]): readonly RankedWord[] {
  return group.map((one) => ({
    ...one,
    prefix: one.prefix && (one.word.length >= PREFIX_CHARS_MIN || !ASCII.test(one.word)),
  }));
}

/** Minimum number of words that a name must match. Matching a single word of a longer query means little. */
const HELD_MIN = 2;

/** Finds texts that contain all words. If some words are unknown, also finds names that match some of the words. */
async function holdingSome(
  { snapshot, search }: SearchContext,
  { words, strong, isAsked, isOfThing }: Question,
  spelt: SpellingCorrections,
  isKnown: boolean,
): Promise<{ readonly names: readonly SearchHit[]; readonly texts: readonly SearchHit[] }> {
  const groups = isAsked ? asTyped(strong) : mend(strong, spelt);
  const texts = await snapshot.knowledge.matching(
    { among: 'texts', groups: asTyped(words).map(inTexts), match: 'all' },
    search,
  );
  const ranked = rankTexts(texts, groups);
  if (isKnown) return { names: [], texts: ranked };
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, search);
  const least = Math.min(strong.length, HELD_MIN);
  const holding = holdsAtLeast(rankNames(names, groups), groups, least);
  // The query asks for a thing, so it does not mean NPCs with a similar name.
  const meant = isOfThing ? holding.filter(({ kind }) => kind !== 'npc') : holding;
  return { names: meant.slice(0, search.limit), texts: ranked };
}
