import { type CountedObservation, chooseOddShare, type LikelihoodRow, type OddShare } from './likelihood.ts';
import { DIFFERENCES, type RateWeights } from './model.ts';
import { integratePosterior } from './posterior.ts';

/** An estimated drop rate. Rates are between 0 and 1. */
export interface RateEstimate {
  /** The median: the true rate is equally likely to be above or below it. */
  readonly estimate: number;
  /** The 2% quantile. The true rate lies between `low` and `high` with a probability of 96%. */
  readonly low: number;
  readonly high: number;
  /** The 1% and 99% quantiles. */
  readonly lowest: number;
  readonly highest: number;
  /** Number of independent windows that would provide as much information. */
  readonly effectiveWindows: number;
  /** True if the rate is most likely exactly 1. `low` is then a lower bound in case it is not. */
  readonly isAlways: boolean;
  /** True if some players probably cannot get the item, in which case the rate applies only to those who can. */
  readonly isForSome: boolean;
}

/**
 * Estimates the drop rate of an item from a source, given each install's windows, counted by `countObservations`.
 * `likelihoodOf` is the function returned by `createLikelihoods`. Pass the share of odd installs if these windows are only
 * a part of those that decide it.
 */
export function estimateRate(
  counted: readonly CountedObservation[],
  weights: RateWeights,
  likelihoodOf: (observations: readonly CountedObservation[], oddShare: OddShare) => LikelihoodRow,
  oddShare = chooseOddShare(counted),
): RateEstimate {
  const posterior = integratePosterior(counted, likelihoodOf(counted, oddShare), weights, oddShare);
  const { always, quantile, quantileBelowOne, differences } = posterior;
  const isAlways = always > 0.9;
  const correlation = DIFFERENCES.reduce((sum, one, i) => sum + one.correlation * differences[i]!, 0);
  const excluding = DIFFERENCES.reduce((sum, one, i) => sum + (one.excluded > 0 ? differences[i]! : 0), 0);
  return {
    estimate: quantile(0.5),
    low: isAlways ? quantileBelowOne(0.02) : quantile(0.02),
    high: quantile(0.98),
    lowest: quantile(0.01),
    highest: quantile(0.99),
    effectiveWindows: counted.reduce((sum, [[n], times]) => sum + (times * n) / (1 + (n - 1) * correlation), 0),
    isAlways,
    isForSome: excluding >= 0.5,
  };
}
