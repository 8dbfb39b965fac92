import { createBoundedCache } from '../bounded_cache.ts';
import { isCorroborated } from '../corroboration.ts';
import { computeLogGamma, logRising } from './log_gamma.ts';
import { DIFFERENCES, LOGIT_KNOTS } from './model.ts';

/** The number of windows that one install opened on a source, and how many of them contained the item. */
export type Observation = readonly [windows: number, drops: number];

/** Number of grid points per knot of the prior. Likelihoods are computed on a fixed grid of values of logit(rate). */
export const POINTS_PER_KNOT = 8;

export const GRID_SIZE = (LOGIT_KNOTS.length - 1) * POINTS_PER_KNOT + 1;

/** Number of values per difference in a row: one for each grid point, followed by one for a rate of exactly 1. */
export const ROW_SIZE = GRID_SIZE + 1;

/**
 * Log-likelihoods of each difference at each grid point (index `difference * ROW_SIZE + gridPoint`), without the
 * binomial coefficients, which do not depend on the rate.
 */
export type LikelihoodRow = Float64Array;

/** An observation, and the number of installs that made it. */
export type CountedObservation = readonly [observation: Observation, times: number];

/**
 * Assumed share of odd installs, whose figures say nothing about the rate because of mistakes, other addons or lies:
 * `growing` with the number of windows, or `constant`, because liars choose how many windows they report.
 */
export type OddShare = 'growing' | 'constant';

/**
 * Returns the share to assume for an estimate. It is constant once three installs found the item. With fewer, the
 * constant share would explain away the few drops of rare items.
 */
export function chooseOddShare(observations: readonly CountedObservation[]): OddShare {
  const finders = observations.reduce((sum, [[, drops], times]) => sum + (drops > 0 ? times : 0), 0);
  return isCorroborated(finders) ? 'constant' : 'growing';
}

const LIKELIHOOD_CACHE_BYTES = 8_000_000;

/**
 * Creates a function that returns the likelihood of observations. Each call overwrites the row that the call before it
 * returned, because allocating a row for each pair would take longer than adding up most of them.
 */
