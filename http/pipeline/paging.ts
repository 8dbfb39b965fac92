import type { ListQuery, PinnedSnapshot } from '../../domain/reads/list.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Params } from './params.ts';
import type { Call } from './route.ts';

/** The parameters of every list: where to begin, how many rows (capped at the caller's page size), which snapshot. */
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

/** The paging fields of a list answer (contract, section 1, Paging), with the snapshot whose rows it lists. */
export interface PageFields {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly next: string | null;
  readonly snapshot: string;
}

export interface PageOf {
  /** The list's absolute URL. */
  readonly url: string;
  /** The filters that the next page must carry, as `name=value`, ready for a URL. */
  readonly filters: readonly string[];
  readonly query: ListQuery;
  readonly page: PinnedSnapshot & { readonly nextOffset: number | null };
  readonly total: number;
}

/** Works out the paging fields. `next` carries every filter and pins the walk to the rows of this snapshot. */
export function pageFields({ url, filters, query, page, total }: PageOf): PageFields {
  const snapshot = formatSnapshotPin({ epoch: page.snapshot.view.epoch, n: page.at.n });
  const { offset, limit } = query;
  const following = [...filters, `offset=${page.nextOffset}`, `limit=${limit}`, `snapshot=${snapshot}`].join('&');
  return { offset, limit, total, next: page.nextOffset === null ? null : `${url}?${following}`, snapshot };
}
