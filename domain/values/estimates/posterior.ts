import { sumNumbers } from '../sum_of.ts';
import { evaluateCubic, findFirstOfFour, findLargestBend, hasKink, LOG_NEGLIGIBLE } from './curve_shape.ts';
import {
  type CountedObservation,
  createExactLikelihoods,
  GRID_SIZE,
  type LikelihoodRow,
  type OddShare,
  POINTS_PER_KNOT,
  ROW_SIZE,
  toLogit,
} from './likelihood.ts';
import { DIFFERENCES, type RateWeights } from './model.ts';
import { createSlicedDensity } from './sliced_density.ts';

/** The posterior distribution of a rate, given the observations. Quantiles can be asked for until the next is computed. */
export interface RatePosterior {
  /** Probability that the rate is exactly 1. */
  readonly always: number;
  /** Probability of each of the DIFFERENCES. */
  readonly differences: readonly number[];
  /** Returns the quantile: with this probability, the true rate is at most the result. */
  quantile(probability: number): number;
  /** Like `quantile`, given that the rate is not exactly 1. */
  quantileBelowOne(probability: number): number;
}

/** If the second differences of a cell's log-density are larger, each of the DIFFERENCES is integrated separately. */
const STEEP_DIFFERENCE = 1;

/** Multiplies the likelihood of the observations by the prior and integrates over the rate. `oddShare` is the likelihood's. */
export function integratePosterior(
  observations: readonly CountedObservation[],
  likelihood: LikelihoodRow,
  weights: RateWeights,
  oddShare: OddShare,
): RatePosterior {
  const { curves, densities, mixture, logMixture, masses, slices } = SCRATCH_ARRAYS;
  computeCurves(likelihood, weights);
  const { from, to } = findRelevantPoints(curves);
  mixture.fill(0, from, to);
  for (let i = 0; i < DIFFERENCES.length; i++) {
    for (let point = from; point < to; point++) {
      const density = Math.exp(curves[i * ROW_SIZE + point]!);
      densities[i * ROW_SIZE + point] = density;
      mixture[point]! += density;
    }
  }
  for (let point = from; point < to; point++) logMixture[point] = Math.log(mixture[point]!);
  for (let i = 0; i < DIFFERENCES.length; i++) {
    masses[i] = weights.always * Math.exp(curves[i * ROW_SIZE + GRID_SIZE]!);
  }
  const always = sumNumbers(masses);
  slices.clear();
  for (let cell = from; cell < to - 1; cell++) {
    const bend = findLargestBend(curves, cell);
    if (bend === 0) continue;
    if (bend < STEEP_DIFFERENCE) {
      const scale = integrateMixture(cell, bend, weights) / (mixture[cell]! + mixture[cell + 1]!);
      for (let i = 0; i < DIFFERENCES.length; i++) {
        masses[i]! += scale * (densities[i * ROW_SIZE + cell]! + densities[i * ROW_SIZE + cell + 1]!);
      }
    } else {
      const parts = DIFFERENCES.map((_, i) =>
        hasKink(curves, i, cell)
          ? createExactCurve(observations, createExactLikelihoods(observations, i, oddShare), curves, i, cell)
          : (t: number) => evaluateCubic(curves, i * ROW_SIZE, cell, t),
      );
      integrateCellParts(cell, bend, weights, parts);
    }
  }
  const continuous = slices.mass();
  const total = always + continuous;
  return {
    always: always / total,
    differences: Array.from(masses, (mass) => mass / total),
    quantile: (probability) => slices.rateBelow(probability * total),
    quantileBelowOne: (probability) => slices.rateBelow(probability * continuous),
  };
}

/** Arrays for one call of `integratePosterior`. Allocating them for each pair would take longer than filling them. */
const SCRATCH_ARRAYS = {
  curves: new Float64Array(DIFFERENCES.length * ROW_SIZE),
  densities: new Float64Array(DIFFERENCES.length * ROW_SIZE),
  mixture: new Float64Array(ROW_SIZE),
  logMixture: new Float64Array(ROW_SIZE),
  /** Integral of each difference, a rate of exactly 1 included. */
  masses: new Float64Array(DIFFERENCES.length),
  /** The sum of all differences. */
  slices: createSlicedDensity(),
};

/** Fills the curves with logarithms of likelihood times weight, one curve per difference. The highest value is 0. */
function computeCurves(likelihood: LikelihoodRow, { differences }: RateWeights): void {
  const { curves } = SCRATCH_ARRAYS;
  let top = -Infinity;
  for (let i = 0; i < DIFFERENCES.length; i++) {
    const logWeight = Math.log(differences[i]!);
    for (let at = i * ROW_SIZE; at < (i + 1) * ROW_SIZE; at++) {
      const value = likelihood[at]! + logWeight;
      curves[at] = value;
      if (value > top) top = value;
    }
  }
  for (let at = 0; at < curves.length; at++) curves[at]! -= top;
}

/** Log-densities below this do not matter even where a cubic reaches from them into a cell with a higher density. */
const LOG_IRRELEVANT_MAX = LOG_NEGLIGIBLE - 40;

