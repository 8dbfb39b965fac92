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
