/** Orders that do not depend on the machine's language. */

export function byNumber(a: number, b: number): number {
  return a - b;
}

/** By UTF-16 code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By code points: unlike `byText`, characters beyond U+FFFF come last. */
export function byCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Agreed numbers, the smallest first. */
export function ascending<T extends { readonly value: number }>(values: readonly T[]): readonly T[] {
  return values.toSorted((a, b) => byNumber(a.value, b.value));
}
