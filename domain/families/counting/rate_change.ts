import type { LootWindowCounts } from '../../ports/drops.ts';
import { INSTALLS_TO_LEAD, isCorroborated } from '../../values/corroboration.ts';
import type { Observation } from '../../values/estimates/likelihood.ts';
import { decodeCount, findWitnessUnit } from '../../values/witnesses.ts';
import { compareNumbers } from './order.ts';

/** Both sides of a split have at least this many windows. */
const SIDE_WINDOWS_MIN = 30;

/** With fewer windows, no day splits them in two. */
export const SPLIT_WINDOWS_MIN = 2 * SIDE_WINDOWS_MIN;

/** An install weighs no more than this many windows on a side when the day is chosen. */
const WINDOWS_MAX = 50;

/** Finds in proportion to capped windows are added up as integers, so that their order does not matter. */
const UNIT_SCALE = 2 ** 20;

/**
 * Sides whose proportions are closer than this many standard errors are not estimated, because that would triple the
 * cost of estimates: their ranges from 1% to 99% would almost always meet.
 */
const SIGNIFICANT_Z_MIN = 2.326;

/** The windows of one install by UTC day, in ascending order of days. */
interface InstallDays {
  readonly weight: number;
  readonly days: readonly number[];
  readonly windows: readonly number[];
}

/** An install that found an item. `drops` are as many as its days. */
interface ItemFinder {
  readonly install: number;
  readonly drops: number[];
}

/** Each install's windows and drops of an item before a day and since. */
interface TimelineSides {
  readonly older: Observation[];
  readonly newer: Observation[];
}

/** A split that counts: the first day of the newer side, and the capped windows of both sides. */
interface TimelineSplit {
  /** Index among all days. */
  readonly at: number;
  readonly older: number;
  readonly newer: number;
}

/** Windows by day and install, in which a day can be found since which an item drops at another rate. */
export type RateTimeline = ReturnType<typeof createTimeline>;

/** Adds up the windows of each install by day of capture. */
export function createTimeline(installs: Iterable<readonly [installN: number, windows: readonly LootWindowCounts[]]>) {
  const own: InstallDays[] = [];
  const finders = new Map<number, ItemFinder[]>();
  for (const [installN, seen] of installs) {
    if (seen.length === 0) continue;
    const days = [...new Set(seen.map(({ capturedDay }) => capturedDay))].sort(compareNumbers);
    const windows = days.map(() => 0);
    const found = new Map<number, number[]>();
    for (const { capturedDay, itemIds } of seen) {
      const at = days.indexOf(capturedDay);
      windows[at]!++;
      for (const itemId of itemIds) {
        let drops = found.get(itemId);
        if (drops === undefined) {
          drops = days.map(() => 0);
          found.set(itemId, drops);
          const others = finders.get(itemId);
          if (others === undefined) finders.set(itemId, [{ install: own.length, drops }]);
          else others.push({ install: own.length, drops });
        }
        drops[at]!++;
      }
    }
    own.push({ weight: findWitnessUnit(installN), days, windows });
  }
  const days = [...new Set(own.flatMap((one) => one.days))].sort(compareNumbers);
  const places = new Map(days.map((day, at) => [day, at]));
  let splits: readonly TimelineSplit[] | null = null;

  /** Returns each install's windows and drops of an item before a day and since. */
  const sidesOf = (itemId: number, since: number): TimelineSides => {
    const sides: TimelineSides = { older: [], newer: [] };
    const found = new Map(finders.get(itemId)?.map(({ install, drops }) => [install, drops]));
    own.forEach((one, install) => {
      const drops = found.get(install);
      const cut = one.days.filter((day) => day < since).length;
      for (const [side, from, to] of [
        [sides.older, 0, cut],
        [sides.newer, cut, one.days.length],
      ] as const) {
        if (from < to) side.push([sumRange(one.windows, from, to), drops ? sumRange(drops, from, to) : 0]);
      }
    });
    return sides;
  };

  return {
    sidesOf,
    /** Returns the split whose sides differ most, or null if no split counts or the sides hardly differ. */
    splitOf: (itemId: number): (TimelineSides & { readonly since: number }) | null => {
      splits ??= findSplits(own, days.length, places);
      if (splits.length === 0) return null;
      const older = new Float64Array(days.length + 1);
      const newer = new Float64Array(days.length + 1);
      for (const { install, drops } of finders.get(itemId) ?? []) {
        addFindsByDay(own[install]!, drops, places, older, newer);
      }
      const most = findLargestDifference(splits, older, newer);
      const since = days[most.at]!;
      const sides = sidesOf(itemId, since);
      const isApart =
        Math.max(most.square, computeSquaredZ(sumObservations(sides.older), sumObservations(sides.newer))) >=
        SIGNIFICANT_Z_MIN ** 2;
      return isApart ? { since, ...sides } : null;
    },
  };
}

