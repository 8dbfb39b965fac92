import { sumNumbers } from '../sum_of.ts';
import type { CountedObservation, Observation } from './likelihood.ts';
import { computeLogGamma } from './log_gamma.ts';

/** Number of random deals. With the actual results they are 200, so that shares are multiples of half a percent. */
const RANDOM_DEAL_COUNT = 199;

/** Players disagree if at most this share of random deals is as uneven as their results. */
const SIGNIFICANT_SHARE = 0.01;

/**
 * With more installs than this, Tarone's statistic is compared with the normal distribution, because dealing drops to
 * thousands of installs takes long.
 */
const DEALT_INSTALLS_MAX = 200;

/** The quantile of the normal distribution that a share of SIGNIFICANT exceeds. */
const SIGNIFICANT_Z = 2.326;

/**
 * Whether players' results for one pair of source and item differ more than chance explains. The permutation test deals
 * the drops to the windows at random and compares how far the installs are from the common rate (Tarone's statistic).
 * With only five players, it detects only strong differences. Observations are counted by `countObservations`. Always pass the
 * same `seed` for a pair, so that every rebuild gets the same result.
 */
export function hasDisagreement(counted: readonly CountedObservation[], seed: string): boolean {
  let [installs, windows, drops, squares] = [0, 0, 0, 0];
  for (const [[own, found], times] of counted) {
    installs += times;
    windows += times * own;
    drops += times * found;
    squares += times * own * own;
  }
  if (drops === 0 || drops === windows) return false;
  const rate = drops / windows;
  const scale = rate * (1 - rate);
  let distance = 0;
  for (const [[own, found], times] of counted) distance += times * (found - own * rate) ** 2;
  // Half of all pairs are no more uneven than the average deal, so no deals are needed to judge them.
  if (distance <= (scale * (windows * windows - squares)) / (windows - 1)) return false;
  if (installs > DEALT_INSTALLS_MAX) {
    const spread = Math.sqrt(2 * (squares - windows));
    return spread > 0 && (distance / scale - windows) / spread > SIGNIFICANT_Z;
  }
  const sorted = counted.flatMap(([observation, times]) => new Array<Observation>(times).fill(observation));
  const owns = sorted.map(([own]) => own);
  // Dealing the misses is the same as dealing the drops.
  const isDrops = drops <= windows / 2;
  const marked = isDrops ? drops : windows - drops;
  const deal = { owns, windows, marked };
  const counts = sorted.map(([own, found]) => (isDrops ? found : own - found));
  const seen = computeUnevenness(deal, counts);
  const next = createDropDealer(deal, createRandom(seed));
  let asFar = 1;
  for (let n = 1; n <= RANDOM_DEAL_COUNT; n++) {
    if (next(n) >= seen) asFar++;
    if (asFar / (RANDOM_DEAL_COUNT + 1) > SIGNIFICANT_SHARE) return false;
  }
  return true;
}

/** The drops of a pair, or its misses, that are dealt to the windows of the installs. */
interface WindowDeal {
  /** Number of windows of each install. */
  readonly owns: readonly number[];
  /** Number of windows of all installs. */
  readonly windows: number;
  /** Number of drops or misses to deal. */
  readonly marked: number;
}

/**
 * Returns how far the installs' counts are from the common rate. Tarone's statistic is this number, shifted and scaled
 * by constants that are the same for every deal. It is an integer, so equal deals give equal numbers.
 */
function computeUnevenness({ owns, windows, marked }: WindowDeal, counts: readonly number[]): number {
  const squares = sumNumbers(counts.map((count) => count * count));
  return windows * squares - 2 * marked * sumNumbers(counts.map((count, i) => count * owns[i]!));
}

/** With more marked windows per install than this, each install's count is drawn in one step. */
const MARKED_PER_INSTALL_MAX = 16;

/** With more windows than this, they are not listed one by one. */
const LISTED_WINDOWS_MAX = 100_000;

/**
 * Returns a function that marks windows at random, none twice, and returns the unevenness of the installs' counts. `n`
 * is the number of the deal, from 1 to DEALS.
 */
function createDropDealer(deal: WindowDeal, random: () => number): (n: number) => number {
  const isListed = deal.windows <= LISTED_WINDOWS_MAX && deal.marked <= MARKED_PER_INSTALL_MAX * deal.owns.length;
  return isListed ? createWindowDealer(deal, random) : () => computeUnevenness(deal, drawCounts(deal, random));
}

/** Deals drops one by one. Adds up meanwhile, because most pairs have many installs and few drops. */
function createWindowDealer({ owns, windows, marked }: WindowDeal, random: () => number): (n: number) => number {
  const installOf = new Uint8Array(windows);
  let from = 0;
  owns.forEach((own, install) => {
    installOf.fill(install, from, from + own);
    from += own;
  });
  /** The last deal in which each window was marked. */
  const markedIn = new Uint8Array(windows);
  const counts = new Uint32Array(owns.length);
  return (n) => {
    counts.fill(0);
    let squares = 0;
    let products = 0;
    for (let left = marked; left > 0; ) {
      const window = Math.floor(random() * windows);
      if (markedIn[window] === n) continue;
      markedIn[window] = n;
      const install = installOf[window]!;
      squares += 2 * counts[install]! + 1;
      products += owns[install]!;
      counts[install]!++;
      left--;
    }
    return windows * squares - 2 * marked * products;
  };
}

/** Deals drops by drawing the count of each install from the rest, so that the counts add up to all marked windows. */
function drawCounts({ owns, windows, marked }: WindowDeal, random: () => number): readonly number[] {
  let [windowsLeft, markedLeft] = [windows, marked];
  return owns.map((own) => {
    const count = drawHypergeometric(windowsLeft, markedLeft, own, random());
    windowsLeft -= own;
    markedLeft -= count;
    return count;
  });
}

/** Draws a hypergeometric number by inversion, searching outwards from the mode. `random` is between 0 and 1. */
function drawHypergeometric(windows: number, drops: number, own: number, random: number): number {
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
  return computeLogGamma(from + 1) - computeLogGamma(chosen + 1) - computeLogGamma(from - chosen + 1);
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
