import type { createLikelihoods } from './likelihood.ts';
import { type CountedObservation, GRID_SIZE, type LikelihoodRow, POINTS_PER_KNOT, ROW_SIZE } from './likelihood.ts';
import { DEFAULT_WEIGHTS, DIFFERENCES, LOGIT_KNOTS, normalizeWeights, type RateWeights } from './model.ts';

/** Minimum number of (source, item) pairs needed to fit weights. With fewer, the default weights apply. */
export const FITTED_PAIRS_MIN = 200;

const FIT_ROUNDS_MAX = 200;

/** The fit has converged when no weight changes by more than this in a round. */
const CONVERGED_CHANGE = 1e-7;

/** The default weights count as much as this many pairs, so that an instance with little data stays close to them. */
const DEFAULT_PAIRS = { rates: 10, differences: 2 };

/** Number of rates that a pair may have: one for each knot, followed by a rate of exactly 1. */
const RATES_PER_PAIR = LOGIT_KNOTS.length + 1;

/** Fits the model's weights to an instance's pairs of source and item. */
export interface WeightFit {
  /** Adds a pair with at least one drop. Its observations are counted by `countObservations`. */
  add(counted: readonly CountedObservation[]): void;
  /** Returns the fitted weights, or the default weights if there are fewer than FITTED_PAIRS_MIN pairs. */
  weights(): RateWeights;
}

/**
 * Fits weights by expectation maximization. All pairs have at least one drop, so each of them also stands for similar
 * pairs without one, in proportion to the chance of its players seeing none. Otherwise rare items would seem to drop
 * more often than they do.
 */
export function createWeightFit(likelihoodOf: ReturnType<typeof createLikelihoods>): WeightFit {
  const expectations: PairExpectation[] = [];
  return {
    add: (counted) => {
      expectations.push(computeExpectation(counted, likelihoodOf));
    },
    weights: () => {
      if (expectations.length < FITTED_PAIRS_MIN) return DEFAULT_WEIGHTS;
      let weights = DEFAULT_WEIGHTS;
      for (let round = 0; round < FIT_ROUNDS_MAX; round++) {
        const next = refineWeights(weights, expectations);
        const change = findLargestChange(weights, next);
        weights = next;
        if (change < CONVERGED_CHANGE) break;
      }
      return weights;
    },
  };
}

/** Likelihoods of a pair for each rate and difference (index `rate * DIFFERENCES.length + difference`). */
interface PairExpectation {
  /** Likelihoods of the observations, up to a constant factor. */
  readonly seen: Float32Array;
  /** Probabilities that the same players would have seen no drop at all. */
  readonly unseen: Float32Array;
}

function computeExpectation(
  counted: readonly CountedObservation[],
  likelihoodOf: ReturnType<typeof createLikelihoods>,
): PairExpectation {
  // The constant share would fit rare items worse: 88 to 90% of their intervals would hold the true rate.
  const ofSeen = likelihoodOf(counted, 'growing');
  const seen = integrateOverRates(ofSeen, findHighest(ofSeen));
  const ofUnseen = likelihoodOf(
    counted.map(([[windows], times]) => [[windows, 0], times]),
    'growing',
  );
  return { seen, unseen: integrateOverRates(ofUnseen, 0) };
}

function findHighest(row: LikelihoodRow): number {
  return row.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** Integrates a likelihood over the hat function of each knot, which is the knot's part of the prior. */
function integrateOverRates(row: LikelihoodRow, top: number): Float32Array {
  const integrals = new Float32Array(RATES_PER_PAIR * DIFFERENCES.length);
  for (let difference = 0; difference < DIFFERENCES.length; difference++) {
    const start = difference * ROW_SIZE;
    for (let point = 0; point < GRID_SIZE; point++) {
      const knot = Math.min(Math.floor(point / POINTS_PER_KNOT), LOGIT_KNOTS.length - 2);
      const t = point / POINTS_PER_KNOT - knot;
      const isEnd = point === 0 || point === GRID_SIZE - 1;
      const value = (Math.exp(row[start + point]! - top) / POINTS_PER_KNOT) * (isEnd ? 0.5 : 1);
      integrals[knot * DIFFERENCES.length + difference]! += value * (1 - t) * (knot === 0 ? 2 : 1);
      integrals[(knot + 1) * DIFFERENCES.length + difference]! += value * t * (knot === LOGIT_KNOTS.length - 2 ? 2 : 1);
    }
    integrals[LOGIT_KNOTS.length * DIFFERENCES.length + difference] = Math.exp(row[start + GRID_SIZE]! - top);
  }
  return integrals;
}

/** Performs one round of the fit: divides each pair among rates and differences by `weights`. Returns new weights. */
function refineWeights(weights: RateWeights, expectations: readonly PairExpectation[]): RateWeights {
  const rates = [...weights.knots, weights.always];
  const rateCounts = [...DEFAULT_WEIGHTS.knots, DEFAULT_WEIGHTS.always].map((weight) => weight * DEFAULT_PAIRS.rates);
  const differenceCounts = DEFAULT_WEIGHTS.differences.map((weight) => weight * DEFAULT_PAIRS.differences);
  const joint = Float64Array.from(
    { length: RATES_PER_PAIR * DIFFERENCES.length },
    (_, at) => rates[Math.floor(at / DIFFERENCES.length)]! * weights.differences[at % DIFFERENCES.length]!,
  );
  const counts = new Float64Array(joint.length);
  for (const { seen, unseen } of expectations) {
    const ofSeen = 1 / multiplyVectors(joint, seen);
    const ofUnseen = 1 / Math.max(0.05, 1 - multiplyVectors(joint, unseen));
    for (let at = 0; at < joint.length; at++) counts[at]! += joint[at]! * (ofSeen * seen[at]! + ofUnseen * unseen[at]!);
  }
  counts.forEach((count, at) => {
    rateCounts[Math.floor(at / DIFFERENCES.length)]! += count;
    differenceCounts[at % DIFFERENCES.length]! += count;
  });
  return normalizeWeights({
    knots: rateCounts.slice(0, -1),
    always: rateCounts.at(-1)!,
    differences: differenceCounts,
  });
}

function multiplyVectors(a: Float64Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function findLargestChange(a: RateWeights, b: RateWeights): number {
  const list = ({ knots, always, differences }: RateWeights): readonly number[] => [...knots, always, ...differences];
  const others = list(b);
  return Math.max(...list(a).map((weight, i) => Math.abs(weight - others[i]!)));
}
