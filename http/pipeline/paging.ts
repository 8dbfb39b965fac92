import type { ListQuery, PinnedSnapshot } from '../../domain/reads/list.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Params } from './params.ts';
import type { Call } from './route.ts';

/** Reads the parameters that every list has: offset, limit (capped at the caller's page size) and snapshot. */
export function listParams(
  params: Params,
  { pageSize, pageBytesMax }: Pick<Call, 'pageSize' | 'pageBytesMax'>,
): ListQuery {
  return {
    offset: params.integer('offset', LIMITS.offsetMin.value, LIMITS.offsetMin.value),
    limit: Math.min(params.integer('limit', LIMITS.limitMin.value, LIMITS.pageRowsDefault.value), pageSize),
    pin: params.pin('snapshot'),
    bytesMax: pageBytesMax,
  };
}

/**
 * The paging fields of a list answer (contract, section 1, Paging), and the pin of the snapshot that contains its
 * rows.
 */
export interface PageFields {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly next: string | null;
  readonly snapshot: string;
}

export interface PageOf {
  /** Absolute URL of the list. */
  readonly url: string;
  /** Filters that the URL of the next page must repeat, each encoded as `name=value`. */
  readonly filters: readonly string[];
  readonly query: ListQuery;
  readonly page: PinnedSnapshot & { readonly nextOffset: number | null };
  readonly total: number;
}

/** Returns the paging fields. The URL in `next` repeats every filter and pins the following pages to this snapshot. */
export function pageFields({ url, filters, query, page, total }: PageOf): PageFields {
  const snapshot = formatSnapshotPin({ epoch: page.snapshot.view.epoch, n: page.at.n });
  const { offset, limit } = query;
  const nextQuery = [...filters, `offset=${page.nextOffset}`, `limit=${limit}`, `snapshot=${snapshot}`].join('&');
  return { offset, limit, total, next: page.nextOffset === null ? null : `${url}?${nextQuery}`, snapshot };
}
