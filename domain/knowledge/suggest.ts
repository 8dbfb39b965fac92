import { type KnowledgeFilter, NO_FILTER, type SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { countAllowedEdits } from './edits.ts';
import { compareImportance, mergeHits } from './rank.ts';
import { readNameKeyIndex } from './similar_texts.ts';
import { foldName, splitWords } from './words.ts';

const SUGGEST_WORDS_MAX = 8;

/** Number of names to read before sorting: the most important ones of those that contain the words. */
const HITS_MAX = 60;

/** Added to the importance of names that begin with the text. A name that merely contains it must matter much more. */
const BEGINNING_CHARS = 6;

/**
 * Returns at most `limit` names that complete a text as it is typed. A name must contain every word of the text, in any
 * order, and words may be incomplete. Names equal to the whole text come first, then the most important ones, of
 * which those that begin with the text are preferred. Returns an empty list if the text has no letters or digits.
 * Spelling is not corrected.
 */
export async function suggestNames(
  snapshot: Snapshot,
  text: string,
  limit: number,
  filter: KnowledgeFilter = NO_FILTER,
): Promise<readonly SearchHit[]> {
  const words = [...new Set(splitWords(text))].slice(0, SUGGEST_WORDS_MAX);
  if (words.length === 0 || limit < 1) return [];
  const groups = words.map((word) => [{ word, prefix: true }]);
  const key = foldName(text);
  const [exact, names] = [
    await snapshot.knowledge.named([key], filter, limit),
    await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, filter, Math.max(limit, HITS_MAX)),
  ];
  const rankOf = ({ name, importance }: SearchHit): number =>
    importance + (foldName(name).startsWith(key) ? BEGINNING_CHARS : 0);
  const ranked = names
    .map((hit) => ({ hit, rank: rankOf(hit) }))
    .sort((a, b) => b.rank - a.rank || compareImportance(a.hit, b.hit))
    .map(({ hit }) => hit);
  return mergeHits(exact, ranked).slice(0, limit);
}

/** Limits: characters of a name that is corrected, different names that are looked up, and entries with these names. */
const CHARS_MAX = 100;
const KEYS_MAX = 20;
const NAMED_MAX = 200;

/**
 * Returns at most `limit` entries whose whole name differs from the text by typing errors: by one if the text has 4 to
 * 7 characters, by at most two if it has more. Case, accents, punctuation and apostrophes are ignored. Names with the
 * fewest errors come first, then the most important. Show these names as a question ("Did you mean …?"), never in place
 * of the text.
 */
export async function findSimilarNames(
  snapshot: Snapshot,
  text: string,
  filter: KnowledgeFilter,
  limit: number,
): Promise<readonly SearchHit[]> {
  const key = foldName(text);
  const most = countAllowedEdits(key);
  if (most === 0 || key.length > CHARS_MAX) return [];
  const similar = (await readNameKeyIndex(snapshot)).near(key, most).slice(0, KEYS_MAX);
  if (similar.length === 0) return [];
  const edits = new Map(similar.map((one) => [one.word, one.edits]));
  const found = await snapshot.knowledge.named([...edits.keys()], filter, NAMED_MAX);
  return found
    .map((hit) => ({ hit, edits: edits.get(foldName(hit.name)) ?? most }))
    .sort((a, b) => a.edits - b.edits || compareImportance(a.hit, b.hit))
    .slice(0, limit)
    .map(({ hit }) => hit);
}
