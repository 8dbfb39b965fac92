import { compareNumbers } from '../families/counting/order.ts';
import { countRowsLeft, findPageRange } from '../paging/gaps.ts';
import { hasLostRows, readExtent } from '../paging/ledger.ts';
import { GATHERED_TYPES, type GatheredType, type Source } from '../ports/drops.ts';
import type { TextPiece } from '../ports/rows.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { err, ok, type Result } from '../values/result.ts';
import { DROP_ROW_BYTES_MAX, encodePieces, formatRateRow, splitSourceType } from './drops.ts';
import { type ListPage, type ListQuery, nextOffset, resolvePin } from './list.ts';
import { type ReadRefusal, refusePin } from './refusal.ts';

/** Kinds of entity that items are gathered from. */
export type GatheredKind = ReturnType<typeof splitSourceType>['kind'];

/** Query for rates of gathering: from an entity, with any method, of an item, or of both. Null matches everything. */
export interface GatheringQuery extends ListQuery {
  readonly from: { readonly kind: GatheredKind; readonly id: number } | null;
  readonly itemId: number | null;
}

/** One page of rates of gathering, as comma-separated finished JSON. */
export interface GatheringPage extends ListPage {
  readonly rates: readonly TextPiece[];
}

/** Returns the sources of gathering that an entity is, one for each method. */
export function listGatheredSources(kind: GatheredKind, id: number): readonly Source<GatheredType>[] {
  return GATHERED_TYPES.filter((type) => splitSourceType(type).kind === kind).map((type) => ({ type, id }));
}

/** Returns one page of the rates of gathering (contract, section 3, Gathering). */
export async function readGathering(
  snapshots: SnapshotStore,
  query: GatheringQuery,
): Promise<Result<GatheringPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  const { snapshot, at } = pinned.value;
  const { gathering, view } = snapshot;
  const { from, itemId, offset } = query;
  const limit = Math.min(query.limit, Math.max(1, Math.floor(query.bytesMax / DROP_ROW_BYTES_MAX)));
  const { places, gapPlaces } = readExtent(view.lists, 'gathering', at.n);
  if (from === null && itemId === null) {
    const total = countRowsLeft(places, gapPlaces);
    const range = findPageRange(Math.min(offset, total), limit, places, gapPlaces);
    const { rates } = await gathering.inPlaces(range, NO_ROW_RANGE);
    return ok({ snapshot, at, rates, total, nextOffset: nextOffset(offset, limit, total) });
  }
  // A selection does not count withdrawn rows.
  if (offset > 0 && hasLostRows(view.lists, 'gathering', at.n)) return err(refusePin('snapshot'));
  const sources = from === null ? [null] : listGatheredSources(from.kind, from.id);
  const found = await mapInOrder(sources, (source) => gathering.placesOf({ source, itemId }));
  const selected = found
    .flat()
    .filter((place) => place < places)
    .sort(compareNumbers);
  const shown = await gathering.atPlaces(selected.slice(offset, offset + limit));
  return ok({
    snapshot,
    at,
    rates: encodePieces(shown.map(formatRateRow)),
    total: selected.length,
    nextOffset: nextOffset(offset, limit, selected.length),
  });
}

const NO_ROW_RANGE = { from: 0, to: 0 };
