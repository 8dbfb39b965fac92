import { isQuestionWord, normalizeQuestion } from '../../../knowledge/intents/grammar.ts';
import { nameKey } from '../../../knowledge/words.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { findRealm } from './known_names.ts';
import { findName } from './names.ts';

/** A zone or realm at the end of a question, and the question without it. */
interface Tail {
  readonly slot: 'zone' | 'realm';
  readonly name: string;
  readonly question: string;
}

/** Maximum number of words in the name of a zone or realm at the end of a question. */
const WORDS_MAX = 3;

const PREPOSITIONS: ReadonlySet<string> = new Set(['in', 'at', 'on', 'near', 'around', 'for', 'from', 'the']);

/**
 * Finds the longest name of a zone or realm that ends a question. Only whole names count, and beginnings of the names of
 * zones. Returns null if there is none, or if nothing is left of the question.
 */
export async function findTail(snapshot: PublishedSnapshot, question: string): Promise<Tail | null> {
  const words = normalizeQuestion(question).trim().split(' ');
  for (let count = Math.min(WORDS_MAX, words.length - 1); count > 0; count--) {
    const name = words.slice(-count).join(' ');
    const rest = withoutPreposition(words.slice(0, -count));
    if (rest.length === 0 || words.slice(-count).every(isQuestionWord)) continue;
    const [zone, realm] = await Promise.all([findName(snapshot, name, ['zone']), findRealm(snapshot, name)]);
    const found = { name, question: rest.join(' ') };
    if (realm.certainty === 'exact') return { slot: 'realm', ...found };
    const isZone = zone.hits.some((hit) => `${nameKey(hit.name)} `.startsWith(`${name} `));
    if (zone.certainty === 'exact' || (zone.certainty === 'close' && isZone)) return { slot: 'zone', ...found };
  }
  return null;
}

function withoutPreposition(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !PREPOSITIONS.has(word));
  return words.slice(0, last + 1);
}
