/** Returns the median of at least one number: the middle number, or the mean of the middle two if the count is even. */
export function computeMedian(values: readonly number[]): number {
  const [lower, upper] = findMiddleTwo(values);
  return (lower + upper) / 2;
}

/** Two prices whose ratio is greater say different things, and a price between them says nothing. */
const PRICE_RATIO_MAX = 3;

/**
 * Returns the median of at least one price. Like `computeMedian`, except that if the middle two differ by more than a
 * factor of three, the result is the lower one: their mean would be a price that no day had, and half of the days
 * cannot make something look dearer than the other half does.
 */
export function computeMedianPrice(prices: readonly number[]): number {
  const [lower, upper] = findMiddleTwo(prices);
  return upper > PRICE_RATIO_MAX * lower ? lower : (lower + upper) / 2;
}

/** Returns the middle two of at least one number. They are the same number if the count is odd. */
function findMiddleTwo(values: readonly number[]): readonly [lower: number, upper: number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
}
