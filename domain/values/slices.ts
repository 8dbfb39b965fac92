/** Yields a list in slices of at most `size` elements. */
export function* cutIntoSlices<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
