import { type CountedObservation, countEqual, type LikelihoodRow, type Observation } from './likelihood.ts';
import { DIFFERENCES, type RateWeights } from './model.ts';
import { integratePosterior } from './posterior.ts';

/** An estimated drop rate. Rates are between 0 and 1. */
export interface RateEstimate {
  /** The true rate is below this in half of the cases. */
  readonly estimate: number;
  /** The rate lies between `low` and `high` in 96 of 100 cases: the 2% and 98% quantiles. */
  readonly low: number;
  readonly high: number;
  /** Number of independent windows that would say as much. */
  readonly effectiveWindows: number;
  /** True if the item was in nearly every window and the rate is most likely exactly 1. `low` then says at least what. */
  readonly isAlways: boolean;
  /** True if some players cannot get the item. The rate then holds for the players who can. */
  readonly isForSome: boolean;
}

/**
 * Estimates the drop rate of one pair of source and item from the windows of each install. The result does not depend on the
 * order of the observations. `likelihoodOf` comes from `createLikelihoods`.
 */
export function estimateRate(
  observations: readonly Observation[],
  weights: RateWeights,
  likelihoodOf: (observations: readonly CountedObservation[]) => LikelihoodRow,
): RateEstimate {
  const counted = countEqual(observations);
  const posterior = integratePosterior(counted, likelihoodOf(counted), weights);
  const { always, quantile, quantileBelowOne, differences } = posterior;
  const isAlways = always > 0.9;
  const correlation = DIFFERENCES.reduce((sum, one, i) => sum + one.correlation * differences[i]!, 0);
  const excluding = DIFFERENCES.reduce((sum, one, i) => sum + (one.excluded > 0 ? differences[i]! : 0), 0);
  return {
    estimate: quantile(0.5),
    low: isAlways ? quantileBelowOne(0.02) : quantile(0.02),
    high: quantile(0.98),
    effectiveWindows: counted.reduce((sum, [[n], times]) => sum + (times * n) / (1 + (n - 1) * correlation), 0),
    isAlways,
    isForSome: excluding >= 0.5,
  };
}
