import type { Source, StoredRate } from '../../ports/drops.ts';
import type { RateTable, TableRow, TableShape } from '../../ports/rate_table.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { compareSources } from '../../values/rates.ts';
import { cutIntoSlices } from '../../values/slices.ts';
import { NAMED_ENTITIES, readNames } from '../names.ts';

/** A rate of the sent table that lies outside the interval around the public one. */
export interface RateDifference extends StoredRate {
  /** The agreed names, or null if there are none. */
  readonly itemName: string | null;
  readonly sourceName: string | null;
  /** The sent rate, from 0 to 100. */
  readonly theirPercent: number;
}

/** Result of comparing a table with the public rates (contract, section 4, Comparing). */
export interface RateComparison {
  readonly shape: TableShape;
  readonly dataAsOfMs: number | null;
  readonly rates: number;
  readonly skipped: number;
  readonly agreed: number;
  /** Number of rates outside the interval. `differences` may list fewer. */
  readonly differing: number;
  /** Number of rates whose source players looted, while fewer than three saw the item drop from it. */
  readonly notSeen: number;
  /** Number of rates whose source fewer than three players looted. */
  readonly unknown: number;
  /** The surest differences first, at most DIFFERENCES_MAX. */
  readonly differences: readonly RateDifference[];
}

export const DIFFERENCES_MAX = 10_000;

export type ComparedSnapshot = Pick<Snapshot, 'view' | 'rates' | 'factsAmong'>;

interface SubmittedRate {
  readonly source: Source;
  readonly itemId: number;
  readonly percent: number;
}

/** Compares a table with the public rates of a snapshot. `shape` says how to read it, or null to recognise its shape. */
export async function compareRates(
  snapshot: ComparedSnapshot,
  table: RateTable,
  shape: 'questie' | 'atlasloot' | null,
): Promise<RateComparison> {
  const { sent, known, shape: recognised } = await matchRates(snapshot, table, shape);
  const looted = await readLootedSources(snapshot, sent, known);
  const counts = { agreed: 0, notSeen: 0, unknown: 0 };
  const differences: { readonly rate: StoredRate; readonly percent: number; readonly sureness: number }[] = [];
  for (const { source, itemId, percent } of sent) {
    const rate = known.get(formatRateKey(source.type, source.id, itemId));
    if (rate === undefined) counts[looted[source.type].has(source.id) ? 'notSeen' : 'unknown']++;
    else {
      const sureness = computeCertainty(rate, percent / 100);
      if (sureness === null) counts.agreed++;
      else differences.push({ rate, percent, sureness });
    }
  }
  differences.sort((a, b) => b.sureness - a.sureness || b.rate.kills - a.rate.kills || compareRateIds(a.rate, b.rate));
  const listed = differences.slice(0, DIFFERENCES_MAX);
  const rates = listed.map(({ rate }) => rate);
  const names = await readRateNames(snapshot, rates);
  return {
    shape: recognised,
    dataAsOfMs: snapshot.view.row.dataAsOfMs,
    rates: sent.length,
    skipped: table.skipped,
    ...counts,
    differing: differences.length,
    differences: listed.map(({ rate, percent }) => ({ ...rate, ...names(rate), theirPercent: percent })),
  };
}

type KnownRates = ReadonlyMap<string, StoredRate>;

/** Returns the table's rates and the public rates about the same sources and items. */
async function matchRates(snapshot: ComparedSnapshot, table: RateTable, shape: 'questie' | 'atlasloot' | null) {
  if (table.shape !== 'questie-or-atlasloot') {
    const sent = table.rows.map(parseItemRow);
    return { sent, known: await readKnownRates(snapshot, sent), shape: table.shape };
  }
  const read = async (as: 'questie' | 'atlasloot') => {
    const sent = table.rows.map(as === 'questie' ? parseItemRow : parseNpcRow);
    return { sent, known: await readKnownRates(snapshot, sent), shape: as };
  };
  if (shape !== null) return read(shape);
  // Both tables hold pairs of numbers. The order in which more pairs are public is the table's.
  const [questie, atlasloot] = [await read('questie'), await read('atlasloot')];
  return atlasloot.known.size > questie.known.size ? atlasloot : questie;
}

function parseItemRow({ list, first, second, percent }: TableRow): SubmittedRate {
  return { source: { type: list === 'object' ? 'object' : 'npc', id: second }, itemId: first, percent };
}

function parseNpcRow({ first, second, percent }: TableRow): SubmittedRate {
  return { source: { type: 'npc', id: first }, itemId: second, percent };
}

function formatRateKey(type: string, id: number, itemId: number): string {
  return `${type} ${id} ${itemId}`;
}

/** Number of rates, sources or names read at a time. */
const RATES_PER_READ = 2_000;

async function readKnownRates({ rates }: ComparedSnapshot, sent: readonly SubmittedRate[]): Promise<KnownRates> {
  const known = new Map<string, StoredRate>();
  for (const some of cutIntoSlices(sent, RATES_PER_READ)) {
    for (const rate of await rates.among(some)) {
      if (!isCorroborated(rate.installs)) continue;
      known.set(formatRateKey(rate.sourceType, rate.sourceId, rate.itemId), rate);
    }
  }
  return known;
}

/** Returns the public sources among those whose rates are not known. */
async function readLootedSources({ rates }: ComparedSnapshot, sent: readonly SubmittedRate[], known: KnownRates) {
  const looted = { npc: new Set<number>(), object: new Set<number>() };
  for (const type of ['npc', 'object'] as const) {
    const missing = sent.filter(
      ({ source, itemId }) => source.type === type && !known.has(formatRateKey(type, source.id, itemId)),
    );
    const ids = [...new Set(missing.map(({ source }) => source.id))];
    for (const some of cutIntoSlices(ids, RATES_PER_READ)) {
      for (const id of await rates.publicSources(type, some)) looted[type].add(id);
    }
  }
  return looted;
}

/**
 * Returns how sure it is that a rate differs: its distance from the estimate, in halves of the interval on that side.
 * Returns null if the rate lies within the interval.
 */
function computeCertainty({ estimate, estimateLow, estimateHigh }: StoredRate, theirs: number): number | null {
  if (theirs >= estimateLow && theirs <= estimateHigh) return null;
  const half = theirs < estimateLow ? estimate - estimateLow : estimateHigh - estimate;
  return Math.abs(theirs - estimate) / Math.max(half, HALF_WIDTH_MIN);
}

/** Avoids a division by zero. Bounds are rounded to six decimals. */
const HALF_WIDTH_MIN = 1e-6;

function compareRateIds(a: StoredRate, b: StoredRate): number {
  return a.itemId - b.itemId || compareSources(a, b);
}

/** Reads the agreed names of the items and sources of these rates. */
async function readRateNames(snapshot: ComparedSnapshot, rates: readonly StoredRate[]) {
  const names = new Map<string, string>();
  for (const kind of NAMED_ENTITIES) {
    const ids = rates.flatMap(({ itemId, sourceType, sourceId }) =>
      kind === 'item' ? [itemId] : kind === sourceType ? [sourceId] : [],
    );
    for (const some of cutIntoSlices([...new Set(ids)], RATES_PER_READ)) {
      for (const [id, { value }] of await readNames(snapshot, kind, some)) names.set(`${kind} ${id}`, value);
    }
  }
  return ({ itemId, sourceType, sourceId }: StoredRate) => ({
    itemName: names.get(`item ${itemId}`) ?? null,
    sourceName: names.get(`${sourceType} ${sourceId}`) ?? null,
  });
}
