const HALF_LOG_TWO_PI = 0.9189385332046728;

/** From this number on, Stirling's series with three terms is accurate to 1e-11. */
const STIRLING_ARGUMENT_MIN = 10;

/** Computes ln Γ(z) for z > 0 by Stirling's series. Small z are first increased by means of Γ(z + 1) = z·Γ(z). */
export function computeLogGamma(z: number): number {
  let large = z;
  let product = 1;
  while (large < STIRLING_ARGUMENT_MIN) product *= large++;
  const inverse = 1 / large;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square / 1260));
  return (large - 0.5) * Math.log(large) - large + HALF_LOG_TWO_PI + series - (product === 1 ? 0 : Math.log(product));
}

/**
 * Computes the logarithm of the rising factorial a·(a + 1)·…·(a + count - 1), which is Γ(a + count) / Γ(a). Ratios of
 * beta functions are quotients of such factorials. `a` must be positive, and `count` a non-negative integer.
 */
export function logRising(a: number, count: number): number {
  return count === 0 ? 0 : computeLogGamma(a + count) - computeLogGamma(a);
}
