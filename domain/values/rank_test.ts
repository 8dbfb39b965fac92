/**
 * Computes the rank of a count `x` among those that `n` windows of one player would have by chance, from -1 (lower than
 * all) to 1 (higher than all): 2·(P(X < x) + P(X = x)/2) - 1. X has the beta-binomial distribution with this mean (above
 * 0 and below 1) and this correlation between two windows of one player (above 0 and below 1).
 */
export function computeRank(x: number, n: number, mean: number, correlation: number): number {
  const concentration = (1 - correlation) / correlation;
  const [a, b] = [mean * concentration, (1 - mean) * concentration];
  let chance = 1;
  for (let i = 0; i < n; i++) chance *= (b + i) / (concentration + i);
  let below = 0;
  for (let i = 0; i < x; i++) {
    below += chance;
    chance *= ((n - i) * (a + i)) / ((i + 1) * (b + n - i - 1));
  }
  return 2 * Math.min(1, below + chance / 2) - 1;
}

/**
 * Returns an upper bound for the logarithm of the chance that `count` independent ranks add up to at least `sum`.
 *
 * If the distribution is right, a rank is the mean of a number that is evenly distributed from -1 to 1, given the count
 * (the randomized p-value of Stevens, 1950). So it is less spread than this number, and Chernoff's bound for sums of
 * such numbers applies: the minimum over t of count·ln(sinh(t)/t) - t·sum. It needs no table and no normal
 * approximation, and holds for any number of ranks. It also holds for sums of 2·|rank| - 1, for the same reason.
 */
export function boundRankSumChance(sum: number, count: number): number {
  const mean = sum / count;
  if (count === 0 || mean <= 0) return 0;
  // No rank reaches 1 exactly, so a mean of 1 is a rounding error.
  const reached = Math.min(mean, 1 - 1e-9);
  let [low, high] = [0, 1 / (1 - reached)];
  for (let round = 0; round < 60; round++) {
    const t = (low + high) / 2;
    if (1 / Math.tanh(t) - 1 / t < reached) low = t;
    else high = t;
  }
  // ln(sinh(t)/t) without overflow.
  return count * (high + Math.log1p(-Math.exp(-2 * high)) - Math.log(2 * high) - high * reached);
}

/**
 * Returns an upper bound for the logarithm of the chance that at least `hits` of `tries` independent tries succeed, if
 * each succeeds with this chance: Chernoff's bound, -tries·KL(hits/tries ‖ chance).
 */
export function boundHitsChance(hits: number, tries: number, chance: number): number {
  const share = hits / tries;
  if (tries === 0 || share <= chance) return 0;
  const rest = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return -tries * (share * Math.log(share / chance) + rest);
}
