/** Bernoulli terms of Stirling's series, for arguments of at least 12. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188];
const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** Returns the natural logarithm of the gamma function of a positive number, to about 13 digits. */
export function logGamma(x: number): number {
  let shift = 1;
  let at = x;
  while (at < 12) {
    shift *= at;
    at++;
  }
  let series = 0;
  let power = 1 / at;
  for (const term of STIRLING) {
    series += term * power;
    power /= at * at;
  }
  return (at - 0.5) * Math.log(at) - at + HALF_LOG_TWO_PI + series - Math.log(shift);
}

/** Returns the logarithm of the beta function. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Returns the logarithm of the sum of two numbers whose logarithms are given. */
export function logSum(a: number, b: number): number {
  const [more, less] = a > b ? [a, b] : [b, a];
  return less === Number.NEGATIVE_INFINITY ? more : more + Math.log1p(Math.exp(less - more));
}
