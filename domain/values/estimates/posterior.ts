import { sumOf } from '../sum_of.ts';
import {
  type CountedObservation,
  createExactLikelihoods,
  GRID_SIZE,
  type LikelihoodRow,
  logitAt,
  POINTS_PER_KNOT,
  ROW_SIZE,
} from './likelihood.ts';
import { DIFFERENCES, type RateWeights } from './model.ts';

/** The posterior distribution of a rate, given the observations. */
export interface Posterior {
  /** Probability that the rate is exactly 1. */
  readonly always: number;
  /** Probability of each of the DIFFERENCES. */
  readonly differences: readonly number[];
  /** Returns the quantile: with this probability, the true rate is at most the result. */
  quantile(probability: number): number;
  /** Like `quantile`, given that the rate is not exactly 1. */
  quantileBelowOne(probability: number): number;
}

/** Log-densities below this are ignored. Densities are scaled so that the highest at any grid point is 1. */
const LOG_NEGLIGIBLE = Math.log(1e-7);

/** If the second differences of a cell's log-density are larger, each of the DIFFERENCES is integrated separately. */
const STEEP = 1;

/** If a curve has larger fourth differences than this, it has a kink that a cubic would smooth away. */
const KINK = 0.5;

/** Multiplies the likelihood of the observations by the prior and integrates the product over the rate. */
export function integratePosterior(
  observations: readonly CountedObservation[],
  likelihood: LikelihoodRow,
  weights: RateWeights,
): Posterior {
  const { curves, densities, mixture, logMixture } = SCRATCH;
  weighCurves(likelihood, weights);
  mixture.fill(0);
  for (let i = 0; i < DIFFERENCES.length; i++) {
    for (let point = 0; point < ROW_SIZE; point++) {
      const density = Math.exp(curves[i * ROW_SIZE + point]!);
      densities[i * ROW_SIZE + point] = density;
      mixture[point]! += density;
    }
  }
  for (let point = 0; point < ROW_SIZE; point++) logMixture[point] = Math.log(mixture[point]!);
  const masses = DIFFERENCES.map((_, i) => weights.always * densities[i * ROW_SIZE + GRID_SIZE]!);
  const always = sumOf(masses);
  const slices: Slice[] = [];
  for (let cell = 0; cell < GRID_SIZE - 1; cell++) {
    const bend = largestBend(curves, cell);
    if (bend === 0) continue;
    if (bend < STEEP) {
      const [mass] = integrateCell(cell, bend, weights, [(t) => cubicAt(logMixture, 0, cell, t)], slices);
      const scale = mass! / (mixture[cell]! + mixture[cell + 1]!);
      for (let i = 0; i < masses.length; i++) {
        masses[i]! += scale * (densities[i * ROW_SIZE + cell]! + densities[i * ROW_SIZE + cell + 1]!);
      }
    } else {
      const parts = DIFFERENCES.map((_, i) =>
        hasKink(curves, i, cell)
          ? createExactCurve(observations, curves, i, cell)
          : (t: number) => cubicAt(curves, i * ROW_SIZE, cell, t),
      );
      integrateCell(cell, bend, weights, parts, slices).forEach((mass, i) => {
        masses[i]! += mass;
      });
    }
  }
  const continuous = slices.reduce((total, { mass }) => total + mass, 0);
  const total = always + continuous;
  return {
    always: always / total,
    differences: masses.map((mass) => mass / total),
    quantile: (probability) => quantileIn(slices, probability * total),
    quantileBelowOne: (probability) => quantileIn(slices, probability * continuous),
  };
}

/** Arrays for one call of `integratePosterior`. Allocating them for each pair would take longer than filling them. */
const SCRATCH = {
  curves: new Float64Array(DIFFERENCES.length * ROW_SIZE),
  densities: new Float64Array(DIFFERENCES.length * ROW_SIZE),
  mixture: new Float64Array(ROW_SIZE),
  logMixture: new Float64Array(ROW_SIZE),
};

/** Fills the curves with logarithms of likelihood times weight, one curve per difference. The highest value is 0. */
function weighCurves(likelihood: LikelihoodRow, { differences }: RateWeights): void {
  const { curves } = SCRATCH;
  const logWeights = differences.map(Math.log);
  let top = -Infinity;
  for (let at = 0; at < curves.length; at++) {
    curves[at] = likelihood[at]! + logWeights[Math.floor(at / ROW_SIZE)]!;
    top = Math.max(top, curves[at]!);
  }
  for (let at = 0; at < curves.length; at++) curves[at]! -= top;
}

/** Returns the largest second difference of a cell's curves, or 0 if all their densities are negligible in the cell. */
function largestBend(curves: Float64Array, cell: number): number {
  let largest = 0;
  for (let i = 0; i < DIFFERENCES.length; i++) {
    const at = i * ROW_SIZE + firstOfFour(cell);
    const bend = Math.max(
      Math.abs(curves[at]! - 2 * curves[at + 1]! + curves[at + 2]!),
      Math.abs(curves[at + 1]! - 2 * curves[at + 2]! + curves[at + 3]!),
      Number.MIN_VALUE,
    );
    // A parabola rises above both end points by at most an eighth of its second difference.
    const highest = Math.max(curves[i * ROW_SIZE + cell]!, curves[i * ROW_SIZE + cell + 1]!) + bend / 8;
    if (highest > LOG_NEGLIGIBLE) largest = Math.max(largest, bend);
  }
  return largest;
}

