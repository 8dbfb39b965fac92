import { sumOf } from '../sum_of.ts';
import type { CountedObservation, Observation } from './likelihood.ts';
import { logGamma } from './log_gamma.ts';

/** Number of random deals to compare with the actual results. */
const DEALS = 199;

/** Players disagree if at most this share of random deals is as uneven as their results. */
const SIGNIFICANT = 0.01;

/**
 * With more installs than this, Tarone's statistic is compared with the normal distribution, because dealing drops to
 * thousands of installs takes long.
 */
const DEALT_INSTALLS = 200;

/** The quantile of the normal distribution that a share of SIGNIFICANT exceeds. */
const SIGNIFICANT_Z = 2.326;

/**
 * Whether players' results for one pair of source and item differ more than chance explains. The permutation test deals
 * the drops to the windows at random and compares how far the installs are from the common rate (Tarone's statistic).
 * With only five players, it detects only strong differences. Observations are counted by `countEqual`. Always pass the
 * same `seed` for a pair, so that every rebuild gets the same result.
 */
export function playersDisagree(counted: readonly CountedObservation[], seed: string): boolean {
  const installs = sumOf(counted.map(([, times]) => times));
  const windows = sumOf(counted.map(([[own], times]) => times * own));
  const drops = sumOf(counted.map(([[, own], times]) => times * own));
  if (drops === 0 || drops === windows) return false;
  const rate = drops / windows;
  const scale = rate * (1 - rate);
  const distance = sumOf(counted.map(([[own, found], times]) => times * (found - own * rate) ** 2));
  // Half of all pairs are no more uneven than the average deal, so no deals are needed to judge them.
  const unevenness = sumOf(counted.map(([[own], times]) => times * own * (windows - own))) / (windows - 1);
  if (distance <= scale * unevenness) return false;
  if (installs > DEALT_INSTALLS) {
    const spread = Math.sqrt(2 * sumOf(counted.map(([[own], times]) => times * own * (own - 1))));
    return spread > 0 && (distance / scale - windows) / spread > SIGNIFICANT_Z;
  }
  const sorted = counted.flatMap(([observation, times]) => new Array<Observation>(times).fill(observation));
  // Added up in the same order as for each deal, so that equal distances are equal numbers.
  const seen = distanceOf(
    sorted,
    sorted.map(([, own]) => own),
    rate,
  );
  const random = createRandom(seed);
  let asFar = 1;
  for (let deal = 0; deal < DEALS; deal++) {
    if (distanceOf(sorted, dealDrops(sorted, windows, drops, random), rate) >= seen) asFar++;
    if (asFar / (DEALS + 1) > SIGNIFICANT) return false;
  }
  return true;
}

/**
 * Returns the sum of squared differences between the installs' drops and those predicted by the common rate. Tarone's
 * statistic is this sum, shifted and scaled by constants that are the same for every deal.
 */
function distanceOf(observations: readonly Observation[], drops: readonly number[], rate: number): number {
  return observations.reduce((sum, [windows], i) => sum + (drops[i]! - windows * rate) ** 2, 0);
}

/** Deals the drops to windows, at most one per window, and returns the number of drops of each install. */
function dealDrops(
  observations: readonly Observation[],
  windows: number,
  drops: number,
  random: () => number,
): readonly number[] {
  let [windowsLeft, dropsLeft] = [windows, drops];
  return observations.map(([own]) => {
    const count =
      own <= COUNTED_MAX ? deal(windowsLeft, dropsLeft, own, random) : draw(windowsLeft, dropsLeft, own, random());
    windowsLeft -= own;
    dropsLeft -= count;
    return count;
  });
}

/**
 * For installs with at most this many windows, drops are dealt window by window; for others, the total is drawn in one
 * step.
 */
const COUNTED_MAX = 32;

function deal(windows: number, drops: number, own: number, random: () => number): number {
  let count = 0;
  for (let window = 0; window < own; window++) if (random() * (windows - window) < drops - count) count++;
  return count;
}

/** Draws a hypergeometric number by inversion, searching outwards from the mode. `random` is between 0 and 1. */
function draw(windows: number, drops: number, own: number, random: number): number {
  const most = Math.floor(((own + 1) * (drops + 1)) / (windows + 2));
  const others = windows - drops - own;
  const chance = Math.exp(logChoose(drops, most) + logChoose(windows - drops, own - most) - logChoose(windows, own));
  let [left, low, high, lowChance, highChance] = [random - chance, most, most, chance, chance];
  while (left > 0 && (lowChance > 0 || highChance > 0)) {
    highChance *= ((drops - high) * (own - high)) / ((high + 1) * (others + high + 1));
    high++;
    left -= highChance;
    if (left <= 0) return high;
    lowChance *= (low * (others + low)) / ((drops - low + 1) * (own - low + 1));
    low--;
    left -= lowChance;
    if (left <= 0) return low;
  }
  return most;
}

function logChoose(from: number, chosen: number): number {
  return logGamma(from + 1) - logGamma(chosen + 1) - logGamma(from - chosen + 1);
}

/** Creates a small generator of random numbers between 0 and 1 (splitmix32), seeded with a string. */
function createRandom(seed: string): () => number {
  let state = 0;
  for (const char of seed) state = (Math.imul(state, 31) + char.codePointAt(0)!) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
