/** Returns the maximum number of edits in a correction of a word: one edit from 4 characters, two from 8. */
export function editsAllowed(word: string): 0 | 1 | 2 {
  const chars = [...word].length;
  return chars < 4 ? 0 : chars < 8 ? 1 : 2;
}

/**
 * Returns how many characters must be inserted, deleted, replaced or swapped with a neighbour to turn one word into the
 * other (optimal string alignment distance). Returns null if the number exceeds `most`.
 */
export function editsBetween(a: string, b: string, most: number): number | null {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > most) return null;
  let twoBack: readonly number[] = [];
  let oneBack: readonly number[] = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = oneBack[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
          ? twoBack[j - 2]! + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, oneBack[j]! + 1, row[j - 1]! + 1));
    }
    if (Math.min(...row) > most) return null;
    [twoBack, oneBack] = [oneBack, row];
  }
  const edits = oneBack[to.length]!;
  return edits <= most ? edits : null;
}

/** Returns a bit set that shows which of 32 groups of letters the word contains. One edit changes at most two bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** A known word that may be the intended spelling of a misspelt word. */
export interface Correction {
  readonly word: string;
  readonly edits: number;
}

/** A known word with its letter groups. Comparing the groups rules out most words before the letters are compared. */
export interface IndexedWord {
  readonly word: string;
  readonly letters: number;
}

export function knownWords(words: readonly string[]): readonly IndexedWord[] {
  return words.map((word) => ({ word, letters: lettersOf(word) }));
}

/** Returns at most `limit` corrections of a word, ordered by number of edits and then alphabetically. */
export function corrections(word: string, vocabulary: readonly IndexedWord[], limit: number): readonly Correction[] {
  const most = editsAllowed(word);
  if (most === 0) return [];
  const own = lettersOf(word);
  const found: Correction[] = [];
  for (const { word: known, letters } of vocabulary) {
    // `length` counts a character outside the basic plane twice, so allow twice the difference.
    if (Math.abs(known.length - word.length) > 2 * most || bitsIn(letters ^ own) > 2 * most) continue;
    const edits = known === word ? null : editsBetween(word, known, most);
    if (edits !== null) found.push({ word: known, edits });
  }
  return found.sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1)).slice(0, limit);
}
