import type { SearchHit } from '../ports/knowledge.ts';
import type { Question } from './question.ts';
import { isExactHit, omitHits, rankNameHits, rankTextHits, takeMatches, type WordMatch } from './rank.ts';
import { NO_CORRECTIONS, type SpellingCorrections } from './spelling.ts';
import {
  groupCorrectedWords,
  groupTypedWords,
  isSearchableWord,
  omitUnaskedNpcs,
  type SearchContext,
  type SearchHits,
} from './word_groups.ts';

export interface DocumentSearch {
  /** Documents that share words with the question as typed, best first. */
  readonly typed: readonly SearchHit[];
  /** Documents that share words with the question only if typing errors are corrected, best first. */
  readonly corrected: readonly SearchHit[];
}

/**
 * Finds documents that share words with the question. For a known name, documents must contain all words. Otherwise, at
 * least one shared word must be a strong word or result from a corrected space.
 */
export async function findDocuments(
  context: SearchContext,
  question: Question,
  spelt: SpellingCorrections,
): Promise<DocumentSearch> {
  const match = spelt === NO_CORRECTIONS && !question.isAsked ? 'all' : 'any';
  const typed = await readDocuments(context, question, { ...spelt, mended: NO_CORRECTIONS.mended }, match);
  if (spelt.mended.size === 0) return { typed, corrected: [] };
  return { typed, corrected: omitHits(typed, await readDocuments(context, question, spelt, match)) };
}

async function readDocuments(
  { snapshot, search }: SearchContext,
  { terms, strong }: Question,
  spelt: SpellingCorrections,
  match: 'all' | 'any',
): Promise<readonly SearchHit[]> {
  const said = terms.filter((word) => !spelt.passedOver.has(word));
  // The last word of a name may be incomplete.
  const isBegun = (word: string): boolean => match === 'all' && word === said.at(-1) && isSearchableWord(word);
  const groupOf = (word: string): readonly WordMatch[] => [
    { word, prefix: isBegun(word), edits: 0 },
    ...pickLikelyCorrections(word, spelt),
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

/**
 * Maximum number of corrections per word. With more, rare words that were not meant would rank high.
 */
const LIKELY_CORRECTIONS_MAX = 3;

/** Returns the corrections of a word that need the fewest edits. */
function pickLikelyCorrections(word: string, { mended }: SpellingCorrections): readonly WordMatch[] {
  const meant = mended.get(word) ?? [];
  const likely = meant.filter(({ edits }) => edits === meant[0]!.edits).slice(0, LIKELY_CORRECTIONS_MAX);
  return likely.map((one) => ({ ...one, prefix: false }));
}

/** Minimum number of words that a name must match. Matching a single word of a longer query means little. */
const MATCHED_WORDS_MIN = 2;

interface PartialMatches {
  /** Names that contain some of the words as typed. */
  readonly typed: SearchHits;
  /** Names that contain some of the words only if typing errors are corrected. */
  readonly corrected: SearchHits;
  /** Entities whose texts contain all words. */
  readonly texts: SearchHits;
}

/** Finds texts that contain all words. If no name contains all words, also finds names that match some of the words. */
export async function findPartialMatches(
  { snapshot, search }: SearchContext,
  question: Question,
  spelt: SpellingCorrections,
): Promise<PartialMatches> {
  const { words, strong, isAsked } = question;
  const groups = isAsked ? groupTypedWords(strong) : groupCorrectedWords(strong, spelt);
  // Texts contain very many words, so only long ones may be incomplete.
  const inTexts = words.map((word) => [{ word, prefix: isSearchableWord(word) }]);
  const texts = await snapshot.knowledge.matching({ among: 'texts', groups: inTexts, match: 'all' }, search);
  const ranked = rankTextHits(texts, groups);
  if (spelt === NO_CORRECTIONS) return { typed: [], corrected: [], texts: ranked };
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, search);
  const least = Math.min(strong.length, MATCHED_WORDS_MIN);
  const holding = omitUnaskedNpcs(question, takeMatches(rankNameHits(names, groups), groups, least));
  return {
    typed: holding.filter((hit) => isExactHit(hit, groups)).slice(0, search.limit),
    corrected: holding.filter((hit) => !isExactHit(hit, groups)).slice(0, search.limit),
    texts: ranked,
  };
}
