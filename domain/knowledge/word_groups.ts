import type { SearchHit } from '../ports/knowledge.ts';
import type { Question } from './question.ts';
import type { WordGroups } from './rank.ts';
import { isLongEnough } from './search_words.ts';
import type { SpellingCorrections } from './spelling.ts';

export type Hits = readonly SearchHit[];

/** Returns one group per word. A word may be incomplete if it is long enough or the last one. */
export function groupTypedWords(words: readonly string[]): WordGroups {
  return words.map((word, at) => [{ word, prefix: at === words.length - 1 || isLongEnough(word), edits: 0 }]);
}

/** Returns one group per word: the word as typed, and its possible corrections if it is misspelt. */
export function groupCorrectedWords(words: readonly string[], { mended }: SpellingCorrections): WordGroups {
  return groupTypedWords(words).map((group) => [
    ...group,
    ...group.flatMap(({ word }) => (mended.get(word) ?? []).map((one) => ({ ...one, prefix: false }))),
  ]);
}

/** Omits NPCs if the query asks for a thing, because it does not mean NPCs with a similar name. */
export function omitUnaskedNpcs({ isOfThing }: Question, found: Hits): Hits {
  return isOfThing ? found.filter(({ kind }) => kind !== 'npc') : found;
}