function findSplits(
  own: readonly InstallDays[],
  days: number,
  places: ReadonlyMap<number, number>,
): readonly TimelineSplit[] {
  /** Changes from one day to the next: older windows, capped windows of both sides, and installs of both sides. */
  const [windows, older, newer, olderWeight, newerWeight] = Array.from(
    { length: 5 },
    () => new Float64Array(days + 1),
  ) as [...[Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]];
  let total = 0;
  for (const one of own) {
    const ofInstall = sumRange(one.windows, 0, one.days.length);
    total += ofInstall;
    newer[0]! += Math.min(WINDOWS_MAX, ofInstall);
    newerWeight[0]! += one.weight;
    let before = 0;
    one.days.forEach((day, i) => {
      const next = places.get(day)! + 1;
      const after = before + one.windows[i]!;
      windows[next]! += after - before;
      older[next]! += Math.min(WINDOWS_MAX, after) - Math.min(WINDOWS_MAX, before);
      newer[next]! += Math.min(WINDOWS_MAX, ofInstall - after) - Math.min(WINDOWS_MAX, ofInstall - before);
      if (i === 0) olderWeight[next]! += one.weight;
      if (i === one.days.length - 1) newerWeight[next]! -= one.weight;
      before = after;
    });
  }
  const splits: TimelineSplit[] = [];
  let sums = { windows: 0, older: 0, newer: 0, olderWeight: 0, newerWeight: 0 };
  for (let at = 0; at < days; at++) {
    sums = {
      windows: sums.windows + windows[at]!,
      older: sums.older + older[at]!,
      newer: sums.newer + newer[at]!,
      olderWeight: sums.olderWeight + olderWeight[at]!,
      newerWeight: sums.newerWeight + newerWeight[at]!,
    };
    const [before, since] = [decodeCount(sums.olderWeight), decodeCount(sums.newerWeight)];
    const isCounted =
      Math.min(sums.windows, total - sums.windows) >= SIDE_WINDOWS_MIN &&
      isCorroborated(before) &&
      since >= INSTALLS_TO_LEAD &&
      2 * since >= before;
    if (isCounted) splits.push({ at, older: sums.older, newer: sums.newer });
  }
  return splits;
}

/** Adds an install's finds of an item to the changes of the capped finds of both sides from one day to the next. */
function addFindsByDay(
  { days, windows }: InstallDays,
  drops: readonly number[],
  places: ReadonlyMap<number, number>,
  older: Float64Array,
  newer: Float64Array,
): void {
  const [allWindows, allDrops] = [sumRange(windows, 0, days.length), sumRange(drops, 0, days.length)];
  let [ownWindows, ownDrops, before, since] = [0, 0, 0, scaleToCap(allDrops, allWindows)];
  newer[0]! += since;
  days.forEach((day, i) => {
    const next = places.get(day)! + 1;
    ownWindows += windows[i]!;
    ownDrops += drops[i]!;
    const [nowBefore, nowSince] = [
      scaleToCap(ownDrops, ownWindows),
      scaleToCap(allDrops - ownDrops, allWindows - ownWindows),
    ];
    older[next]! += nowBefore - before;
    newer[next]! += nowSince - since;
    [before, since] = [nowBefore, nowSince];
  });
}

function scaleToCap(drops: number, windows: number): number {
  return windows <= WINDOWS_MAX ? drops * UNIT_SCALE : Math.round((drops * WINDOWS_MAX * UNIT_SCALE) / windows);
}

/** Returns the newest split with the greatest z of two proportions, and the square of z. */
function findLargestDifference(
  splits: readonly TimelineSplit[],
  olderFinds: Float64Array,
  newerFinds: Float64Array,
): { readonly at: number; readonly square: number } {
  let [at, older, newer] = [0, 0, 0];
  let most = { at: 0, square: 0 };
  for (const split of splits) {
    for (; at <= split.at; at++) {
      older += olderFinds[at]!;
      newer += newerFinds[at]!;
    }
    const square = computeSquaredZ([split.older, older / UNIT_SCALE], [split.newer, newer / UNIT_SCALE]);
    if (square >= most.square) most = { at: split.at, square };
  }
  return most;
}

function computeSquaredZ([olderWindows, olderDrops]: Observation, [newerWindows, newerDrops]: Observation): number {
  const common = (olderDrops + newerDrops) / (olderWindows + newerWindows);
  if (common === 0 || common === 1) return 0;
  const apart = olderDrops / olderWindows - newerDrops / newerWindows;
  return (apart * apart) / (common * (1 - common) * (1 / olderWindows + 1 / newerWindows));
}

function sumObservations(observations: readonly Observation[]): Observation {
  return observations.reduce(([n, x], [windows, drops]) => [n + windows, x + drops], [0, 0]);
}

function sumRange(numbers: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += numbers[i]!;
  return sum;
}
