import { estimateRate } from '../../domain/values/estimates/estimate_rate.ts';
import { createWeightFit } from '../../domain/values/estimates/fit_weights.ts';
import { countEqual, createLikelihoods } from '../../domain/values/estimates/likelihood.ts';
import { wilson } from '../../domain/values/rates.ts';
import { createWorld, type Pair, type WorldOptions } from './world.ts';

/** How often an interval contains the true rate, and how wide it is. */
export interface Coverage {
  /** Percent of the listed pairs whose interval contains the true rate. */
  readonly listed: number;
  /** The same for pairs that at least three installs saw drop. */
  readonly seenByThree: number;
  /** Mean width of the intervals of listed pairs, in percentage points. */
  readonly width: number;
}

export interface CoverageRow {
  readonly name: string;
  /** Wilson's interval on the windows of all players together. */
  readonly pooled: Coverage;
  /** The interval of the estimate, with weights fitted to the listed pairs. */
  readonly estimated: Coverage;
}

/** A world as most instances have it: rates from 0.25% to 88%, and sources that 3 to 50 players looted. */
const ORDINARY = { rates: [-6, 2], installs: [3, 50] } as const satisfies Omit<WorldOptions, 'players'>;

const WORLDS: readonly (readonly [name: string, options: WorldOptions])[] = [
  ['all players have the same chance', { ...ORDINARY, players: {} }],
  ['players differ a little (correlation 0.05)', { ...ORDINARY, players: { correlation: 0.05 } }],
  ['players differ much (correlation 0.2)', { ...ORDINARY, players: { correlation: 0.2 } }],
  ['a third of the players cannot get the item', { ...ORDINARY, players: { excluded: 1 / 3 } }],
  ['one player finds it ten times as often', { ...ORDINARY, players: { luck: 10 } }],
  [
    '3 to 5 players, rare items, correlation 0.2',
    { rates: [-6.6, -3.6], installs: [3, 5], players: { correlation: 0.2 } },
  ],
];

/** Measures both intervals over this many listed pairs of each world. */
export function measureCoverage(pairs: number): readonly CoverageRow[] {
  const likelihoodOf = createLikelihoods();
  return WORLDS.map(([name, options], i) => {
    const world = createWorld(i + 1, options);
    const listed = Array.from({ length: pairs }, () => world.listedPair());
    const fit = createWeightFit(likelihoodOf);
    for (const { observations } of listed) fit.add(countEqual(observations));
    const weights = fit.weights();
    const estimates = new Map(
      listed.map((pair) => [pair, estimateRate(countEqual(pair.observations), weights, likelihoodOf)] as const),
    );
    return {
      name,
      pooled: coverageOf(listed, pooledInterval),
      estimated: coverageOf(listed, (pair) => estimates.get(pair)!),
    };
  });
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

function pooledInterval({ observations }: Pair): Interval {
  const windows = observations.reduce((sum, [own]) => sum + own, 0);
  const drops = observations.reduce((sum, [, own]) => sum + own, 0);
  return wilson(drops, windows);
}

function coverageOf(pairs: readonly Pair[], intervalOf: (pair: Pair) => Interval): Coverage {
  const covers = (pair: Pair): boolean => {
    const { low, high } = intervalOf(pair);
    return low <= pair.rate && pair.rate <= high;
  };
  const percentOf = (some: readonly Pair[]): number => (100 * some.filter(covers).length) / some.length;
  const widths = pairs.map(intervalOf).map(({ low, high }) => 100 * (high - low));
  return {
    listed: percentOf(pairs),
    seenByThree: percentOf(pairs.filter(({ observations }) => observations.filter(([, own]) => own > 0).length >= 3)),
    width: widths.reduce((sum, width) => sum + width, 0) / widths.length,
  };
}
