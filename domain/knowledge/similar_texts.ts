import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { groupBy } from '../values/group_by.ts';
import { countEdits } from './edits.ts';

/** A known text that may be the intended spelling of another one. */
export interface WordCorrection {
  readonly word: string;
  readonly edits: number;
}

/** An index of known texts. */
export interface SimilarTexts {
  has(text: string): boolean;
  hasBeginning(text: string): boolean;
  /** Returns the known texts within `most` edits of a text, except the text itself, those with the fewest edits first. */
  near(text: string, most: number): readonly WordCorrection[];
}

/**
 * Creates an index of distinct texts by similarity. A search compares only texts of about the same length that have about the
 * same set of letters, so it takes a fraction of a millisecond among tens of thousands of names.
 */
export function createSimilarTexts(texts: readonly string[]): SimilarTexts {
  const ofLength = groupBy(texts, ({ length }) => length);
  const letters = new Map<number, Uint32Array>();
  const lettersOfLength = (length: number, known: readonly string[]): Uint32Array => {
    const theirs = letters.get(length) ?? Uint32Array.from(known, toLetterBits);
    letters.set(length, theirs);
    return theirs;
  };
  const near = (text: string, most: number): readonly WordCorrection[] => {
    const own = toLetterBits(text);
    const found: WordCorrection[] = [];
    // `length` counts a character outside the basic plane twice, so allow twice the difference.
    for (let length = text.length - 2 * most; length <= text.length + 2 * most; length++) {
      const known = ofLength.get(length);
      if (known === undefined) continue;
      const theirs = lettersOfLength(length, known);
      for (let i = 0; i < known.length; i++) {
        if (countBits(theirs[i]! ^ own) > 2 * most) continue;
        const word = known[i]!;
        const edits = word === text ? null : countEdits(text, word, most);
        if (edits !== null) found.push({ word, edits });
      }
    }
    return found.sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1));
  };
  let all: ReadonlySet<string> | null = null;
  const has = (text: string): boolean => {
    all ??= new Set(texts);
    return all.has(text);
  };
  let sorted: readonly string[] | null = null;
  const hasBeginning = (text: string): boolean => {
    sorted ??= texts.toSorted((a, b) => (a < b ? -1 : 1));
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(text) === true;
  };
  return { has, hasBeginning, near };
}

/** Returns a bit set that shows which of 32 groups of letters the text contains. One edit changes at most two bits. */
function toLetterBits(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Returns the index of the whole names of a snapshot, as normalized by `nameKey`. It is built once per snapshot. */
export const readNameKeyIndex = createIndexReader(({ knowledge }) => knowledge.nameKeys());

/** Returns the index of the words in the names of a snapshot. It is built once per snapshot. */
export const readNameWordIndex = createIndexReader(({ knowledge }) => knowledge.nameWords());

type SnapshotTextReader = (snapshot: Snapshot) => Promise<readonly string[]>;

/** Indexes are built by the first search with a typing error, and released with the snapshot. Failures are not kept. */
function createIndexReader(read: SnapshotTextReader): (snapshot: Snapshot) => Promise<SimilarTexts> {
  const indexes = new WeakMap<SnapshotView, Promise<SimilarTexts>>();
  return async (snapshot) => {
    const known = indexes.get(snapshot.view);
    if (known !== undefined) return known;
    const building = read(snapshot).then(createSimilarTexts);
    indexes.set(snapshot.view, building);
    try {
      return await building;
    } catch (error) {
      indexes.delete(snapshot.view);
      throw error;
    }
  };
}
