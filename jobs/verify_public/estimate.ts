import { cacheResults } from './counting.ts';
import { type CountedDraws, type Curves, computeCurves, findHighestPoint, type Weights } from './curves.ts';
import { computeLikelihood, GRID, LOGIT_MAX, LOGIT_MIN, STATES, type WitnessDraws } from './likelihood.ts';

export interface Estimate {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly effectiveWindows: number;
  /** Probability that the rate is exactly 1. */
  readonly always: number;
  /** Probability that some players cannot get the item. */
  readonly forSome: number;
}

export type Estimator = (draws: readonly WitnessDraws[]) => Estimate;

/** The density of one rate's posterior distribution at ascending logits. */
interface LogitDensity {
  readonly logits: Float64Array;
  readonly values: Float64Array;
}

/**
 * Creates a function that estimates a drop rate from the draws of all witnesses of a source: the median and the 2% and
 * 98% quantiles of the posterior distribution of the rate. The method is described in docs/contract.md, section 3,
 * Drops; this is a second implementation of it.
 */
export function createEstimator(weights: Weights): Estimator {
  const likelihoodOf = cacheResults(LIKELIHOODS_MAX, (draws: WitnessDraws, hasFinders: boolean) =>
    computeLikelihood(draws, GRID, hasFinders),
  );
  const estimate = cacheResults(ESTIMATES_MAX, (counted: CountedDraws) =>
    computeEstimate(counted, weights, likelihoodOf),
  );
  return (draws) => estimate(countEqualDraws(draws));
}

/** Maximum number of cached likelihoods, 16 KB each, and of cached estimates. */
const LIKELIHOODS_MAX = 3_000;
const ESTIMATES_MAX = 20_000;

/** Counts equal draws. They are in ascending order, so that the same draws always give the same list. */
function countEqualDraws(draws: readonly WitnessDraws[]): CountedDraws {
  const counts = new Map<string, readonly [WitnessDraws, times: number]>();
  for (const one of draws.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    counts.set(String(one), [one, (counts.get(String(one))?.[1] ?? 0) + 1]);
  }
  return [...counts.values()];
}

function computeEstimate(
  counted: CountedDraws,
  weights: Weights,
  likelihoodOf: (draws: WitnessDraws, hasFinders: boolean) => Float64Array,
): Estimate {
  const { density, masses, always } = integrateCurves(computeCurves(counted, weights, likelihoodOf), weights);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const share = always / total;
  const correlation = masses.reduce((sum, mass, state) => sum + (mass / total) * STATES[state]![0], 0);
  return {
    estimate: findQuantile(density, 0.5 * total),
    low: findQuantile(density, 0.02 * (share > 0.9 ? total - always : total)),
    high: findQuantile(density, 0.98 * total),
    effectiveWindows: counted.reduce((sum, [[n], times]) => sum + (times * n) / (1 + (n - 1) * correlation), 0),
    always: share,
    forSome: masses.reduce((sum, mass, state) => sum + (STATES[state]![1] > 0 ? mass / total : 0), 0),
  };
}

/** Multiplies likelihoods by the prior. `masses` are the probabilities of the states; they include `always`. */
function integrateCurves({ logits, states, atOne }: Curves, weights: Weights) {
  const highest = findHighestPoint(states, atOne);
  const priors = logits.map((logit) => evaluatePrior(logit, weights.knots));
  const values = new Float64Array(logits.length);
  const masses = states.map((state, at) => {
    const densities = state.map((log, i) => priors[i]! * Math.exp(log - highest));
    for (let i = 0; i < values.length; i++) values[i]! += densities[i]!;
    return weights.always * Math.exp(atOne[at]! - highest) + computeArea(densities, logits);
  });
  const always = atOne.reduce((sum, log) => sum + weights.always * Math.exp(log - highest), 0);
  return { density: { logits, values }, masses, always };
}

/** Returns the prior density: linear between the knots, whose weights at both ends cover only half a knot's width. */
function evaluatePrior(logit: number, knots: readonly number[]): number {
  const at = Math.min(Math.floor(logit - LOGIT_MIN), LOGIT_MAX - LOGIT_MIN - 1);
  const part = logit - LOGIT_MIN - at;
  const heightOf = (knot: number): number => (knot === 0 || knot === knots.length - 1 ? 2 : 1) * knots[knot]!;
  return heightOf(at) * (1 - part) + heightOf(at + 1) * part;
}

function computeArea(values: Float64Array, logits: Float64Array): number {
  let area = 0;
  for (let i = 1; i < values.length; i++) area += ((logits[i]! - logits[i - 1]!) * (values[i]! + values[i - 1]!)) / 2;
  return area;
}

/** Returns the rate below which the area under the density is `mass`, or 1 if the whole area is smaller. */
function findQuantile({ logits, values }: LogitDensity, mass: number): number {
  let sum = 0;
  for (let i = 1; i < logits.length; i++) {
    const width = logits[i]! - logits[i - 1]!;
    const [left, right] = [values[i - 1]!, values[i]!];
    const area = (width * (left + right)) / 2;
    if (sum + area >= mass) {
      // Within a step the density is linear, so the area up to a part t of it is a quadratic function of t.
      const rest = (mass - sum) / width;
      const slope = right - left;
      const part = (2 * rest) / (left + Math.sqrt(Math.max(0, left * left + 2 * slope * rest)));
      return 1 / (1 + Math.exp(-(logits[i - 1]! + part * width)));
    }
    sum += area;
  }
  return 1;
}
