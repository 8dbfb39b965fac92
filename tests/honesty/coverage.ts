import { estimateRate } from '../../domain/values/estimates/estimate_rate.ts';
import { createWeightFit } from '../../domain/values/estimates/fit_weights.ts';
import { countObservations, createLikelihoods } from '../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS, type RateWeights } from '../../domain/values/estimates/model.ts';
import { computeWilsonInterval } from '../../domain/values/rates.ts';
import { createWorld, mixWorlds, type Pair, type WorldOptions } from './world.ts';

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
  /** The interval of the estimate with the default weights, which new instances use. */
  readonly byDefault: Coverage;
  /** The same with weights fitted to the listed pairs of the world. */
  readonly fitted: Coverage;
  /** The same with weights fitted to an instance that has a part of each world. */
  readonly mixed: Coverage;
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

/**
 * Measures the intervals over this many listed pairs of each world, and over as many that three installs saw drop. Does
 * the same for an instance in which the worlds are mixed.
 */
export function measureCoverage(pairs: number): readonly CoverageRow[] {
  const likelihoodOf = createLikelihoods();
  const fitTo = (some: readonly Pair[]): RateWeights => {
    const fit = createWeightFit(likelihoodOf);
    for (const { observations } of some) fit.add(countObservations(observations));
    return fit.weights();
  };
  const worlds = WORLDS.map(([, options], i) => createWorld(i + 1, options));
  const drawn = [...worlds, mixWorlds(WORLDS.map(([, options], i) => createWorld(i + 101, options)))].map((world) => ({
    listed: Array.from({ length: pairs }, () => world.listedPair()),
    seen: Array.from({ length: pairs }, () => world.listedPair(3)),
  }));
  const ofMixture = fitTo(drawn.at(-1)!.listed);
  return drawn.map((own, i) => {
    const estimatedWith = (weights: RateWeights): Coverage =>
      coverageOf(own, ({ observations }) => estimateRate(countObservations(observations), weights, likelihoodOf));
    return {
      name: WORLDS[i]?.[0] ?? 'all of these worlds, mixed',
      pooled: coverageOf(own, pooledInterval),
      byDefault: estimatedWith(DEFAULT_WEIGHTS),
      fitted: estimatedWith(fitTo(own.listed)),
      mixed: estimatedWith(ofMixture),
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
  return computeWilsonInterval(drops, windows);
}

function coverageOf(
  { listed, seen }: { readonly listed: readonly Pair[]; readonly seen: readonly Pair[] },
  intervalOf: (pair: Pair) => Interval,
): Coverage {
  const intervals = listed.map(intervalOf);
  const percentOf = (pairs: readonly Pair[], of: readonly Interval[]): number =>
    (100 * pairs.filter(({ rate }, i) => of[i]!.low <= rate && rate <= of[i]!.high).length) / pairs.length;
  return {
    listed: percentOf(listed, intervals),
    seenByThree: percentOf(seen, seen.map(intervalOf)),
    width: intervals.reduce((sum, { low, high }) => sum + 100 * (high - low), 0) / intervals.length,
  };
}
