/** Comparators that are independent of the machine's locale. */

export function compareNumbers(a: number, b: number): number {
  return a - b;
}

/** Compares by UTF-16 code units. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares by code points. Unlike `compareStrings`, this puts characters beyond U+FFFF last. */
export function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

export function sortAscending<T extends { readonly value: number }>(values: readonly T[]): readonly T[] {
  return values.toSorted((a, b) => compareNumbers(a.value, b.value));
}
