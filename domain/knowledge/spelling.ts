import type { Snapshot } from '../ports/snapshots.ts';
import { countAllowedEdits } from './edits.ts';
import { isMisspeltFiller } from './question.ts';
import { readNameWordIndex, type SimilarTexts, type WordCorrection } from './similar_texts.ts';

/** Possible corrections of a query with unknown words. */
export interface SpellingCorrections {
  /**
   * A map from each unknown word to its corrections, fewest edits first. A word's list is empty if no known word is
   * similar.
   */
  readonly mended: ReadonlyMap<string, readonly WordCorrection[]>;
  /** Misspelt stop words and question words, which the search ignores. */
  readonly passedOver: ReadonlySet<string>;
  /** Versions of the query with one space removed, added or moved. Each version is the complete list of words. */
  readonly readings: readonly (readonly string[])[];
}

/** Limits: words corrected per search, corrections per word, and versions of the query with corrected spaces. */
const CORRECTED_WORDS_MAX = 6;
const CORRECTIONS_PER_WORD_MAX = 8;
const READINGS_MAX = 4;

/** Minimum length of each part when a word is split in two. */
const PART_CHARS_MIN = 3;

export const NO_CORRECTIONS: SpellingCorrections = { mended: new Map(), passedOver: new Set(), readings: [] };

/** Finds corrections for unknown words, and versions of the query with corrected spaces. */
export async function correctSpelling(snapshot: Snapshot, words: readonly string[]): Promise<SpellingCorrections> {
  const named = await readNameWordIndex(snapshot);
  const isKnown = await createKnownWordTest(snapshot, named, words);
  const unknown = words.filter((word) => !isKnown(word));
  const readings = await findSpacingChanges(snapshot, named, words, new Set(unknown));
  const passedOver = new Set(unknown.filter(isMisspeltFiller));
  const misspelt = unknown
    .filter((word) => countAllowedEdits(word) > 0 && !passedOver.has(word))
    .slice(0, CORRECTED_WORDS_MAX);
  const mended = new Map(misspelt.map((word) => [word, findCorrections(word, named)] as const));
  return { mended, passedOver, readings };
}

/** Prefers corrections with the same first letter, because typing errors rarely affect the first letter. */
function findCorrections(word: string, named: SimilarTexts): readonly WordCorrection[] {
  return named
    .near(word, countAllowedEdits(word))
    .toSorted((a, b) => a.edits - b.edits || Number(a.word[0] !== word[0]) - Number(b.word[0] !== word[0]))
    .slice(0, CORRECTIONS_PER_WORD_MAX);
}

/** Returns a function that tells whether one of these words occurs in names or documents. */
async function createKnownWordTest(
  { knowledge }: Snapshot,
  named: SimilarTexts,
  words: readonly string[],
): Promise<(word: string) => boolean> {
  const others = [...new Set(words.filter((word) => !named.has(word)))];
  const sought = others.map((word) => ({ word, prefix: false }));
  const counts = sought.length === 0 ? [] : await knowledge.countMatches('documents', sought, 1);
  const unknown = new Set(others.filter((_, at) => counts[at] === 0));
  return (word) => !unknown.has(word);
}

/** A replacement of the `count` words from index `at` by `words`. */
interface SpacingChange {
  readonly at: number;
  readonly count: number;
  readonly words: readonly string[];
}

/**
 * Returns versions of the query in which one space is removed, added or moved, keeping only versions in which the
 * changed words are known.
 */
async function findSpacingChanges(
  snapshot: Snapshot,
  named: SimilarTexts,
  words: readonly string[],
  unknown: ReadonlySet<string>,
): Promise<readonly (readonly string[])[]> {
  const tried = words.flatMap((word, at): readonly SpacingChange[] => {
    const next = words[at + 1];
    const own = unknown.has(word) ? listWordSplits(word).map((parts) => ({ at, count: 1, words: parts })) : [];
    if (next === undefined) return own;
    const whole = `${word}${next}`;
    const pair = [{ at, count: 2, words: [whole] }];
    const isStrange = unknown.has(word) || unknown.has(next);
    const moved = isStrange ? listWordSplits(whole).map((parts) => ({ at, count: 2, words: parts })) : [];
    return [...own, ...pair, ...moved];
  });
  if (tried.length === 0) return [];
  const isKnown = await createKnownWordTest(
    snapshot,
    named,
    tried.flatMap((one) => one.words),
  );
  return tried
    .filter((one) => one.words.every(isKnown))
    .map(({ at, count, words: put }) => [...words.slice(0, at), ...put, ...words.slice(at + count)])
    .slice(0, READINGS_MAX);
}

/** Splits a word in two at every position that leaves at least `PART_CHARS_MIN` characters on both sides. */
function listWordSplits(word: string): readonly (readonly [string, string])[] {
  const chars = [...word];
  const places = Math.max(0, chars.length - 2 * PART_CHARS_MIN + 1);
  return Array.from({ length: places }, (_, i) => {
    const at = i + PART_CHARS_MIN;
    return [chars.slice(0, at).join(''), chars.slice(at).join('')] as const;
  });
}
