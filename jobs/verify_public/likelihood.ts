/** A witness's loot windows on a source, and the windows that contained the item. */
export type WitnessDraws = readonly [windows: number, drops: number];

/**
 * Ways in which players may differ, in the order of the weights `differences` of the export index: correlation between
 * the windows of one player, and the share of players who cannot get the item.
 */
export const STATES: readonly (readonly [correlation: number, excluded: number])[] = [
  [0, 0],
  [0.005, 0],
  [0.02, 0],
  [0.05, 0],
  [0.1, 0],
  [0.2, 0],
  [0, 0.33],
  [0.05, 0.33],
];

/** Bounds of logit(rate), and the distance of the points at which likelihoods are usually computed. */
export const LOGIT_MIN = -9;
export const LOGIT_MAX = 7;
export const LOGIT_STEP = 1 / 16;

/** Evenly spaced values of logit(rate). */
export interface Grid {
  readonly logits: Float64Array;
  readonly rates: Float64Array;
  /** 1 - rate, which is precise for rates near 1. */
  readonly missRates: Float64Array;
}

export function createGrid(from: number, to: number, points: number): Grid {
  const logits = Float64Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1));
  return {
    logits,
    rates: logits.map((logit) => 1 / (1 + Math.exp(-logit))),
    missRates: logits.map((logit) => 1 / (1 + Math.exp(logit))),
  };
}

export const GRID = createGrid(LOGIT_MIN, LOGIT_MAX, (LOGIT_MAX - LOGIT_MIN) / LOGIT_STEP + 1);

/**
 * Returns the log-likelihoods of a witness's draws: for each state one at each point of the grid, and one for a rate of
 * exactly 1. `hasFinders` is true if at least three witnesses found the item.
 */
export function computeLikelihood([windows, drops]: WitnessDraws, grid: Grid, hasFinders: boolean): Float64Array {
  const points = grid.logits.length;
  const values = new Float64Array(STATES.length * (points + 1));
  const misses = windows - drops;
  // Some players' figures are odd. As long as hardly anyone found the item, that is assumed of many windows only.
  const odd = hasFinders ? 0.08 : (0.03 * windows) / (windows + 50);
  const always = drops === windows ? 1 : 0;
  const never = drops === 0 ? 1 : 0;
  const anything = Math.exp(logBeta(drops + 0.5, misses + 0.5)) / Math.PI;
  // The exact value matters if it is too small for a number, and then drops and misses are both present.
  const logOdd =
    always + never > 0
      ? Math.log(odd * (0.5 * anything + 0.25 * always + 0.25 * never))
      : Math.log(odd / 2) + logBeta(drops + 0.5, misses + 0.5) - Math.log(Math.PI);
  STATES.forEach(([correlation, excluded], state) => {
    const logUsual = Math.log(1 - odd - excluded);
    const logOther = excluded > 0 && never === 1 ? addLogProbabilities(logOdd, Math.log(excluded)) : logOdd;
    const logDraws =
      correlation === 0 ? computeBinomial(drops, misses, grid) : betaBinomial(drops, misses, correlation, grid);
    const start = state * (points + 1);
    for (let point = 0; point < points; point++) {
      values[start + point] = addLogProbabilities(logUsual + logDraws[point]!, logOther);
    }
    values[start + points] = always === 1 ? addLogProbabilities(logUsual, logOther) : logOther;
  });
  return values;
}

function computeBinomial(drops: number, misses: number, { rates, missRates }: Grid): Float64Array {
  return rates.map((rate, point) => drops * Math.log(rate) + misses * Math.log(missRates[point]!));
}

/** Returns the logarithms of B(a + drops, b + misses) / B(a, b). */
function betaBinomial(drops: number, misses: number, correlation: number, { rates, missRates }: Grid): Float64Array {
  const total = (1 - correlation) / correlation;
  const all = logGamma(total + drops + misses) - logGamma(total);
  return rates.map((rate, point) => logRise(rate * total, drops) + logRise(missRates[point]! * total, misses) - all);
}

/** Returns the logarithm of start (start + 1) … with this number of factors. */
function logRise(start: number, factors: number): number {
  if (factors > 12) return logGamma(start + factors) - logGamma(start);
  let product = 1;
  for (let i = 0; i < factors; i++) product *= start + i;
  return Math.log(product);
}

/** Bernoulli terms of Stirling's series, for arguments of at least 12. */
const STIRLING_TERMS = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188];
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
  for (const term of STIRLING_TERMS) {
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
export function addLogProbabilities(a: number, b: number): number {
  const [more, less] = a > b ? [a, b] : [b, a];
  return less === Number.NEGATIVE_INFINITY ? more : more + Math.log1p(Math.exp(less - more));
}