export function createLikelihoods(
  cacheBytes = LIKELIHOOD_CACHE_BYTES,
): (observations: readonly CountedObservation[], oddShare: OddShare) => LikelihoodRow {
  const cache = createBoundedCache<LikelihoodRow>(cacheBytes);
  const rowOf = (observation: Observation, oddShare: OddShare): LikelihoodRow => {
    const key = `${oddShare}:${observation}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const row = computeLikelihoodRow(observation, oddShare);
    cache.set(key, row, row.byteLength);
    return row;
  };
  const sum = new Float64Array(DIFFERENCES.length * ROW_SIZE);
  return (observations, oddShare) => {
    sum.fill(0);
    for (const [observation, times] of observations) {
      const row = rowOf(observation, oddShare);
      for (let at = 0; at < sum.length; at++) sum[at]! += times * row[at]!;
    }
    return sum;
  };
}

/** Counts equal observations. Returns them sorted, so that floating-point sums do not depend on the input's order. */
export function countObservations(observations: readonly Observation[]): readonly CountedObservation[] {
  const counted: [Observation, number][] = [];
  for (const observation of observations.toSorted(([n, x], [m, y]) => n - m || x - y)) {
    const last = counted.at(-1);
    if (last?.[0].every((number, i) => number === observation[i])) last[1]++;
    else counted.push([observation, 1]);
  }
  return counted;
}

function computeLikelihoodRow(observation: Observation, oddShare: OddShare): LikelihoodRow {
  const [windows, drops] = observation;
  const row = new Float64Array(DIFFERENCES.length * ROW_SIZE);
  DIFFERENCES.forEach((difference, i) => {
    const { logOrdinary, logOther } = computeMixtureLogs(observation, difference.excluded, oddShare);
    const draws = computeDrawsOnGrid(difference.correlation, observation);
    const start = i * ROW_SIZE;
    for (let point = 0; point < GRID_SIZE; point++) row[start + point] = addLogs(logOrdinary + draws[point]!, logOther);
    row[start + GRID_SIZE] = drops === windows ? addLogs(logOrdinary, logOther) : logOther;
  });
  return row;
}

/**
 * Returns a function that computes the observations' values of a row at any logit, not only at grid points, in the
 * order of the observations.
 */
export function createExactLikelihoods(
  observations: readonly CountedObservation[],
  difference: number,
  oddShare: OddShare,
): (logit: number) => readonly number[] {
  const { correlation, excluded } = DIFFERENCES[difference]!;
  const concentration = computeConcentration(correlation);
  const prepared = observations.map(([observation]) => {
    const [windows, drops] = observation;
    return { drops, misses: windows - drops, windows, ...computeMixtureLogs(observation, excluded, oddShare) };
  });
  const ofWindows = correlation === 0 ? [] : prepared.map(({ windows }) => logRising(concentration, windows));
  return (logit) => {
    const [rate, miss] = [1 / (1 + Math.exp(-logit)), 1 / (1 + Math.exp(logit))];
    const [logRate, logMiss] = [Math.log(rate), Math.log(miss)];
    return prepared.map(({ drops, misses, logOrdinary, logOther }, i) => {
      const draws =
        correlation === 0
          ? drops * logRate + misses * logMiss
          : logRising(concentration * rate, drops) + logRising(concentration * miss, misses) - ofWindows[i]!;
      return addLogs(logOrdinary + draws, logOther);
    });
  };
}

/** Returns the log-weight of players to whom the rate applies, and the log-likelihood contributed by all others. */
function computeMixtureLogs(
  observation: Observation,
  excluded: number,
  oddShare: OddShare,
): { logOrdinary: number; logOther: number } {
  const [windows, drops] = observation;
  const odd = oddShare === 'constant' ? 0.08 : (0.03 * windows) / (windows + 50);
  const logFromOdd = Math.log(odd) + computeOddLikelihood(observation);
  return {
    logOrdinary: Math.log(1 - odd - excluded),
    // An excluded install finds the item in no window.
    logOther: drops === 0 && excluded > 0 ? addLogs(logFromOdd, Math.log(excluded)) : logFromOdd,
  };
}

/**
 * Returns the log-likelihood of an odd install, which is the same for every rate. Odd installs often report all or
 * nothing.
 */
function computeOddLikelihood([windows, drops]: Observation): number {
  const logAny = logRising(0.5, drops) + logRising(0.5, windows - drops) - logRising(1, windows);
  const isExtreme = drops === 0 || drops === windows;
  return isExtreme ? Math.log(0.5 * Math.exp(logAny) + 0.25) : logAny - Math.LN2;
}

/** Returns the sum of the two parameters of a beta-binomial distribution. */
function computeConcentration(correlation: number): number {
  return (1 - correlation) / correlation;
}

const GRID_RATES = evaluateOnGrid((logit) => 1 / (1 + Math.exp(-logit)));
const GRID_MISS_RATES = evaluateOnGrid((logit) => 1 / (1 + Math.exp(logit)));
const LOG_GRID_RATES = GRID_RATES.map(Math.log);
const LOG_GRID_MISS_RATES = GRID_MISS_RATES.map(Math.log);

/** Returns the log-probability of the drops in one particular order, at each grid point. */
function computeDrawsOnGrid(correlation: number, [windows, drops]: Observation): Float64Array {
  if (correlation === 0) {
    return LOG_GRID_RATES.map((logRate, point) => drops * logRate + (windows - drops) * LOG_GRID_MISS_RATES[point]!);
  }
  const tables = findFactorialTables(correlation);
  const ofMisses = tables.ofMisses(windows - drops);
  const ofWindows = logRising(computeConcentration(correlation), windows);
  return tables.ofDrops(drops).map((ofDrops, point) => ofDrops + ofMisses[point]! - ofWindows);
}

interface FactorialTables {
  ofDrops(count: number): Float64Array;
  ofMisses(count: number): Float64Array;
}

const tablesByCorrelation = new Map<number, FactorialTables>();

function findFactorialTables(correlation: number): FactorialTables {
  const known = tablesByCorrelation.get(correlation);
  if (known !== undefined) return known;
  const concentration = computeConcentration(correlation);
  const tables = {
    ofDrops: createRisingTable(GRID_RATES.map((rate) => rate * concentration)),
    ofMisses: createRisingTable(GRID_MISS_RATES.map((miss) => miss * concentration)),
  };
  tablesByCorrelation.set(correlation, tables);
  return tables;
}

/** Rising factorials with up to this many factors are cached. */
const CACHED_FACTORS_MAX = 64;

/** Returns a function that computes `logRising` of every element of `starts`. */
function createRisingTable(starts: Float64Array): (count: number) => Float64Array {
  const gammas = starts.map(computeLogGamma);
  const compute = (count: number): Float64Array =>
    starts.map((start, point) => computeLogGamma(start + count) - gammas[point]!);
  const kept: Float64Array[] = [];
  return (count) => {
    const row = kept[count] ?? compute(count);
    if (count <= CACHED_FACTORS_MAX) kept[count] = row;
    return row;
  };
}

function evaluateOnGrid(f: (logit: number) => number): Float64Array {
  return Float64Array.from({ length: GRID_SIZE }, (_, point) => f(toLogit(point)));
}

/** Returns the logit at a grid point, or between two grid points if `point` is not an integer. */
export function toLogit(point: number): number {
  return LOGIT_KNOTS[0]! + point / POINTS_PER_KNOT;
}

/** Returns ln(exp(a) + exp(b)) without overflow or underflow. */
function addLogs(a: number, b: number): number {
  if (a > b) return a - b > 40 ? a : a + Math.log1p(Math.exp(b - a));
  return b - a > 40 ? b : b + Math.log1p(Math.exp(a - b));
}
