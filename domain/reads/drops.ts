import { gapsAt, placesOfPage, standing } from '../paging/gaps.ts';
import type { SnapshotReader, StoredRate, StoredZero } from '../ports/snapshots.ts';
import { ok, type Result } from '../result.ts';
import { wilson } from '../wilson.ts';
import { groundOf, type ListGround, type ListQuery, nextOffset } from './list.ts';
import type { ReadRefusal } from './refusal.ts';

/** A public drop rate with its 95% bounds (spec, dropsResponse; contract, section 3). */
export interface DropRate extends StoredRate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** A source whose windows were all empty; `high` bounds the rate of anything it might still drop. */
export interface MeasuredZero extends StoredZero {
  readonly high: number;
}

export interface DropsPage extends ListGround {
  readonly rates: readonly DropRate[];
  readonly measuredZeros: readonly MeasuredZero[];
  readonly totalRates: number;
  readonly totalMeasuredZeros: number;
  readonly nextOffset: number | null;
}

/** One page of the list "rates first, then measured zeros". */
export const readDrops = async (reader: SnapshotReader, query: ListQuery): Promise<Result<DropsPage, ReadRefusal>> => {
  const ground = await groundOf(reader, query.pin);
  if (!ground.ok) return ground;
  const { view, at } = ground.value;
  const { offset, limit } = query;
  const rateGaps = gapsAt(view.rateGaps, at.n);
  const zeroGaps = gapsAt(view.zeroGaps, at.n);
  const totalRates = standing(at.ratePlaces, rateGaps);
  const totalMeasuredZeros = standing(at.zeroPlaces, zeroGaps);

  const ratesWanted = Math.max(0, Math.min(limit, totalRates - offset));
  const ratePlaces = placesOfPage(Math.min(offset, totalRates), ratesWanted, at.ratePlaces, rateGaps);
  const zerosOffset = Math.max(0, offset - totalRates);
  const zeroPlaces = placesOfPage(zerosOffset, limit - ratesWanted, at.zeroPlaces, zeroGaps);
  const rows = await reader.drops(view, ratePlaces, zeroPlaces);
  if (!rows.ok) return rows;

  return ok({
    view,
    at,
    rates: rows.value.rates.map((row) => ({ ...row, rate: row.drops / row.kills, ...wilson(row.drops, row.kills) })),
    measuredZeros: rows.value.zeros.map((row) => ({ ...row, high: wilson(0, row.kills).high })),
    totalRates,
    totalMeasuredZeros,
    nextOffset: nextOffset(offset, limit, totalRates + totalMeasuredZeros),
  });
};
