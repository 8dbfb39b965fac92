import type { KnowledgeFilter } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';

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

export function isLongEnough(word: string): boolean {
  return word.length >= PREFIX_CHARS_MIN || !ASCII_WORD.test(word);
}
