import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import { countRemaining, gapsAt, placesOfPage } from '../paging/gaps.ts';
import type { DropRows, StoredRate, StoredZero } from '../ports/drops.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { estimateOf, figuresOf, topShareOf, wilson, zeroHigh } from '../values/rates.ts';
import { ok, type Result } from '../values/result.ts';
import { type ListPage, type ListQuery, nextOffset, resolvePin } from './list.ts';
import type { ReadRefusal } from './refusal.ts';

/** One page of drop rates. `total` is the number of rates and measured zeros. */
export interface DropsPage extends ListPage, DropRows {
  readonly totalRates: number;
  readonly totalMeasuredZeros: number;
}

/** Returns one page of the list, in which all rates come before the measured zeros. */
export async function readDrops(snapshots: SnapshotStore, query: ListQuery): Promise<Result<DropsPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  const { snapshot, at } = pinned.value;
  const { view } = snapshot;
  const { offset } = query;
  // These rows contain only numbers, so a row limit is also a byte limit.
  const limit = Math.min(query.limit, Math.max(1, Math.floor(query.bytesMax / DROP_ROW_BYTES_MAX)));
  const rateGaps = gapsAt(view.rateGaps, at.n);
  const zeroGaps = gapsAt(view.zeroGaps, at.n);
  const totalRates = countRemaining(at.ratePlaces, rateGaps);
  const totalMeasuredZeros = countRemaining(at.zeroPlaces, zeroGaps);
  const total = totalRates + totalMeasuredZeros;

  const ratesWanted = Math.max(0, Math.min(limit, totalRates - offset));
  const ratePlaces = placesOfPage(Math.min(offset, totalRates), ratesWanted, at.ratePlaces, rateGaps);
  const zerosOffset = Math.max(0, offset - totalRates);
  const zeroPlaces = placesOfPage(zerosOffset, limit - ratesWanted, at.zeroPlaces, zeroGaps);
  const rows = await snapshot.rates.inPlaces(ratePlaces, zeroPlaces);

  return ok({
    snapshot,
    at,
    ...rows,
    totalRates,
    totalMeasuredZeros,
    total,
    nextOffset: nextOffset(offset, limit, total),
  });
}

type RateRow = DropsResponse['rates'][number];
type ZeroRow = DropsResponse['measuredZeros'][number];

/** Maximum size of a row as JSON, including its comma: twenty numbers of at most 24 characters each, and their names. */
export const DROP_ROW_BYTES_MAX = 768;

/** Builds the row of a public drop rate, with its 95% bounds, for answers and exports (contract, section 3, Drops). */
export function rateRow(rate: StoredRate): RateRow {
  return {
    ...sourceField(rate),
    itemId: rate.itemId,
    ...figuresOf(rate),
    public: true,
  };
}

/**
 * Like `rateRow`, but returns JSON. The JSON is built by hand because a list has hundreds of thousands of rows, and
 * this takes a third of the time.
 */
export function rateText(rate: StoredRate): string {
  const { sourceType, sourceId, itemId, kills, drops, reporters, installs } = rate;
  const { low, high } = wilson(drops, kills);
  return (
    `{"${sourceType === 'npc' ? 'sourceNpcId' : 'sourceObjectId'}":${sourceId},"itemId":${itemId},"kills":${kills},` +
    `"drops":${drops},"rate":${drops / kills},"low":${low},"high":${high},"reporters":${reporters},` +
    `"installs":${installs},"topShare":${topShareOf(rate)},${JSON.stringify(estimateOf(rate)).slice(1, -1)},"public":true}`
  );
}

/**
 * Builds the row of a source whose loot windows were all empty. `high` is the upper bound for the rate of any item that
 * the source might still drop.
 */
export function zeroRow(zero: StoredZero): ZeroRow {
  return {
    ...sourceField(zero),
    kills: zero.kills,
    high: zeroHigh(zero.kills),
    reporters: zero.reporters,
    topShare: topShareOf(zero),
    public: true,
  };
}

function sourceField({ sourceType, sourceId }: StoredZero) {
  return sourceType === 'npc' ? { sourceNpcId: sourceId } : { sourceObjectId: sourceId };
}
