import { createRateEstimator, createSourceRates } from '../../domain/families/counting/source_rates.ts';
import { DEFAULT_WEIGHTS } from '../../domain/values/estimates/model.ts';
import type { EstimatedRate } from '../../schema/response_fields.ts';
import { type DatedWindow, lootOfWindows } from '../support/loot_days.ts';
import { createRandom, type Random } from './random.ts';

/**
 * Measures in made-up worlds how often a rate that did not change is shown as changed, how often a
 * change is found, and how often the interval of an item that players can have once contains the true rate.
 */

const [ITEM, DAYS, PATCH] = [1, 60, 30];

export interface ChangeRow {
  readonly name: string;
  readonly installs: number;
  /** Percent of the pairs that are shown as changed. */
  readonly marked: number;
  /** Percent of the pairs whose interval contains the rate that is true at the end. */
  readonly covered: number;
  /** True if the rate never changes, so that every mark is false. */
  readonly isSteady: boolean;
}

export interface OnceRow {
  readonly name: string;
  /** Percent of the pairs whose interval contains the true rate, by the rule and if all windows counted. */
  readonly covered: number;
  readonly plain: number;
}

/** A world in which the rate changes on the day PATCH, or one of any steady rates. */
interface World {
  readonly name: string;
  readonly correlation: number;
  readonly rates: readonly [before: number, since: number] | null;
}

const WORLDS: readonly World[] = [
  ...[0, 0.05, 0.2].map((correlation) => ({
    ...{ name: `nothing changes, correlation ${correlation}`, correlation, rates: null },
  })),
  ...[
    [0.5, 0.002],
    [0.1, 0.3],
    [0.2, 0.3],
    [0.02, 0.08],
  ].map(([before = 0, since = 0]) => ({
    ...{ name: `${100 * before}% becomes ${100 * since}%`, correlation: 0.05, rates: [before, since] as const },
  })),
];

/** Measures changed rates over this many pairs that 12 installs looted, and half as many that 50 did. */
export function measureChanges(pairs: number): readonly ChangeRow[] {
  return [12, 50].flatMap((installs) =>
    WORLDS.map(({ name, correlation, rates }, seed) => {
      const random = createRandom(1_000 * installs + seed);
      const count = installs === 12 ? pairs : pairs / 2;
      const drawn = Array.from({ length: count }, () => {
        const steady = 1 / (1 + Math.exp(6 - 8 * random.uniform()));
        const [before, since] = rates ?? [steady, steady];
        const rate = listedRate(() => playedWindows(random, installs, correlation, [before, since]), []);
        return {
          isMarked: rate.changed !== undefined,
          isCovered: rate.estimateLow <= since && since <= rate.estimateHigh,
        };
      });
      const percent = (key: 'isMarked' | 'isCovered') => (100 * drawn.filter((one) => one[key]).length) / count;
      const isSteady = rates === null;
      return { name, installs, marked: percent('isMarked'), covered: percent('isCovered'), isSteady };
    }),
  );
}

/** Measures items that players can have once, over this many pairs of each world. */
export function measureOnce(pairs: number): readonly OnceRow[] {
  return [0, 0.05, 0.2].flatMap((correlation, seed) =>
    [12, 50].map((installs) => {
      const random = createRandom(77 + seed + installs);
      let [covered, plain] = [0, 0];
      for (let pair = 0; pair < pairs; pair++) {
        const truth = 1 / (1 + Math.exp(4.6 - 5.5 * random.uniform()));
        let played: readonly DatedWindow[] = [];
        const once = listedRate(() => {
          played = onlyOnce(playedWindows(random, installs, correlation, [truth, truth]));
          return played;
        }, [ITEM]);
        const all = rateOf(played, []);
        if (once.estimateLow <= truth && truth <= once.estimateHigh) covered++;
        if (all.estimateLow <= truth && truth <= all.estimateHigh) plain++;
      }
      const name = `${installs} installs, correlation ${correlation}`;
      return { name, covered: (100 * covered) / pairs, plain: (100 * plain) / pairs };
    }),
  );
}

/** Draws windows until some hold the item, because rates without drops are not listed, and estimates them. */
function listedRate(draw: () => readonly DatedWindow[], onceOnly: readonly number[]): EstimatedRate {
  for (;;) {
    const windows = draw();
    if (windows.some(({ itemIds }) => itemIds.length > 0)) return rateOf(windows, onceOnly);
  }
}

const estimateOf = createRateEstimator(DEFAULT_WEIGHTS);

function rateOf(windows: readonly DatedWindow[], onceOnly: readonly number[]): EstimatedRate {
  const rules = { estimateOf, day: DAYS, onceOnly: new Set(onceOnly) };
  const rates = createSourceRates({ type: 'npc', id: 1 }, new Map(), rules);
  rates.add(lootOfWindows(windows));
  return rates.rateOf(ITEM, null);
}

/** Each install loots on one to nine days, 2 to 15 windows each, with chances of its own before and since the patch. */
function playedWindows(
  random: Random,
  installs: number,
  correlation: number,
  rates: readonly [before: number, since: number],
): readonly DatedWindow[] {
  const ownRate = (rate: number): number => {
    if (correlation === 0) return rate;
    const concentration = (1 - correlation) / correlation;
    return random.beta(rate * concentration, (1 - rate) * concentration);
  };
  return Array.from({ length: installs }, (_, install) => {
    const before = ownRate(rates[0]);
    const since = rates[0] === rates[1] ? before : ownRate(rates[1]);
    const days = Array.from({ length: 1 + Math.floor(9 * random.uniform()) }, () =>
      Math.floor(DAYS * random.uniform()),
    );
    return days
      .sort((a, b) => a - b)
      .flatMap((day) =>
        Array.from({ length: 2 + Math.floor(14 * random.uniform()) }, () => ({
          ...{ installN: install + 1, day },
          itemIds: random.uniform() < (day < PATCH ? before : since) ? [ITEM] : [],
        })),
      );
  }).flat();
}

/** Takes the item from every window after an install's first find. Windows of an install are in order of time. */
function onlyOnce(windows: readonly DatedWindow[]): readonly DatedWindow[] {
  const owners = new Set<number>();
  return windows.map((window) => {
    const found = window.itemIds.length > 0 && !owners.has(window.installN);
    if (found) owners.add(window.installN);
    return { ...window, itemIds: found ? [ITEM] : [] };
  });
}
