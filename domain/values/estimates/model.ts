import { sumNumbers } from '../sum_of.ts';

/**
 * The model of drop rates and its default weights. Because players have different quests and groups, and are not all
 * honest, each install is assumed to draw its own rate around the common one. docs/honesty.md shows how well that
 * works.
 */

/** One way in which players may differ. */
export interface PlayerDifference {
  /**
   * Correlation between two windows of one install: 0 if all installs have the same rate, 1 if each install always or
   * never finds the item.
   */
  readonly correlation: number;
  /** Share of players who cannot get the item at all, for example because they lack the quest. */
  readonly excluded: number;
}

export const DIFFERENCES: readonly PlayerDifference[] = [
  { correlation: 0, excluded: 0 },
  { correlation: 0.005, excluded: 0 },
  { correlation: 0.02, excluded: 0 },
  { correlation: 0.05, excluded: 0 },
  { correlation: 0.1, excluded: 0 },
  { correlation: 0.2, excluded: 0 },
  { correlation: 0, excluded: 0.33 },
  { correlation: 0.05, excluded: 0.33 },
];

/** The prior density is linear between these values of logit(rate) = ln(rate / (1 - rate)). */
export const LOGIT_KNOTS: readonly number[] = Array.from({ length: 17 }, (_, k) => k - 9);

/** The prior: what to expect of a pair of source and item before anyone has looted it. */
export interface RateWeights {
  /** Weight of each knot. */
  readonly knots: readonly number[];
  /** Weight of a rate of exactly 1. This weight and the weights of the knots sum to 1. */
  readonly always: number;
  /** Weight of each of the DIFFERENCES. They sum to 1. */
  readonly differences: readonly number[];
}

/** Weights of an instance with too little data to fit its own. They assume that most rates lie between 0.1% and 20%. */
export const DEFAULT_WEIGHTS: RateWeights = normalizeWeights({
  knots: [0.5, 0.5, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4],
  always: 0.8,
  differences: [0.1, 0.1, 0.15, 0.2, 0.2, 0.12, 0.04, 0.04],
});

/** Scales weights so that the knots and `always` sum to 1, and so do the differences. */
export function normalizeWeights({ knots, always, differences }: RateWeights): RateWeights {
  const total = sumNumbers(knots) + always;
  const all = sumNumbers(differences);
  return {
    knots: knots.map((weight) => weight / total),
    always: always / total,
    differences: differences.map((weight) => weight / all),
  };
}
