/** Returns a function that maps an offset to its line, counted from 1. Line starts are computed on the first call. */
export function createLineIndex(text: string): (at: number) => number {
  let starts: readonly number[] | null = null;
  return (at) => {
    starts ??= startsOf(text);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n\r|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}
