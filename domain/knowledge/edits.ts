/** Returns the maximum number of edits in a correction of a word: one edit from 4 characters, two from 8. */
export function countAllowedEdits(word: string): 0 | 1 | 2 {
  const chars = [...word].length;
  return chars < 4 ? 0 : chars < 8 ? 1 : 2;
}

const SURROGATE_PATTERN = /[\ud800-\udfff]/;

/**
 * Returns how many characters must be inserted, deleted, replaced or swapped with a neighbour to turn one text into the
 * other (optimal string alignment distance). Returns null if the number exceeds `most`.
 */
export function countEdits(a: string, b: string, most: number): number | null {
  if (SURROGATE_PATTERN.test(a) || SURROGATE_PATTERN.test(b)) return countEditDistance([...a], [...b], most);
  return countEditDistance(a, b, most);
}

/** Returns the word with the fewest edits from another, or null if all of them differ in half of their characters. */
export function findNearestWord(to: string, words: readonly string[]): string | null {
  let best: { readonly word: string; readonly edits: number } | null = null;
  for (const word of words) {
    const edits = countEdits(to, word, Math.ceil(word.length / 2));
    if (edits !== null && edits < word.length && (best === null || edits < best.edits)) best = { word, edits };
  }
  return best?.word ?? null;
}

/** Compares only what differs between a common beginning and a common end, because most texts share both or neither. */
function countEditDistance(from: ArrayLike<string>, to: ArrayLike<string>, most: number): number | null {
  let [fromEnd, toEnd] = [from.length, to.length];
  if (Math.abs(fromEnd - toEnd) > most) return null;
  while (fromEnd > 0 && toEnd > 0 && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd--;
    toEnd--;
  }
  let begin = 0;
  while (begin < fromEnd && begin < toEnd && from[begin] === to[begin]) begin++;
  const width = toEnd - begin;
  let twoBack: number[] = [];
  let oneBack: number[] = [];
  for (let j = 0; j <= width; j++) oneBack.push(j);
  for (let i = 1; i <= fromEnd - begin; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= width; j++) {
      const [one, other] = [from[begin + i - 1], to[begin + j - 1]];
      let edits = Math.min(oneBack[j - 1]! + (one === other ? 0 : 1), oneBack[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && one === to[begin + j - 2] && from[begin + i - 2] === other) {
        edits = Math.min(edits, twoBack[j - 2]! + 1);
      }
      row.push(edits);
      if (edits < least) least = edits;
    }
    if (least > most) return null;
    twoBack = oneBack;
    oneBack = row;
  }
  return oneBack[width]! <= most ? oneBack[width]! : null;
}
