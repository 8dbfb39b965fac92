import { NO_FILTER, type SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { merge, rankNames } from './rank.ts';
import { nameKey, wordsOf } from './words.ts';

/** Maximum number of words in a text that are looked for. */
const WORDS_MAX = 8;

/**
 * Returns at most `limit` names that complete a text as it is typed. A name must contain every word of the text, in any
 * order. The last word may be incomplete. Names equal to the whole text come first, then the most important ones.
 * Returns an empty list if the text has no letters or digits. Spelling is not corrected (see similar.ts).
 */
export async function suggestNames(snapshot: Snapshot, text: string, limit: number): Promise<readonly SearchHit[]> {
  const words = [...new Set(wordsOf(text))].slice(0, WORDS_MAX);
  if (words.length === 0 || limit < 1) return [];
  const groups = words.map((word, at) => [{ word, prefix: at === words.length - 1, edits: 0 }]);
  const exact = await snapshot.knowledge.named([nameKey(text)], NO_FILTER, limit);
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, NO_FILTER);
  return merge(exact, rankNames(names, groups)).slice(0, limit);
}
