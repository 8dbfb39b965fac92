import { addLoot } from '../families/counting/loot_totals.ts';
import { byNumber } from '../families/counting/order.ts';
import { gatherLoot, isPublicSource } from '../families/drops.ts';
import type { InstallLoot, Source } from '../ports/drops.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import { createWeightFit } from '../values/estimates/fit_weights.ts';
import {
  type CountedObservation,
  countEqual,
  createLikelihoods,
  type Observation,
} from '../values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS, type RateWeights } from '../values/estimates/model.ts';
import { dayOf } from '../values/instant.ts';
import { installOfWitness, readCount, weighWitness } from '../values/witnesses.ts';
import { EMPTY_BATCH, lootWindowsOf } from './batch.ts';
import { countableRecord } from './counting_records.ts';
import { lootPages, sourceKey, sourceOf, sourcePages } from './drop_changes.ts';
import { eachChunk } from './replay_records.ts';
import type { Run } from './run.ts';
import { youngInstallsOn } from './witness_day.ts';

/**
 * The weights of the estimator of drop rates (contract, section 3, Drops). They are fitted once a week from the loot
 * windows received before Monday 00:00 UTC of the week of `dataAsOf`, by installs that were witnesses on that day.
 */

/** Returns the first day of a week: a Monday, in days since 1970. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

/** Returns the weights to use now. */
export function currentWeights({ rateFit }: EvidenceCursor): RateWeights {
  return rateFit?.weights ?? DEFAULT_WEIGHTS;
}

/** Returns a cursor with which the weights will be fitted again before the next facts are written. */
export function withoutFit({ rateFit }: Pick<EvidenceCursor, 'rateFit'>): Pick<EvidenceCursor, 'rateFit'> {
  return { rateFit: rateFit && { ...rateFit, isFitted: false } };
}

/**
 * Notes where a week begins: the next record to count was received in another week than all before it. Fits the weights
 * at once if this is the run's last week, because the evidence then contains exactly the windows to fit.
 */
export async function beginWeek(run: Run, receivedAtMs: number): Promise<void> {
  const weekDay = mondayOf(dayOf(receivedAtMs));
  const rateFit = { weekDay, weekSeq: run.cursor.seq, isFitted: false, weights: currentWeights(run.cursor) };
  await move(run, { rateFit });
  if (weekDay === run.lastWeekDay) await fit(run);
}

/** Whether a record received at this time begins a week. */
export function beginsWeek({ rateFit }: EvidenceCursor, receivedAtMs: number): boolean {
  return rateFit === null || mondayOf(dayOf(receivedAtMs)) > rateFit.weekDay;
}

/** Fits the weights if they were fitted for an earlier week, or if an install was removed or added since. */
export async function refreshWeights(run: Run): Promise<void> {
  const { dataAsOfMs, rateFit, seq } = run.cursor;
  if (dataAsOfMs === null) return;
  const weekDay = mondayOf(dayOf(dataAsOfMs));
  if (rateFit === null || rateFit.weekDay < weekDay) {
    // No record of this week counts, so all windows were received before it.
    const began = { weekDay, weekSeq: seq, isFitted: false, weights: currentWeights(run.cursor) };
    await move(run, { rateFit: began });
    await fit(run);
  } else if (!rateFit.isFitted) await fit(run);
}

async function move(run: Run, changes: Partial<EvidenceCursor>): Promise<void> {
  const to = { ...run.cursor, ...changes, step: run.cursor.step + 1 };
  await run.ports.evidence.add(to, EMPTY_BATCH);
  run.cursor = to;
}

