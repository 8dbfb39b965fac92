import type { Question } from './question.ts';
import { isExact, rankNames, rankTexts, takeMatching } from './rank.ts';
import { isLongEnough, type SearchContext } from './search_words.ts';
import { AS_TYPED, type SpellingCorrections } from './spelling.ts';
import { groupCorrectedWords, groupTypedWords, type Hits, omitUnaskedNpcs } from './word_groups.ts';

/** Minimum number of words that a name must match. Matching a single word of a longer query means little. */
const HELD_MIN = 2;

interface PartlyFound {
  /** Names that contain some of the words as typed. */
  readonly typed: Hits;
  /** Names that contain some of the words only if typing errors are corrected. */
  readonly corrected: Hits;
  /** Entities whose texts contain all words. */
  readonly texts: Hits;
}

/** Finds texts that contain all words. If no name contains all words, also finds names that match some of the words. */
export async function findPartialMatches(
  { snapshot, search }: SearchContext,
  question: Question,
  spelt: SpellingCorrections,
): Promise<PartlyFound> {
  const { words, strong, isAsked } = question;
  const groups = isAsked ? groupTypedWords(strong) : groupCorrectedWords(strong, spelt);
  // Texts contain very many words, so only long ones may be incomplete.
  const inTexts = words.map((word) => [{ word, prefix: isLongEnough(word) }]);
  const texts = await snapshot.knowledge.matching({ among: 'texts', groups: inTexts, match: 'all' }, search);
  const ranked = rankTexts(texts, groups);
  if (spelt === AS_TYPED) return { typed: [], corrected: [], texts: ranked };
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, search);
  const least = Math.min(strong.length, HELD_MIN);
  const holding = omitUnaskedNpcs(question, takeMatching(rankNames(names, groups), groups, least));
  return {
    typed: holding.filter((hit) => isExact(hit, groups)).slice(0, search.limit),
    corrected: holding.filter((hit) => !isExact(hit, groups)).slice(0, search.limit),
    texts: ranked,
  };
}
