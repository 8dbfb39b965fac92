import type { KnowledgeFilter, SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import type { Question } from './question.ts';
import type { WordGroups } from './rank.ts';
import type { SpellingCorrections } from './spelling.ts';

/** A search in the knowledge base. */
export interface Search extends KnowledgeFilter {
  readonly query: string;
  readonly limit: number;
}

/** The snapshot to search, and the search to run. */
export interface SearchContext {
  readonly snapshot: Snapshot;
  readonly search: Search;
}

/**
 * Minimum length for prefix matches. Shorter ASCII words must match exactly, because too many words begin with them.
 * The last word may always be incomplete.
 */
const PREFIX_CHARS_MIN = 3;

const ASCII_WORD = /^[a-z0-9]+$/;

export function isSearchableWord(word: string): boolean {
  return word.length >= PREFIX_CHARS_MIN || !ASCII_WORD.test(word);
}

export type SearchHits = readonly SearchHit[];

/** Returns one group per word. A word may be incomplete if it is long enough or the last one. */
export function groupTypedWords(words: readonly string[]): WordGroups {
  return words.map((word, at) => [{ word, prefix: at === words.length - 1 || isSearchableWord(word), edits: 0 }]);
}

/** Returns one group per word: the word as typed, and its possible corrections if it is misspelt. */
export function groupCorrectedWords(words: readonly string[], { mended }: SpellingCorrections): WordGroups {
  return groupTypedWords(words).map((group) => [
    ...group,
    ...group.flatMap(({ word }) => (mended.get(word) ?? []).map((one) => ({ ...one, prefix: false }))),
  ]);
}

/** Omits NPCs if the query asks for a thing, because it does not mean NPCs with a similar name. */
export function omitUnaskedNpcs({ isOfThing }: Question, found: SearchHits): SearchHits {
  return isOfThing ? found.filter(({ kind }) => kind !== 'npc') : found;
}
