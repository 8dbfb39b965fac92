import { type KnowledgeFilter, NO_FILTER, type SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { compareImportance, mergeHits } from './rank.ts';
import { nameKey, splitWords } from './words.ts';

/** Maximum number of words in a text that are looked for. */
const WORDS_MAX = 8;

/** Number of names to read before sorting: the most important ones of those that contain the words. */
const READ_MAX = 60;

/** Added to the importance of names that begin with the text. A name that merely contains it must matter much more. */
const BEGINNING_CHARS = 6;

/**
 * Returns at most `limit` names that complete a text as it is typed. A name must contain every word of the text, in any
 * order, and words may be incomplete. Names equal to the whole text come first, then the most important ones, of
 * which those that begin with the text are preferred. Returns an empty list if the text has no letters or digits.
 * Spelling is not corrected (see similar.ts).
 */
export async function suggestNames(
  snapshot: Snapshot,
  text: string,
  limit: number,
  filter: KnowledgeFilter = NO_FILTER,
): Promise<readonly SearchHit[]> {
  const words = [...new Set(splitWords(text))].slice(0, WORDS_MAX);
  if (words.length === 0 || limit < 1) return [];
  const groups = words.map((word) => [{ word, prefix: true }]);
  const key = nameKey(text);
  const [exact, names] = [
    await snapshot.knowledge.named([key], filter, limit),
    await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, filter, Math.max(limit, READ_MAX)),
  ];
  const rankOf = ({ name, importance }: SearchHit): number =>
    importance + (nameKey(name).startsWith(key) ? BEGINNING_CHARS : 0);
  const ranked = names
    .map((hit) => ({ hit, rank: rankOf(hit) }))
    .sort((a, b) => b.rank - a.rank || compareImportance(a.hit, b.hit))
    .map(({ hit }) => hit);
  return mergeHits(exact, ranked).slice(0, limit);
}