/** Returns the range of grid points, from `from` to before `to`, outside which no curve matters. */
function findRelevantPoints(curves: Float64Array): { readonly from: number; readonly to: number } {
  let first = GRID_SIZE;
  let last = 0;
  for (let i = 0; i < DIFFERENCES.length; i++) {
    const start = i * ROW_SIZE;
    for (let point = 0; point < first; point++) if (curves[start + point]! > LOG_IRRELEVANT_MAX) first = point;
    for (let point = GRID_SIZE - 1; point > last; point--)
      if (curves[start + point]! > LOG_IRRELEVANT_MAX) last = point;
  }
  // A cubic reaches up to three grid points from its cell.
  return { from: Math.max(0, first - 3), to: Math.min(GRID_SIZE, last + 4) };
}

/** Returns a function that evaluates a curve within a cell like `evaluateCubic`, but without interpolation. */
function createExactCurve(
  observations: readonly CountedObservation[],
  likelihoodsAt: (logit: number) => readonly number[],
  curves: Float64Array,
  difference: number,
  cell: number,
): (t: number) => number {
  const start = curves[difference * ROW_SIZE + cell]!;
  const starts = likelihoodsAt(toLogit(cell));
  return (t) =>
    likelihoodsAt(toLogit(cell + t)).reduce((sum, now, i) => sum + observations[i]![1] * (now - starts[i]!), start);
}

/** Returns the number of slices of a cell. The more the logarithm bends, the narrower the peak. */
function countSlices(bend: number): number {
  return Math.ceil(3 * Math.sqrt(bend));
}

/** Integrates the mixture of all differences over a cell by Simpson's rule. Adds slices, and returns their mass. */
function integrateMixture(cell: number, bend: number, weights: RateWeights): number {
  const { logMixture, slices } = SCRATCH_ARRAYS;
  const count = countSlices(bend);
  const start = findFirstOfFour(cell);
  // Numbers that cross function boundaries are mostly garbage, so this loop evaluates the cubic and the prior itself.
  const a = logMixture[start]!;
  const slope = logMixture[start + 1]! - a;
  const second = logMixture[start + 2]! - logMixture[start + 1]! - slope;
  const third = (logMixture[start + 3]! - 3 * logMixture[start + 2]! + 3 * logMixture[start + 1]! - a) / 3;
  const prior = evaluatePrior(weights, cell);
  const priorSlope = evaluatePrior(weights, cell + 1) - prior;
  let total = 0;
  let first = 0;
  let middle = 0;
  for (let half = 0; half <= 2 * count; half++) {
    const t = half / (2 * count);
    const s = t + cell - start;
    const log = a + s * slope + (s * (s - 1) * (second + (s - 2) * third)) / 2;
    const density = (prior + t * priorSlope) * computeScaledExp(log);
    if (half % 2 === 1) {
      middle = density;
    } else {
      if (half > 0) {
        const mass = (first + 4 * middle + density) / (6 * count * POINTS_PER_KNOT);
        slices.add(toLogit(cell + t - 1 / count), toLogit(cell + t), first, density, mass);
        total += mass;
      }
      first = density;
    }
  }
  return total;
}

/** Like `integrateMixture`, but integrates each difference separately and adds its mass to `SCRATCH.masses`. */
function integrateCellParts(
  cell: number,
  bend: number,
  weights: RateWeights,
  logDensities: readonly ((t: number) => number)[],
): void {
  const { masses, slices } = SCRATCH_ARRAYS;
  const count = countSlices(bend);
  const width = 1 / (count * POINTS_PER_KNOT);
  const firstPrior = evaluatePrior(weights, cell);
  const firsts = logDensities.map((logDensity) => firstPrior * computeScaledExp(logDensity(0)));
  for (let i = 0; i < count; i++) {
    const middlePrior = evaluatePrior(weights, cell + (i + 0.5) / count);
    const lastPrior = evaluatePrior(weights, cell + (i + 1) / count);
    let [first, last, mass] = [0, 0, 0];
    for (let part = 0; part < logDensities.length; part++) {
      const logDensity = logDensities[part]!;
      const middleOfPart = middlePrior * computeScaledExp(logDensity((i + 0.5) / count));
      const lastOfPart = lastPrior * computeScaledExp(logDensity((i + 1) / count));
      const massOfPart = (width / 6) * (firsts[part]! + 4 * middleOfPart + lastOfPart);
      masses[part]! += massOfPart;
      mass += massOfPart;
      first += firsts[part]!;
      last += lastOfPart;
      firsts[part] = lastOfPart;
    }
    slices.add(toLogit(cell + i / count), toLogit(cell + (i + 1) / count), first, last, mass);
  }
}

function computeScaledExp(log: number): number {
  return log < LOG_NEGLIGIBLE ? 0 : Math.exp(log);
}

/** Returns the prior's density at or between grid points. End knots are half as wide, so their density is doubled. */
function evaluatePrior({ knots }: RateWeights, point: number): number {
  const knot = Math.min(Math.floor(point / POINTS_PER_KNOT), knots.length - 2);
  const t = point / POINTS_PER_KNOT - knot;
  const first = knots[knot]! * (knot === 0 ? 2 : 1);
  const last = knots[knot + 1]! * (knot === knots.length - 2 ? 2 : 1);
  return first * (1 - t) + last * t;
}
