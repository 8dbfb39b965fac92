import { HITS_MAX, type SearchHit, type SearchWords } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { findDocuments, findPartialMatches } from './partial_matches.ts';
import { parseQuestion, type Question } from './question.ts';
import {
  compareImportance,
  interleaveHits,
  isExactHit,
  listUnmatchedWords,
  mergeHits,
  omitHits,
  rankNameHits,
  type WordGroups,
} from './rank.ts';
import { correctSpelling, NO_CORRECTIONS, type SpellingCorrections } from './spelling.ts';
import { findSimilarNames } from './suggest.ts';
import {
  groupCorrectedWords,
  groupTypedWords,
  isSearchableWord,
  omitUnaskedNpcs,
  type Search,
  type SearchContext,
  type SearchHits,
} from './word_groups.ts';
import { foldName } from './words.ts';

export type { Search } from './word_groups.ts';

/** The result of a search. Each list has at most as many entries as the search asks for. */
export interface SearchResult {
  /** Entries that contain words of the query as typed, best first. Only spaces may differ. */
  readonly hits: readonly SearchHit[];
  /**
   * Entries that match only if typing errors are corrected, best first. Show them as a question ("Did you mean …?"), and
   * never as if they had been asked for. Empty if a name contains all words as typed.
   */
  readonly guesses: readonly SearchHit[];
  /** Words of the query that no entry contains, in lower case. Question words and stop words are not among them. */
  readonly unmatched: readonly string[];
  /** Words of the query that some entries contain, but not those that were found, in lower case. */
  readonly ignored: readonly string[];
}

/**
 * Number of exact matches to read before sorting. This exceeds the number needed, because the match of the whole query
 * does not always come first.
 */
const NAMED_HITS_MAX = 200;

/**
 * Searches by a name or a question (contract, section 6). Exact whole names come first. Next are names that contain all
 * words as prefixes, the most important first. Documents follow, ranked by the words that they share with the query.
 * Rare words and words in a document's name weigh more. Entries that match only some of the words come last; if no name
 * contains two of them, those are the names that contain the rarest word. For a question, names and documents alternate.
 * The order is deterministic.
 */
export async function searchKnowledge(snapshot: Snapshot, search: Search): Promise<SearchResult> {
  const context = { snapshot, search };
  const question = parseQuestion(search.query);
  const { words, strong } = question;
  const { knowledge } = snapshot;
  const { named, names, single, guesses, spelt } = await findNames(context, question);
  const every = { guesses: [], unmatched: [], ignored: [] };
  if (words.length === 0) return { hits: named.slice(0, search.limit), ...every };
  const isKnown = spelt === NO_CORRECTIONS;
  const documents = await findDocuments(context, question, spelt);
  const found = combineHits(question, named, names, interleaveHits(documents.typed, single, 1));
  const left = listUnmatchedWords(strong, [...named, ...names, ...single]);
  if (names.length > 0 && found.length >= search.limit && left.length === 0) {
    return { hits: found.slice(0, search.limit), ...every };
  }
  const { typed, corrected, texts } = await findPartialMatches(context, question, spelt);
  const counts = await countEachWord(knowledge, 'names', left);
  const isEnough = isKnown || names.length + typed.length + guesses.length > 0;
  const some = isEnough ? typed : await findRarestWordNames(context, counts);
  const hits = mergeHits(isKnown ? found : interleaveHits(found, some, DOCUMENTS_A_NAME), texts).slice(0, search.limit);
  const meant = omitHits(hits, mergeHits(mergeHits(guesses, documents.corrected), corrected)).slice(0, search.limit);
  // A text contains all words.
  const unnamed = texts.length > 0 ? [] : listUnmatchedWords(left, [...some, ...meant]);
  const written = await countEachWord(knowledge, 'documents', unnamed);
  const strange = unnamed.filter((word) => counts.get(word)! + written.get(word)! === 0);
  const described = await countEachWord(knowledge, 'texts', strange);
  const unmatched = strange.filter((word) => described.get(word) === 0);
  const isShown = (word: string): boolean => documents.typed.length > 0 && written.get(word)! > 0;
  const ignored = unnamed.filter((word) => !unmatched.includes(word) && !isShown(word));
  return { hits, guesses: meant, unmatched, ignored: hits.length + meant.length === 0 ? [] : ignored };
}

/**
 * Counts the entries that contain each word, up to HITS_MAX. Words may be incomplete in names, and in texts if long.
 */
async function countEachWord(
  knowledge: Snapshot['knowledge'],
  among: SearchWords['among'],
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map();
  const sought = words.map((word) => ({
    word,
    prefix: among === 'names' || (among === 'texts' && isSearchableWord(word)),
  }));
  const counts = await knowledge.countMatches(among, sought, HITS_MAX);
  return new Map(words.map((word, at) => [word, counts[at]!] as const));
}

/** Finds the names that contain the rarest of these words, best first. */
async function findRarestWordNames(context: SearchContext, counts: ReadonlyMap<string, number>): Promise<SearchHits> {
  const held = [...counts].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => a - b);
  for (const [word] of held) {
    // If the search is limited to a kind or a version, none of its entries may contain the word.
    const found = await findMatchingNames(context, [[{ word, prefix: true, edits: 0 }]]);
    if (found.length > 0) return found;
  }
  return [];
}

