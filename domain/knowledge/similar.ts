import type { KnowledgeFilter, SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { editsAllowed, editsBetween } from './edits.ts';
import { byName, merge, type WordGroups } from './rank.ts';
import { spellingOf } from './spelling.ts';
import { nameKey, wordsOf } from './words.ts';

/** Maximum number of words in a name that is corrected. */
const WORDS_MAX = 8;

/**
 * Returns at most `limit` names that differ from the whole text by typing errors: by one if the text has 4 to 7
 * characters, by at most two if it has more. Names with the fewest errors come first. Use these names only to ask "Did
 * you mean …?", never in place of the text. Returns an empty list if a name is equal to the text.
 */
export async function similarNames(
  snapshot: Snapshot,
  text: string,
  filter: KnowledgeFilter,
  limit: number,
): Promise<readonly SearchHit[]> {
  const key = nameKey(text);
  const words = [...new Set(wordsOf(text))];
  const most = editsAllowed(key.replaceAll(' ', ''));
  if (most === 0 || words.length > WORDS_MAX) return [];
  if ((await snapshot.knowledge.named([key], filter, 1)).length > 0) return [];
  const { mended, readings } = await spellingOf(snapshot, words);
  const corrected = words.map((word) => [word, ...(mended.get(word) ?? []).map((one) => one.word)]);
  const spellings = [corrected, ...readings.map((reading) => reading.map((word) => [word]))];
  let found: readonly SearchHit[] = [];
  for (const spelling of spellings) {
    const groups: WordGroups = spelling.map((group) => group.map((word) => ({ word, prefix: false, edits: 0 })));
    found = merge(found, await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, filter));
  }
  return found
    .map((hit) => ({ hit, edits: editsBetween(key, nameKey(hit.name), most) }))
    .filter((one): one is { readonly hit: SearchHit; readonly edits: number } => one.edits !== null)
    .sort((a, b) => a.edits - b.edits || byName(a.hit, b.hit))
    .slice(0, limit)
    .map(({ hit }) => hit);
}
