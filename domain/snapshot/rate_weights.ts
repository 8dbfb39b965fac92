import { isGatheredSource } from '../families/counting/loot_source.ts';
import { compareNumbers } from '../families/counting/order.ts';
import { type LootSums, sumLootUntilDay } from '../families/counting/window_counts.ts';
import { isPublicSource } from '../families/drops.ts';
import type { AnySource } from '../ports/drops.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import { createWeightFit } from '../values/estimates/fit_weights.ts';
import {
  type CountedObservation,
  countObservations,
  createLikelihoods,
  type Observation,
} from '../values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS, type RateWeights } from '../values/estimates/model.ts';
import { toUtcDay } from '../values/instant.ts';
import { decodeCount, findInstallOfWitness, findWitnessUnit } from '../values/witnesses.ts';
import { EMPTY_BATCH } from './batch.ts';
import { NO_QUESTS_BY_ITEM, toLootSource, toSourceKey, yieldLootPages, yieldSourcePages } from './drop_changes.ts';
import type { Run } from './run.ts';
import { readYoungInstalls } from './witness_day.ts';

/**
 * The weights of the estimator of drop rates (contract, section 3, Drops). They are fitted once a week from the loot
 * windows received before Monday 00:00 UTC of the week of `dataAsOf`, by installs that were witnesses on that day.
 */

/** Returns the first day of a week: a Monday, in days since 1970. */
export function findMonday(day: number): number {
  return day - ((day + 3) % 7);
}

/** Returns the weights to use now. */
export function readCurrentWeights({ rateFit }: EvidenceCursor): RateWeights {
  return rateFit?.weights ?? DEFAULT_WEIGHTS;
}

/** Returns a cursor with which the weights will be fitted again before the next facts are written. */
export function requestWeightFit({ rateFit }: Pick<EvidenceCursor, 'rateFit'>): Pick<EvidenceCursor, 'rateFit'> {
  return { rateFit: rateFit && { ...rateFit, isFitted: false } };
}

/** Fits the weights if they were fitted for an earlier week, or if an install was removed or added since. */
export async function refreshWeights(run: Run): Promise<void> {
  const { dataAsOfMs, rateFit } = run.cursor;
  if (dataAsOfMs === null) return;
  const weekDay = findMonday(toUtcDay(dataAsOfMs));
  if (rateFit === null || rateFit.weekDay < weekDay || !rateFit.isFitted) await fitRateWeights(run, weekDay);
}

/** Fits the weights, and marks every source, because its rates must be estimated again. */
async function fitRateWeights(run: Run, weekDay: number): Promise<void> {
  const { evidence, uploads } = run.ports;
  const young = await readYoungInstalls(uploads, run.installAgeDays, weekDay);
  await evidence.markSources('all');
  const sample = createPairSample();
  for await (const page of yieldSourcePages(evidence)) {
    let source = createSourceSample(sample);
    const looted = page.map(toLootSource).filter((one) => !isGatheredSource(one));
    for await (const loot of yieldLootPages(evidence, looted, NO_QUESTS_BY_ITEM)) {
      if (toSourceKey(loot.source) !== source.key) {
        source.finish();
        source = createSourceSample(sample, loot.source);
      }
      for (const one of loot.installs) {
        const counted = sumLootUntilDay(one, weekDay);
        if (counted !== null && !young.has(findInstallOfWitness(one.installN))) source.add(counted);
      }
    }
    source.finish();
  }
  const weightFit = createWeightFit(createLikelihoods());
  for (const observations of sample.pairs()) weightFit.add(observations);
  const weights = weightFit.weights();
  const to = { ...run.cursor, rateFit: { weekDay, isFitted: true, weights }, step: run.cursor.step + 1 };
  await evidence.add(to, EMPTY_BATCH);
  run.cursor = to;
  run.ratesDay = null;
}

/** An install's windows on one source, without contexts. */
interface LootObservation {
  readonly windows: number;
  readonly drops: ReadonlyMap<number, number>;
}

/** Maximum number of installs of a source, and of pairs of source and item, to fit. */
const SAMPLE_LIMITS = { installs: 1_000, pairs: 30_000 };

/** Keeps the elements with the smallest keys, about `most` of them. The sample does not depend on the order. */
function createReservoir<T>(most: number) {
  let kept: (readonly [key: number, element: T])[] = [];
  const cut = () => {
    kept = kept.sort(([a], [b]) => a - b).slice(0, most);
  };
  return {
    add: (key: number, element: T): void => {
      kept.push([key, element]);
      if (kept.length >= 2 * most) cut();
    },
    elements: (): readonly T[] => {
      cut();
      return kept.map(([, element]) => element);
    },
  };
}

type PairSample = ReturnType<typeof createPairSample>;

function createPairSample() {
  const sample = createReservoir<readonly CountedObservation[]>(SAMPLE_LIMITS.pairs);
  return {
    add: ({ type, id }: AnySource, itemId: number, observations: readonly Observation[]): void =>
      sample.add(hashNumber(hashNumber(type === 'npc' ? id : -id) + itemId), countObservations(observations)),
    pairs: sample.elements,
  };
}

function createSourceSample(pairs: PairSample, source: AnySource | null = null) {
  const sample = createReservoir<LootObservation>(SAMPLE_LIMITS.installs);
  let weight = 0;
  return {
    key: source === null ? '' : toSourceKey(source),
    add: ({ installN, windows, items }: LootSums): void => {
      weight += findWitnessUnit(installN);
      sample.add(hashNumber(installN), {
        windows,
        drops: new Map(items.map(({ itemId, drops }) => [itemId, drops])),
      });
    },
    /** Adds the pairs of the source to the sample of pairs, if the source is public. */
    finish: (): void => {
      if (source === null || !isPublicSource({ reporters: decodeCount(weight) })) return;
      const installs = sample.elements();
      const itemIds = new Set(installs.flatMap(({ drops }) => [...drops.keys()]));
      for (const itemId of [...itemIds].sort(compareNumbers)) {
        pairs.add(
          source,
          itemId,
          installs.map(({ windows, drops }) => [windows, drops.get(itemId) ?? 0]),
        );
      }
    },
  };
}

/** Spreads consecutive numbers evenly over the integers below 2^32. */
function hashNumber(number: number): number {
  return Math.imul(number % 2 ** 32, 0x9e3779b1) >>> 0;
}