/** Fits the weights, and marks every source, because its rates must be estimated again. */
async function fit(run: Run): Promise<void> {
  const { evidence, uploads } = run.ports;
  const { weekDay, weekSeq } = run.cursor.rateFit!;
  const young = await youngInstallsOn(uploads, run.installAgeDays, weekDay);
  const later = await lootSince(run, weekSeq);
  await evidence.markSources('all');
  const sample = createPairSample();
  for await (const page of sourcePages(evidence)) {
    let source = createSourceSample(sample);
    for await (const loot of lootPages(evidence, page.map(sourceOf), NO_QUESTS)) {
      if (sourceKey(loot.source) !== source.key) {
        source.finish();
        source = createSourceSample(sample, loot.source);
      }
      for (const one of loot.installs) {
        const counted = withoutLater(one, later.get(source.key)?.get(one.installN));
        if (counted.windows > 0 && !young.has(installOfWitness(one.installN))) source.add(counted);
      }
    }
    source.finish();
  }
  const weightFit = createWeightFit(createLikelihoods());
  for (const observations of sample.pairs()) weightFit.add(observations);
  const weights = weightFit.weights();
  await move(run, { rateFit: { weekDay, weekSeq, isFitted: true, weights } });
}

const NO_QUESTS = new Map<number, readonly number[]>();

type LootByInstall = Map<number, InstallLoot<string>>;

/** Adds up the windows after this record, by source and install, as far as they are in the evidence. */
async function lootSince(run: Run, fromSeq: number): Promise<ReadonlyMap<string, LootByInstall>> {
  const { ports, bounds, kinds, excluded, waiting, familiesApart } = run;
  const sums = new Map<string, LootByInstall>();
  const toSeq = run.cursor.seq;
  if (fromSeq === toSeq) return sums;
  await eachChunk(
    (after) => ports.uploads.records(Math.max(after, fromSeq), toSeq, bounds.chunkRecordsMax),
    async (records) => {
      const windows = records.flatMap((record) => {
        const judged = waiting.has(record.installN) ? null : countableRecord(record, kinds, excluded);
        return judged === null ? [] : lootWindowsOf(judged, familiesApart);
      });
      for (const { source, ...loot } of gatherLoot(windows)) {
        const installs: LootByInstall = sums.get(sourceKey(source)) ?? new Map();
        sums.set(sourceKey(source), installs);
        const before = installs.get(loot.installN);
        installs.set(loot.installN, before === undefined ? loot : addLoot(before, loot));
      }
    },
  );
  return sums;
}

/** An install's windows on one source, without contexts. */
interface PlainLoot extends Pick<InstallLoot, 'installN' | 'windows'> {
  readonly drops: ReadonlyMap<number, number>;
}

function withoutLater({ installN, windows, items }: InstallLoot, later: InstallLoot<string> | undefined): PlainLoot {
  const drops = new Map(items.map((item) => [item.itemId, item.drops]));
  for (const item of later?.items ?? []) drops.set(item.itemId, drops.get(item.itemId)! - item.drops);
  return { installN, windows: windows - (later?.windows ?? 0), drops };
}

/** Maximum number of installs of a source, and of pairs of source and item, to fit. */
const SAMPLE = { installs: 1_000, pairs: 30_000 };

/** Keeps the elements with the smallest keys, about `most` of them. The sample does not depend on the order. */
function createSample<T>(most: number) {
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
  const sample = createSample<readonly CountedObservation[]>(SAMPLE.pairs);
  return {
    add: ({ type, id }: Source, itemId: number, observations: readonly Observation[]): void =>
      sample.add(spread(spread(type === 'npc' ? id : -id) + itemId), countEqual(observations)),
    pairs: sample.elements,
  };
}

/** Collects the installs of one source. */
function createSourceSample(pairs: PairSample, source: Source | null = null) {
  const sample = createSample<PlainLoot>(SAMPLE.installs);
  let weight = 0;
  return {
    key: source === null ? '' : sourceKey(source),
    add: (loot: PlainLoot): void => {
      weight += weighWitness(loot.installN);
      sample.add(spread(loot.installN), loot);
    },
    /** Adds the pairs of the source to the sample of pairs, if the source is public. */
    finish: (): void => {
      if (source === null || !isPublicSource({ reporters: readCount(weight) })) return;
      const installs = sample.elements();
      const itemIds = new Set(installs.flatMap(({ drops }) => [...drops].flatMap(([id, n]) => (n > 0 ? [id] : []))));
      for (const itemId of [...itemIds].sort(byNumber)) {
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
function spread(number: number): number {
  return Math.imul(number % 2 ** 32, 0x9e3779b1) >>> 0;
}