/** Puts exact names first. After them, names come before documents, or alternate with them if a question is asked. */
function combineHits({ isAsked }: Question, named: SearchHits, names: SearchHits, documents: SearchHits): SearchHits {
  return isAsked && documents.length > 0
    ? mergeHits(named, interleaveHits(names, documents, 1))
    : mergeHits(mergeHits(named, names), documents);
}

interface NameSearch {
  /** Entries whose whole name occurs in the query. */
  readonly named: SearchHits;
  /** Entries whose names contain all words. */
  readonly names: SearchHits;
  /** Entries whose name is a single word of a longer query. */
  readonly single: SearchHits;
  /** Entries whose names contain all words only if typing errors are corrected. */
  readonly guesses: SearchHits;
  /** The spelling corrections that were used. */
  readonly spelt: SpellingCorrections;
}

async function findNames(context: SearchContext, question: Question): Promise<NameSearch> {
  const { snapshot, search } = context;
  const { keys, words, terms } = question;
  const exact = await snapshot.knowledge.named(keys, search, Math.max(search.limit, NAMED_HITS_MAX));
  const held = await findCandidateNames(context, question);
  const named = mergeHits(sortHitsByKey(keys, exact), held.several);
  const none = { guesses: [], spelt: NO_CORRECTIONS };
  if (words.length === 0) return { named, names: [], single: [], ...none };
  const typed = await findTypedNames(context, question);
  const isWhole = question.strong.length === 1;
  const names = isWhole ? mergeHits(held.single, typed) : typed;
  const single = isWhole ? [] : held.single;
  if (named.length + names.length + single.length > 0) return { named, names, single, ...none };
  const spelt = await correctSpelling(snapshot, terms);
  return { named, single, spelt, ...(await findCorrectedNames(context, question, spelt)) };
}

/** Finds whole names within a question, longest first. Separates names of several words from names of a single word. */
async function findCandidateNames(
  { snapshot, search }: SearchContext,
  { within }: Question,
): Promise<Readonly<Record<'several' | 'single', SearchHits>>> {
  if (within.length === 0) return { several: [], single: [] };
  const found = await snapshot.knowledge.named(within, search, NAMED_HITS_MAX);
  const names = sortHitsByKey(within, found);
  const isSingle = ({ name }: SearchHit): boolean => !foldName(name).includes(' ');
  return { several: names.filter((one) => !isSingle(one)), single: names.filter(isSingle) };
}

/** Number of other hits placed before each entry whose name matches only some of the words. */
const DOCUMENTS_A_NAME = 2;

/** Sorts exact matches by the index of their key in `keys`. */
function sortHitsByKey(keys: readonly string[], named: SearchHits): SearchHits {
  const places = new Map(keys.map((key, place) => [key, place] as const));
  const placeOf = ({ name }: SearchHit): number => places.get(foldName(name)) ?? keys.length;
  return [...named].sort((a, b) => placeOf(a) - placeOf(b) || compareImportance(a, b));
}

async function findMatchingNames({ snapshot, search }: SearchContext, groups: WordGroups): Promise<SearchHits> {
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, search);
  return rankNameHits(names, groups).slice(0, search.limit);
}

/**
 * Finds names that contain all words as typed. If there are no such names, finds names that contain all strong words.
 */
async function findTypedNames(context: SearchContext, { words, strong }: Question): Promise<SearchHits> {
  const names = await findMatchingNames(context, groupTypedWords(words));
  const isWhole = strong.length === words.length;
  return names.length > 0 || isWhole ? names : findMatchingNames(context, groupTypedWords(strong));
}

/**
 * Finds names that contain every word once spaces are moved. If there are none, finds names that are similar to the
 * query, and names that contain every word once the spelling is corrected.
 */
async function findCorrectedNames(
  context: SearchContext,
  question: Question,
  spelt: SpellingCorrections,
): Promise<{ readonly names: SearchHits; readonly guesses: SearchHits }> {
  const { keys, strong } = question;
  for (const reading of spelt.readings) {
    const words = parseQuestion(reading.filter((word) => !spelt.passedOver.has(word)).join(' ')).strong;
    const names = await findMatchingNames(context, groupTypedWords(words));
    if (names.length > 0) return { names, guesses: [] };
  }
  const { snapshot, search } = context;
  const similar = omitUnaskedNpcs(question, await findSimilarNames(snapshot, keys.at(-1)!, search, search.limit));
  const words = strong.filter((word) => !spelt.passedOver.has(word));
  if (words.length === 0 || spelt.mended.size === 0) return { names: [], guesses: similar };
  const groups = groupCorrectedWords(words, spelt);
  const found = omitUnaskedNpcs(question, await findMatchingNames(context, groups));
  const names = found.filter((hit) => isExactHit(hit, groups));
  return { names, guesses: omitHits(names, mergeHits(similar, found)) };
}