/** Returns the first of the four grid points around a cell. */
function firstOfFour(cell: number): number {
  return Math.min(Math.max(cell - 1, 0), GRID_SIZE - 4);
}

function hasKink(curves: Float64Array, difference: number, cell: number): boolean {
  const start = difference * ROW_SIZE;
  return fourthDifference(curves, start, cell) > KINK || fourthDifference(curves, start, cell + 1) > KINK;
}

function fourthDifference(curves: Float64Array, start: number, point: number): number {
  const middle = start + Math.min(Math.max(point, 2), GRID_SIZE - 3);
  const outer = curves[middle - 2]! + curves[middle + 2]!;
  return Math.abs(outer - 4 * (curves[middle - 1]! + curves[middle + 1]!) + 6 * curves[middle]!);
}

/** Evaluates the cubic through the four grid points around a cell, at `t` from 0 to 1 within the cell. */
function cubicAt(curves: Float64Array, start: number, cell: number, t: number): number {
  const first = firstOfFour(cell);
  const [a, b] = [curves[start + first]!, curves[start + first + 1]!];
  const [c, d] = [curves[start + first + 2]!, curves[start + first + 3]!];
  const s = t + cell - first;
  const bend = a - 2 * b + c;
  return a + s * (b - a) + (s * (s - 1) * (bend + ((s - 2) * (d - 3 * c + 3 * b - a)) / 3)) / 2;
}

/** Returns a function that evaluates a curve within a cell like `cubicAt`, but without interpolation. */
function createExactCurve(
  observations: readonly CountedObservation[],
  curves: Float64Array,
  difference: number,
  cell: number,
): (t: number) => number {
  const likelihoodsAt = createExactLikelihoods(observations, difference);
  const start = curves[difference * ROW_SIZE + cell]!;
  const starts = likelihoodsAt(logitAt(cell));
  return (t) =>
    likelihoodsAt(logitAt(cell + t)).reduce((sum, now, i) => sum + observations[i]![1] * (now - starts[i]!), start);
}

/** A part of a cell, with the integral of the density over it. */
interface Slice {
  /** Both ends, as logits. */
  readonly from: number;
  readonly to: number;
  /** Density at both ends, up to a constant factor. */
  readonly first: number;
  readonly last: number;
  readonly mass: number;
}

/**
 * Integrates the densities of some curves over a cell by Simpson's rule. Returns the mass of each curve, and appends
 * slices of their sum to `slices`.
 */
function integrateCell(
  cell: number,
  bend: number,
  weights: RateWeights,
  logDensities: readonly ((t: number) => number)[],
  slices: Slice[],
): number[] {
  // The more the logarithm bends, the narrower the peak, so the more slices are needed.
  const count = Math.ceil(3 * Math.sqrt(bend));
  const width = 1 / (count * POINTS_PER_KNOT);
  const masses = logDensities.map(() => 0);
  const firstPrior = priorDensity(weights, cell);
  const firsts = logDensities.map((logDensity) => firstPrior * expOfNotNegligible(logDensity(0)));
  for (let i = 0; i < count; i++) {
    const middlePrior = priorDensity(weights, cell + (i + 0.5) / count);
    const lastPrior = priorDensity(weights, cell + (i + 1) / count);
    let [first, last, mass] = [0, 0, 0];
    for (const [part, logDensity] of logDensities.entries()) {
      const middleOfPart = middlePrior * expOfNotNegligible(logDensity((i + 0.5) / count));
      const lastOfPart = lastPrior * expOfNotNegligible(logDensity((i + 1) / count));
      const massOfPart = (width / 6) * (firsts[part]! + 4 * middleOfPart + lastOfPart);
      masses[part]! += massOfPart;
      mass += massOfPart;
      first += firsts[part]!;
      last += lastOfPart;
      firsts[part] = lastOfPart;
    }
    slices.push({ from: logitAt(cell + i / count), to: logitAt(cell + (i + 1) / count), first, last, mass });
  }
  return masses;
}

function expOfNotNegligible(log: number): number {
  return log < LOG_NEGLIGIBLE ? 0 : Math.exp(log);
}

/** Returns the prior's density at or between grid points. End knots are half as wide, so their density is doubled. */
function priorDensity({ knots }: RateWeights, point: number): number {
  const knot = Math.min(Math.floor(point / POINTS_PER_KNOT), knots.length - 2);
  const t = point / POINTS_PER_KNOT - knot;
  const first = knots[knot]! * (knot === 0 ? 2 : 1);
  const last = knots[knot + 1]! * (knot === knots.length - 2 ? 2 : 1);
  return first * (1 - t) + last * t;
}

function quantileIn(slices: readonly Slice[], mass: number): number {
  let below = 0;
  for (const slice of slices) {
    if (below + slice.mass >= mass) {
      const logit = slice.from + (slice.to - slice.from) * shareOfSlice(slice, mass - below);
      return 1 / (1 + Math.exp(-logit));
    }
    below += slice.mass;
  }
  return 1;
}

/** Returns the fraction of a slice, from its start, that holds this much mass, assuming a linear density. */
function shareOfSlice({ first, last, mass }: Slice, wanted: number): number {
  const share = Math.min(1, wanted / mass);
  if (Math.abs(last - first) < 1e-9 * (first + last)) return share;
  return (Math.sqrt(first * first + share * (last * last - first * first)) - first) / (last - first);
}
