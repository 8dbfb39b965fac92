import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import type { GATHER_KINDS } from '../../schema/vocabulary.ts';
import { countRowsLeft, findPageRange } from '../paging/gaps.ts';
import { countListRows, hasLostRows, readExtent } from '../paging/ledger.ts';
import type { AnySourceType, DropRows, EmptySource, RateFilter, StoredRate, WindowTotals } from '../ports/drops.ts';
import type { TextPiece } from '../ports/rows.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { computeWilsonInterval, computeZeroBound } from '../values/rates.ts';
import { err, ok, type Result } from '../values/result.ts';
import { type ListPage, type ListQuery, nextOffset, type PinnedSnapshot, resolvePin } from './list.ts';
import { type ReadRefusal, refusePin } from './refusal.ts';

/** One page of drop rates. `total` is the number of rates and measured zeros. */
export interface DropsPage extends ListPage, DropRows {
  readonly totalRates: number;
  readonly totalMeasuredZeros: number;
}

/** Query for drop rates, of one source, of one item, or of both (contract, section 4, Drops page). */
export interface DropsQuery extends ListQuery, RateFilter {}

/** Returns one page of the list, in which all rates come before the measured zeros. */
export async function readDrops(snapshots: SnapshotStore, query: DropsQuery): Promise<Result<DropsPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  // These rows contain only numbers, so a row limit is also a byte limit.
  const limit = Math.min(query.limit, Math.max(1, Math.floor(query.bytesMax / DROP_ROW_BYTES_MAX)));
  return query.source === null && query.itemId === null
    ? ok(await readAllDrops(pinned.value, { ...query, limit }))
    : readFilteredDrops(pinned.value, { ...query, limit });
}

async function readAllDrops(pinned: PinnedSnapshot, query: DropsQuery): Promise<DropsPage> {
  const { snapshot, at } = pinned;
  const { view } = snapshot;
  const { offset, limit } = query;
  const rates = readExtent(view.lists, 'rates', at.n);
  const zeros = readExtent(view.lists, 'zeros', at.n);
  const totalRates = countRowsLeft(rates.places, rates.gapPlaces);
  const totalMeasuredZeros = countRowsLeft(zeros.places, zeros.gapPlaces);
  const total = totalRates + totalMeasuredZeros;

  const ratesWanted = Math.max(0, Math.min(limit, totalRates - offset));
  const ratePlaces = findPageRange(Math.min(offset, totalRates), ratesWanted, rates.places, rates.gapPlaces);
  const zerosOffset = Math.max(0, offset - totalRates);
  const zeroPlaces = findPageRange(zerosOffset, limit - ratesWanted, zeros.places, zeros.gapPlaces);
  const rows = await snapshot.rates.inPlaces(ratePlaces, zeroPlaces);

  return { snapshot, at, ...rows, totalRates, totalMeasuredZeros, total, nextOffset: nextOffset(offset, limit, total) };
}

/**
 * Returns the drops of a source or an item. A selection does not count withdrawn rows, so a walk in which one was
 * withdrawn has to start again.
 */
async function readFilteredDrops(
  { snapshot, at }: PinnedSnapshot,
  { source, itemId, offset, limit }: DropsQuery,
): Promise<Result<DropsPage, ReadRefusal>> {
  const { view, rates } = snapshot;
  const lostRows = ['rates', 'zeros'].some((list) => hasLostRows(view.lists, list, at.n));
  if (offset > 0 && lostRows) return err(refusePin('snapshot'));
  const found = await rates.placesOf({ source, itemId });
  const ratePlaces = countListRows(view.lists, 'rates', at.n);
  const places = found.filter((place) => place < ratePlaces);
  const zero = source === null || itemId !== null ? null : await rates.zeroOf(source);
  const zeros = zero !== null && zero.place < countListRows(view.lists, 'zeros', at.n) ? [zero] : [];
  const shown = await rates.atPlaces(places.slice(offset, offset + limit));
  const left = limit - shown.length;
  const zerosShown = offset + shown.length >= places.length && left > 0 && offset <= places.length ? zeros : [];
  const total = places.length + zeros.length;
  return ok({
    snapshot,
    at,
    rates: encodePieces(shown.map(formatRateRow)),
    zeros: encodePieces(zerosShown.map((one) => JSON.stringify(toZeroRow(one)))),
    totalRates: places.length,
    totalMeasuredZeros: zeros.length,
    total,
    nextOffset: nextOffset(offset, limit, total),
  });
}

export function encodePieces(texts: readonly string[]): readonly TextPiece[] {
  return texts.length === 0 ? [] : [new TextEncoder().encode(texts.join(','))];
}

/** Maximum size of a row as JSON, including its comma: twenty numbers of at most 24 characters each, and their names. */
export const DROP_ROW_BYTES_MAX = 768;

/** Formats the row of a public drop rate for answers and exports (contract, section 3, Drops). */
export function formatRateRow(rate: StoredRate<AnySourceType>): string {
  const figures = JSON.stringify(pickRateFields(rate)).slice(1, -1);
  return `{${formatSource(rate)},"itemId":${rate.itemId},${figures},"public":true}`;
}

/**
 * Returns the figures of a drop rate as answers have them: the counts with 95% Wilson bounds and the largest share of any
 * install, and the estimate.
 */
export function pickRateFields(rate: StoredRate<AnySourceType>) {
  const { sourceType, sourceId, itemId, topWindows, kills, drops, reporters, installs, ...estimate } = rate;
  const { low, high } = computeWilsonInterval(drops, kills);
  const topShare = computeTopShare(rate);
  return { kills, drops, rate: drops / kills, low, high, reporters, installs, topShare, ...estimate };
}

/** Returns the share of a source's windows opened by the install that opened the most. */
export function computeTopShare({ kills, topWindows }: WindowTotals): number {
  return topWindows / kills;
}

const SOURCE_ID_FIELDS = { npc: 'sourceNpcId', object: 'sourceObjectId', item: 'sourceItemId', zone: 'mapId' } as const;

/** Splits a type of source of gathering. Types of drops are kinds. */
export function splitSourceType(type: AnySourceType) {
  const [kind, method] = type.split(':').reverse() as [keyof typeof SOURCE_ID_FIELDS, (typeof GATHER_KINDS)[number]];
  return { kind, method };
}

/** Formats the fields of a row that say what the items are from, such as `"method":"skinning","sourceNpcId":5`. */
function formatSource({ sourceType, sourceId }: Pick<EmptySource<AnySourceType>, 'sourceType' | 'sourceId'>): string {
  const { kind, method } = splitSourceType(sourceType);
  return `${sourceType === kind ? '' : `"method":"${method}",`}"${SOURCE_ID_FIELDS[kind]}":${sourceId}`;
}

/**
 * Builds the row of a source whose loot windows were all empty. `high` is the upper bound for the rate of any item that
 * the source might still drop.
 */
export function toZeroRow(zero: EmptySource): DropsResponse['measuredZeros'][number] {
  return {
    ...(zero.sourceType === 'npc' ? { sourceNpcId: zero.sourceId } : { sourceObjectId: zero.sourceId }),
    kills: zero.kills,
    high: computeZeroBound(zero.kills),
    reporters: zero.reporters,
    topShare: computeTopShare(zero),
    public: true,
  };
}
