import type { KnowledgeFilter, SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { countAllowedEdits } from './edits.ts';
import { readSimilarKeys } from './known_texts.ts';
import { compareImportance } from './rank.ts';
import { nameKey } from './words.ts';

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
  const key = nameKey(text);
  const most = countAllowedEdits(key);
  if (most === 0 || key.length > CHARS_MAX) return [];
  const similar = (await readSimilarKeys(snapshot)).near(key, most).slice(0, KEYS_MAX);
  if (similar.length === 0) return [];
  const edits = new Map(similar.map((one) => [one.word, one.edits]));
  const found = await snapshot.knowledge.named([...edits.keys()], filter, NAMED_MAX);
  return found
    .map((hit) => ({ hit, edits: edits.get(nameKey(hit.name)) ?? most }))
    .sort((a, b) => a.edits - b.edits || compareImportance(a.hit, b.hit))
    .slice(0, limit)
    .map(({ hit }) => hit);
}
