import type { Snapshot } from '../ports/snapshots.ts';
import { corrections, editsAllowed, type IndexedWord, knownWords } from './edits.ts';
import { isPassedOverMisspelt } from './question.ts';

/** A word that may be meant, and how many edits part it from what was typed. */
export interface SpellingCandidate {
  readonly word: string;
  readonly edits: number;
}

/** What may be meant by words of which some are known nowhere. */
export interface Spelling {
  /** By word what it may be misspelt for, fewest edits first; words that are known, or like nothing known, are left out. */
  readonly mended: ReadonlyMap<string, readonly SpellingCandidate[]>;
  /** Words that are misspelt stop words: they say nothing of what is sought. */
  readonly passedOver: ReadonlySet<string>;
  /** The words with a space lost, added or moved: each reading is the whole list. */
  readonly readings: readonly (readonly string[])[];
}

/** Words that are mended in one search at most, what one may be mended to, and readings that are tried. */
const MENDED_MAX = 6;
const CORRECTIONS_MAX = 8;
const READINGS_MAX = 4;

/** A part of a word is one of its own from here on. */
const PART_CHARS_MIN = 3;

export const AS_TYPED: Spelling = { mended: new Map(), passedOver: new Set(), readings: [] };

/** Finds out what words may be meant; nothing where all of them are known and none is two that lost their space. */
export async function spellingOf(snapshot: Snapshot, words: readonly string[]): Promise<Spelling> {
  const known = await snapshot.knowledge.wordsAmong(words);
  const unknown = words.filter((word) => !known.includes(word));
  const readings = await respaced(snapshot, words, new Set(unknown));
  const passedOver = new Set(unknown.filter(isPassedOverMisspelt));
  const misspelt = unknown.filter((word) => editsAllowed(word) > 0 && !passedOver.has(word)).slice(0, MENDED_MAX);
  const vocabulary = await wordsLike(snapshot, misspelt);
  const like = knownWords(vocabulary);
  const mended = new Map(misspelt.map((word) => [word, mendings(word, like)] as const));
  return { mended, passedOver, readings };
}

/** Slips rarely change how a word begins. */
function mendings(word: string, vocabulary: readonly IndexedWord[]): readonly SpellingCandidate[] {
  return corrections(word, vocabulary, CORRECTIONS_MAX).toSorted(
    (a, b) => a.edits - b.edits || Number(a.word[0] !== word[0]) - Number(b.word[0] !== word[0]),
  );
}

/** Words of names that may be what these are misspelt for; none where there are none to mend. */
async function wordsLike(snapshot: Snapshot, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0) return [];
  const ranges = words.map((word) => ({ chars: [...word].length, edits: editsAllowed(word) }));
  const from = Math.min(...ranges.map(({ chars, edits }) => chars - edits));
  const to = Math.max(...ranges.map(({ chars, edits }) => chars + edits));
  return snapshot.knowledge.wordsOfLength(from, to);
}

/** Words in place of some that stand at `at`, `count` of them. */
interface Respacing {
  readonly at: number;
  readonly count: number;
  readonly words: readonly string[];
}

/** The words with one space lost, added or moved so that known words come out; those that were known stay together last. */
async function respaced(
  snapshot: Snapshot,
  words: readonly string[],
  unknown: ReadonlySet<string>,
): Promise<readonly (readonly string[])[]> {
  const tried = words.flatMap((word, at): readonly Respacing[] => {
    const next = words[at + 1];
    const own = unknown.has(word) ? splitsOf(word).map((parts) => ({ at, count: 1, words: parts })) : [];
    if (next === undefined) return own;
    const whole = `${word}${next}`;
    const pair = [{ at, count: 2, words: [whole] }];
    const isStrange = unknown.has(word) || unknown.has(next);
    const moved = isStrange ? splitsOf(whole).map((parts) => ({ at, count: 2, words: parts })) : [];
    return [...own, ...pair, ...moved];
  });
  if (tried.length === 0) return [];
  const parts = [...new Set(tried.flatMap((one) => one.words))];
  const known = await snapshot.knowledge.wordsAmong(parts);
  const stands = new Set(known);
  const readings = tried
    .filter((one) => one.words.every((word) => stands.has(word)))
    .map(({ at, count, words: put }) => [...words.slice(0, at), ...put, ...words.slice(at + count)]);
  return readings.slice(0, READINGS_MAX);
}

/** A word cut in two at every place that leaves enough on both sides. */
function splitsOf(word: string): readonly (readonly [string, string])[] {
  const chars = [...word];
  const places = Math.max(0, chars.length - 2 * PART_CHARS_MIN + 1);
  return Array.from({ length: places }, (_, i) => {
    const at = i + PART_CHARS_MIN;
    return [chars.slice(0, at).join(''), chars.slice(at).join('')] as const;
  });
}
