import { countRemaining, gapsAt, placesOfPage } from '../paging/gaps.ts';
import type { DropRows } from '../ports/drops.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { ok, type Result } from '../values/result.ts';
import { DROP_ROW_BYTES_MAX } from './drop_rows.ts';
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
