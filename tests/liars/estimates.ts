import { estimateRate } from '../../domain/values/estimates/estimate_rate.ts';
import { countObservations, createLikelihoods, type Observation } from '../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../domain/values/estimates/model.ts';
import { createWorld } from '../honesty/world.ts';

/** What liars make of an estimate, by the number of windows that they choose. */
export interface EstimateRow {
  /** Rates in percent. */
  readonly truth: number;
  readonly liars: number;
  readonly installs: number;
  readonly says: Observation;
  /** Median of the draws. */
  readonly estimate: number;
  /** Percent of the draws in which the interval contains the true rate. */
  readonly covered: number;
}

/** A case of the table. Its seed is its place there, so that a case has the same worlds whichever others are measured. */
export type EstimateCase = Pick<EstimateRow, 'truth' | 'liars' | 'installs' | 'says'> & { readonly seed: number };

/** True rate in percent, liars, all installs, and the windows of each liar with the drops in them. */
const CASES: readonly (readonly [truth: number, liars: number, installs: number, says: Observation])[] = [
  [25, 1, 5, [10, 10]],
  [25, 1, 5, [20, 20]],
  [25, 1, 5, [20, 18]],
  [25, 1, 5, [60, 60]],
  [25, 1, 5, [2_000, 2_000]],
  [25, 2, 5, [20, 20]],
  [25, 2, 5, [2_000, 2_000]],
  [25, 2, 5, [60, 30]],
  [25, 5, 52, [10, 10]],
  [25, 5, 52, [60, 60]],
  [25, 5, 52, [2_000, 1_200]],
  [25, 10, 52, [60, 54]],
  [10, 2, 5, [10, 10]],
  [2, 5, 52, [400, 40]],
  [0, 3, 20, [20, 6]],
  [60, 10, 52, [60, 6]],
];

export const ESTIMATE_CASES: readonly EstimateCase[] = CASES.map(([truth, liars, installs, says], seed) => ({
  ...{ seed, truth, liars, installs, says },
}));

const CORRELATION = 0.02;

/** Measures the estimates of `draws` made-up worlds for these cases. Honest installs opened about 12 windows. */
export function measureEstimates(draws: number, cases: readonly EstimateCase[]): readonly EstimateRow[] {
  const likelihoodOf = createLikelihoods();
  return cases.map(({ seed, truth, liars, installs, says }) => {
    const honest = installs - liars;
    // A rate of 0 has no logit. The lowest one that the model knows is a drop in 8,000 windows.
    const logit = truth === 0 ? -40 : Math.log(truth / (100 - truth));
    const players = { correlation: CORRELATION };
    const world = createWorld(seed, { players, rates: [logit, logit], installs: [honest, honest] });
    const lies = Array.from({ length: liars }, () => says);
    const drawn = Array.from({ length: draws }, () => {
      const { rate, observations } = world.pair();
      const counted = countObservations([...observations, ...lies]);
      const { estimate, low, high } = estimateRate(counted, DEFAULT_WEIGHTS, likelihoodOf);
      return { estimate, isCovered: low <= rate && rate <= high };
    });
    const sorted = drawn.map(({ estimate }) => estimate).toSorted((a, b) => a - b);
    const covered = drawn.filter(({ isCovered }) => isCovered).length;
    return {
      ...{ truth, liars, installs, says },
      estimate: 100 * sorted[draws >> 1]!,
      covered: (100 * covered) / draws,
    };
  });
}
