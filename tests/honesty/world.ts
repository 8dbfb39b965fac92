import type { Observation } from '../../domain/values/estimates/likelihood.ts';
import { createRandom, type Random } from './random.ts';

/** How the players of a made-up world differ. */
export interface Players {
  /** Correlation between two windows of one player: 0 if all have the same chance. */
  readonly correlation?: number;
  /** Share of the players who never get the item. */
  readonly excluded?: number;
  /** How many times as often one player finds the item as the others. */
  readonly luck?: number;
}

export interface WorldOptions {
  readonly players: Players;
  /** Range of logit(rate), from which rates are drawn evenly. */
  readonly rates: readonly [low: number, high: number];
  /** Range of the number of installs, from which it is drawn evenly on a logarithmic scale. */
  readonly installs: readonly [least: number, most: number];
  /** Median number of windows of an install. They are spread log-normally. */
  readonly windows?: number;
}

/** A pair of source and item: its true rate, and what the installs saw. */
export interface Pair {
  readonly rate: number;
  readonly observations: readonly Observation[];
}

export interface World {
  pair(): Pair;
  /** Returns a pair that at least this many installs saw drop. Pairs that none saw have no rate. */
  listedPair(finders?: number): Pair;
}

/** Creates a world whose pairs follow from the seed. */
export function createWorld(seed: number, options: WorldOptions): World {
  const random = createRandom(seed);
  const pair = (): Pair => makePair(random, options);
  const listedPair = (finders = 1): Pair => {
    for (;;) {
      const one = pair();
      if (one.observations.filter(([, drops]) => drops > 0).length >= finders) return one;
    }
  };
  return { pair, listedPair };
}

/** Mixes worlds: as many listed pairs come from each. */
export function mixWorlds(worlds: readonly World[]): Pick<World, 'listedPair'> {
  let next = 0;
  const listedPair = (finders = 1): Pair => {
    for (;;) {
      const one = worlds[next++ % worlds.length]!.listedPair();
      if (one.observations.filter(([, drops]) => drops > 0).length >= finders) return one;
    }
  };
  return { listedPair };
}

function makePair(random: Random, { players, rates, installs, windows = 12 }: WorldOptions): Pair {
  const logit = between(random, rates);
  const rate = 1 / (1 + Math.exp(-logit));
  const count = Math.round(Math.exp(between(random, [Math.log(installs[0]), Math.log(installs[1])])));
  const observations = Array.from({ length: count }, (_, i): Observation => {
    const own = Math.max(1, Math.round(windows * Math.exp(random.normal())));
    const isExcluded = random.uniform() < (players.excluded ?? 0);
    const chance = Math.min(1, rate * (i === 0 ? (players.luck ?? 1) : 1));
    return [own, isExcluded ? 0 : random.binomial(own, ownChance(random, chance, players.correlation ?? 0))];
  });
  return { rate, observations };
}

/** Draws one player's chance, which varies around the common chance with a beta distribution. */
function ownChance(random: Random, chance: number, correlation: number): number {
  if (correlation === 0 || chance === 1) return chance;
  const concentration = (1 - correlation) / correlation;
  return random.beta(chance * concentration, (1 - chance) * concentration);
}

function between(random: Random, [low, high]: readonly [number, number]): number {
  return low + random.uniform() * (high - low);
}
