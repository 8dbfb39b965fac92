/** Number of distinct installs that make a fact public (docs/contract.md, section 3, Three installs). */
export const QUORUM = 3;

/**
 * Says how an instance counts installs. Usually a count is the number of witnesses. If an instance keeps witnesses of
 * IPv4 and of IPv6 networks apart (TW_WITNESS_NETWORKS), a count is the larger of two groups that nothing in the export
 * tells apart.
 */
export interface WitnessRule {
  readonly isApart: boolean;
}

/** Returns the recounted number of installs: the exported number if the witnesses allow it. */
export function countInstalls(exported: unknown, witnesses: number, { isApart }: WitnessRule): number {
  const isPossible = typeof exported === 'number' && exported <= witnesses && 2 * exported >= witnesses;
  return isApart && isPossible ? exported : witnesses;
}

const Z_95 = 1.959963984540054;

/** Returns the 95% Wilson bounds of a rate, rounded to six decimals. */
export function computeWilsonBounds(drops: number, windows: number): { readonly low: number; readonly high: number } {
  const z2 = Z_95 * Z_95;
  const middle = drops + z2 / 2;
  const spread = Z_95 * Math.sqrt((drops * (windows - drops)) / windows + z2 / 4);
  const bound = (value: number): number => Math.round((value / (windows + z2)) * 1e6) / 1e6;
  return {
    low: drops === 0 ? 0 : bound(middle - spread),
    high: drops === windows ? 1 : bound(middle + spread),
  };
}

/** Rounding to six decimals may differ by one in the last place. */
export const ROUNDING_TOLERANCE = 1.1e-6;

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

/** Returns the first and the last day that three witnesses support (docs/contract.md, section 3, Observed edges). */
export function findSupportedDays(
  spans: readonly (readonly [first: string, last: string])[],
): readonly [string, string] {
  const firsts = spans.map(([first]) => first).sort();
  const lasts = spans
    .map(([, last]) => last)
    .sort()
    .reverse();
  const [first, last] = [firsts[QUORUM - 1]!, lasts[QUORUM - 1]!];
  return first <= last ? [first, last] : [firsts[QUORUM - 2]!, lasts[QUORUM - 2]!];
}

/** Returns a function that computes each result once, by its arguments as text. Forgets all results if it has `most`. */
export function cacheResults<A extends readonly unknown[], T>(
  most: number,
  compute: (...args: A) => T,
): (...args: A) => T {
  const results = new Map<string, T>();
  return (...args) => {
    const key = String(args);
    if (!results.has(key)) {
      if (results.size === most) results.clear();
      results.set(key, compute(...args));
    }
    return results.get(key)!;
  };
}
