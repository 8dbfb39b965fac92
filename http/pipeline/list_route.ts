import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import type { ListPage, ListQuery, PinnedSnapshot } from '../../domain/reads/list.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import type { ReadRefusal } from '../../domain/reads/refusal.ts';
import { attributionOf } from '../../domain/values/attribution.ts';
import { instant } from '../../domain/values/instant.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { type BudgetName, LIMITS } from '../../schema/limits.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { Context } from '../context.ts';
import { type Body, JSON_TYPE, json } from './body.ts';
import { type CsvShape, csvAnswer, wantsCsv } from './csv_answer.ts';
import { licenceFieldsOf } from './headers.ts';
import { type Params, readParams } from './params.ts';
import type { Answer, CacheHeaders, Call, Route } from './route.ts';

/** The parts of a list route that differ between lists. Paging, caching and attribution are the same for all lists. */
export interface ListShape<Query extends ListQuery, Page extends ListPage> {
  readonly path: string;
  readonly budget: BudgetName;
  readonly cacheHeaders: CacheHeaders;
  /** Reads the list's own parameters. */
  readonly filters: (params: Params) => Omit<Query, keyof ListQuery>;
  /** Returns the filters that the URL of the next page must repeat, by parameter. */
  readonly filtersOf: (query: Query) => ListFilters;
  readonly read: (snapshots: SnapshotStore, query: Query) => Promise<Result<Page, ReadRefusal>>;
  readonly bodyOf: (page: Page, query: Query, attribution: Attribution, fields: PageFields) => Body;
  /** The list as CSV. */
  readonly csv: Omit<CsvShape<never>, 'rows'> & { readonly rows: (page: Page) => readonly object[] };
  /**
   * Returns the response if the storage cannot be read, in which every list is empty and every 0 means unknown
   * (contract, section 4, Unreachable). Without this function, and for CSV, the route returns 503.
   */
  readonly unreachable?: (gap: UnreachablePage) => object;
}

/** The fields of a page that are known even if the page cannot be read. */
export interface UnreachablePage {
  readonly generatedAt: string;
  readonly attribution: Attribution;
  readonly paging: Omit<PageFields, 'snapshot'>;
}

/** Creates the route of a list. */
export function listRoute<Query extends ListQuery, Page extends ListPage>(
  { snapshots, settings, lastWrittenAtMs }: Context,
  shape: ListShape<Query, Page>,
): Route {
  const attribution = attributionOf(settings);
  const licenceFields = licenceFieldsOf(attribution);
  const url = `${settings.publicUrl}${shape.path}`;

  const answerOf = (query: Query, page: Page, isCsv: boolean): Answer => {
    const filters = { ...shape.filtersOf(query), format: isCsv ? 'csv' : null };
    const fields = pageFields({ url, filters, query, page, total: page.total });
    if (isCsv) return csvAnswer({ ...shape.csv, rows: shape.csv.rows(page) }, licenceFields(fields.next));
    return {
      status: 200,
      mediaType: JSON_TYPE,
      body: shape.bodyOf(page, query, attribution, fields),
      fields: licenceFields(fields.next),
    };
  };

  const unreachableAnswer = ({ offset, limit }: Query, body: (gap: UnreachablePage) => object): Answer => {
    const paging = { offset, limit, total: 0, next: null };
    return {
      status: 200,
      mediaType: JSON_TYPE,
      body: json(body({ generatedAt: instant(lastWrittenAtMs()), attribution, paging })),
      fields: licenceFields(null),
      uncacheable: true,
    };
  };

  return {
    path: shape.path,
    method: 'GET',
    budget: shape.budget,
    cacheHeaders: shape.cacheHeaders,
    cachePolicy: { while: 'snapshot', by: 'query' },
    isCheap: (query) => SHORT_PAGE.test(query),
    refusals: 'apiError',
    answer: async (call) => {
      const asked = readParams(call.query, (params) => ({
        query: { ...listParams(params, call), ...shape.filters(params) } as Query,
        isCsv: wantsCsv(params),
      }));
      if (!asked.ok) return asked;
      const { query, isCsv } = asked.value;
      const page = await orStorageFault(shape.read(snapshots, query));
      if (page instanceof StorageFault) {
        // An empty file would look like an empty list.
        if (shape.unreachable === undefined || isCsv) throw page;
        return ok(unreachableAnswer(query, shape.unreachable));
      }
      return page.ok ? ok(answerOf(query, page.value, isCsv)) : page;
    },
  };
}

/** A query without filters, for at most 1,000 rows. A page of 500 takes about 0.2 ms, and a task of the pool 0.3 more. */
const SHORT_PAGE = /^(?:&?(?:offset=\d+|limit=(?:\d{1,3}|1000)|snapshot=[\w.]+))*$/;

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
 * The paging fields of a list's response (contract, section 1, Paging), and the pin of the snapshot that contains its
 * rows.
 */
export interface PageFields {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly next: string | null;
  readonly snapshot: string;
}

/** The values of a list's filters, keyed by parameter. All need no escaping: words of the API, whole numbers and pins. */
type ListFilters = Readonly<Record<string, string | number | null>>;

interface PageOf {
  /** Absolute URL of the list. */
  readonly url: string;
  readonly filters: ListFilters;
  readonly query: ListQuery;
  readonly page: PinnedSnapshot & { readonly nextOffset: number | null };
  readonly total: number;
}

/** Returns the paging fields. The URL in `next` repeats every filter and pins the following pages to this snapshot. */
export function pageFields({ url, filters, query, page, total }: PageOf): PageFields {
  const snapshot = formatSnapshotPin({ epoch: page.snapshot.view.epoch, n: page.at.n });
  const { offset, limit } = query;
  const nextQuery = Object.entries({ ...filters, offset: page.nextOffset, limit, snapshot })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return { offset, limit, total, next: page.nextOffset === null ? null : `${url}?${nextQuery}`, snapshot };
}
