import { estimateRate } from '../../domain/values/estimates/estimate_rate.ts';
import { countObservations, createLikelihoods, type Observation } from '../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../domain/values/estimates/model.ts';
import { createWorld } from './world.ts';

/** A lie: what each of the lying installs reports, and how many of them lie. */
export interface Lie {
  /** The true rate, in percent. */
  readonly truth: number;
  readonly liars: number;
  readonly installs: number;
  readonly windows: number;
  readonly drops: number;
  /** By how many points the median may move at most, if that is promised. */
  readonly bound?: number;
}

export interface LiarsRow extends Lie {
  /** Rates in percent, each the median of the draws: of all windows together, and as estimated. */
  readonly pooled: number;
  readonly estimated: number;
  /** The estimate from the same honest installs, without the liars. */
  readonly honest: number;
  /** Percent of the draws whose interval contains the true rate in spite of the liars. */
  readonly covered: number;
}

const lie = (truth: number, liars: number, installs: number, drops: number, windows: number, bound?: number): Lie => {
  return { truth, liars, installs, windows, drops, ...(bound !== undefined && { bound }) };
};

const LIES: readonly Lie[] = [
  ...[10, 20, 40, 60].map((windows) => lie(25, 1, 5, windows, windows, 4)),
  lie(25, 1, 5, 18, 20, 4),
  lie(25, 1, 5, 2_000, 2_000, 4),
  lie(25, 2, 5, 20, 20, 4),
  lie(10, 2, 5, 10, 10),
  lie(25, 2, 5, 2_000, 2_000),
  ...[10, 20, 60, 2_000].map((windows) => lie(25, 5, 52, windows, windows, 2)),
  lie(25, 5, 52, 0, 2_000, 2),
  lie(25, 10, 52, 54, 60),
  lie(0, 3, 20, 6, 20),
  lie(25, 2, 5, 30, 60),
  lie(25, 5, 52, 1_200, 2_000),
  lie(2, 5, 52, 40, 400),
  lie(2, 2, 5, 10, 10),
  lie(60, 10, 52, 6, 60),
];

/** Measures how far each lie moves a rate, over this many draws of honest installs with about 12 windows each. */
export function measureLiars(draws: number): readonly LiarsRow[] {
  const likelihoodOf = createLikelihoods();
  const estimate = (observations: readonly Observation[]) =>
    estimateRate(countObservations(observations), DEFAULT_WEIGHTS, likelihoodOf);
  return LIES.map((one, seed) => {
    const { truth, liars, installs, windows, drops } = one;
    const logit = truth === 0 ? -40 : Math.log(truth / (100 - truth));
    const honest = installs - liars;
    const players = { correlation: truth === 0 ? 0 : 0.02 };
    const world = createWorld(seed + 1, { players, rates: [logit, logit], installs: [honest, honest] });
    const lies = Array.from({ length: liars }, (): Observation => [windows, drops]);
    const drawn = Array.from({ length: draws }, () => {
      const { observations, rate } = world.pair();
      const all = [...observations, ...lies];
      const { estimate: estimated, low, high } = estimate(all);
      return {
        pooled: pooledPercent(all),
        estimated: 100 * estimated,
        honest: 100 * estimate(observations).estimate,
        covered: low <= rate && rate <= high,
      };
    });
    return {
      ...one,
      pooled: median(drawn.map((row) => row.pooled)),
      estimated: median(drawn.map((row) => row.estimated)),
      honest: median(drawn.map((row) => row.honest)),
      covered: (100 * drawn.filter((row) => row.covered).length) / draws,
    };
  });
}

export function lieName({ truth, liars, installs, windows, drops }: Lie): string {
  return `${truth}%, ${liars} of ${installs} installs report ${drops.toLocaleString('en-GB')} of ${windows.toLocaleString('en-GB')}`;
}

function pooledPercent(observations: readonly Observation[]): number {
  const windows = observations.reduce((sum, [own]) => sum + own, 0);
  return (100 * observations.reduce((sum, [, own]) => sum + own, 0)) / windows;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
