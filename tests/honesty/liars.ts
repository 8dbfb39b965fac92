import { estimateRate } from '../../domain/values/estimates/estimate_rate.ts';
import { countEqual, createLikelihoods, type Observation } from '../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../domain/values/estimates/model.ts';
import { createWorld } from './world.ts';

export interface LiarsRow {
  readonly name: string;
  /** Rates in percent, each the median of the draws: of all windows together, and as estimated. */
  readonly pooled: number;
  readonly estimated: number;
  /** The estimate from the same honest installs, without the liars. */
  readonly honest: number;
}

const TRUE_LOGIT = Math.log(0.25 / 0.75);

const LIED_WINDOWS = 2_000;

const DRAWS = 20;

const CASES: readonly (readonly [liars: number, installs: number, share: number])[] = [
  [1, 5, 1],
  [2, 5, 1],
  [2, 52, 1],
  [2, 52, 0],
  [5, 52, 0],
  [5, 52, 1],
  [5, 52, 0.6],
];

/** Measures how far liars with 2,000 windows each move a rate of 25%. */
export function measureLiars(): readonly LiarsRow[] {
  const likelihoodOf = createLikelihoods();
  const percentOf = (observations: readonly Observation[]): number =>
    100 * estimateRate(countEqual(observations), DEFAULT_WEIGHTS, likelihoodOf).estimate;
  return CASES.map(([liars, installs, share]) => {
    const honest = installs - liars;
    const world = createWorld(liars, { players: {}, rates: [TRUE_LOGIT, TRUE_LOGIT], installs: [honest, honest] });
    const lies = Array.from({ length: liars }, (): Observation => [LIED_WINDOWS, LIED_WINDOWS * share]);
    const draws = Array.from({ length: DRAWS }, () => world.pair().observations);
    return {
      name: `${liars} of ${installs} installs report ${100 * share}%`,
      pooled: median(draws.map((own) => pooledPercent([...own, ...lies]))),
      estimated: median(draws.map((own) => percentOf([...own, ...lies]))),
      honest: median(draws.map(percentOf)),
    };
  });
}

function pooledPercent(observations: readonly Observation[]): number {
  const windows = observations.reduce((sum, [own]) => sum + own, 0);
  return (100 * observations.reduce((sum, [, own]) => sum + own, 0)) / windows;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
