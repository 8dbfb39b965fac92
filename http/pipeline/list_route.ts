import * as v from 'valibot';
import { buildGameDataNotice } from '../../domain/game_files/import/notice.ts';
import type { GameBuild } from '../../domain/ports/builds.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import type { ListPage, ListQuery } from '../../domain/reads/list.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import type { BadParameter, ReadRefusal } from '../../domain/reads/refusal.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { formatInstant, toInstantOrNull } from '../../domain/values/instant.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { BudgetName } from '../../schema/request_budgets.ts';
import type { AppSettings, Context } from '../context.ts';
import type { ExampleName } from '../endpoints/examples.ts';
import { type Body, encodeJson, encodeUtf8, JSON_TYPE } from './body.ts';
import { type CsvColumns, formatParameter, toCsvAnswer } from './csv_answer.ts';
import { createLicenceFields } from './headers.ts';
import { snapshotParameter, wholeNumberOr } from './query.ts';
import { type Answer, type CacheHeaders, createRoute, type Route } from './route.ts';
import { EXAMPLE_TIMES, type InstanceSetup, PAGED_LIST, type RouteDocs, WRONG_PARAMETER } from './route_docs.ts';

/** The parts of a list route that differ between lists. Paging, caching and attribution are the same for all lists. */
interface ListShape<E extends v.ObjectEntries, Query extends ListQuery, Page extends ListPage> {
  readonly path: string;
  readonly budget: BudgetName;
  readonly cacheHeaders: CacheHeaders;
  readonly query: E;
  /** Converts them to the filters of `read`. By default, they are the filters. */
  readonly filters?: (asked: QueryValues<E>) => Result<Omit<Query, keyof ListQuery>, BadParameter>;
  readonly read: (snapshots: SnapshotStore, query: Query) => Promise<Result<Page, ReadRefusal>>;
  /**
   * Returns the parts of the body: the fields before the rows, the rows, which are stored as JSON and inserted
   * unchanged, and the fields after them.
   */
  readonly parts: (page: Page, asked: QueryValues<E>) => BodyParts;
  readonly csv: Omit<CsvColumns<never>, 'rows'> & {
    readonly rows: (page: Page) => readonly object[];
    readonly about: string;
  };
  /**
   * The list's own fields of the response if the storage cannot be read, in which every list is empty and every 0 means
   * unknown (contract, section 4, Unreachable). Without them, and for CSV, the route returns 503.
   */
  readonly unreachable?: UnreachableList;
  readonly docs: ListDocs;
}

type QueryValues<E extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

interface UnreachableList {
  readonly unreachable: true;
  readonly gameData?: null;
  readonly [field: string]: unknown;
}

interface BodyParts {
  readonly head: object;
  readonly lists: Readonly<Record<string, readonly TextPiece[]>>;
  readonly rest?: object;
  /** The build that some rows are from, or null if none are. Absent for lists that never have such rows. */
  readonly game?: GameBuild | null;
}

interface ListDocs extends Pick<RouteDocs, 'operationId' | 'summary' | 'description'> {
  /** Lists of the game's files have neither licence nor attribution, because they belong to the publisher. */
  readonly tag: 'Observed' | 'Game files';
  /** Describes a page, and the example of one. */
  readonly page: string;
  readonly shape: string;
  readonly example: { readonly name: ExampleName; readonly summary: string };
  /** The reason for refusals with status 503. */
  readonly unavailable?: string;
}

/** Creates the route of a list. */
export function createListRoute<E extends v.ObjectEntries, Query extends ListQuery, Page extends ListPage>(
  { snapshots, settings, lastWrittenAtMs }: Context,
  shape: ListShape<E, Query, Page>,
): Route {
  const isObserved = shape.docs.tag === 'Observed';
  const attribution = isObserved ? { attribution: createAttribution(settings) } : {};
  const licenceFields = isObserved ? createLicenceFields(createAttribution(settings)) : createNextLink;
  const filtersOf = shape.filters ?? ((asked) => ok(asked as unknown as Omit<Query, keyof ListQuery>));

  function answer(page: Page, filters: QueryValues<E>, query: ListQuery, isCsv: boolean): Answer {
    const { offset, limit } = query;
    const snapshot = formatSnapshotPin({ epoch: page.snapshot.view.epoch, n: page.at.n });
    const repeated = { ...filters, format: isCsv ? 'csv' : null, offset: page.nextOffset, limit, snapshot };
    const next = page.nextOffset === null ? null : `${settings.publicUrl}${shape.path}?${formatQuery(repeated)}`;
    const fields = licenceFields(next);
    if (isCsv) return toCsvAnswer({ ...shape.csv, rows: shape.csv.rows(page) }, fields);
    const parts = shape.parts(page, filters);
    const gameData = parts.game === undefined ? {} : { gameData: parts.game && buildGameDataNotice(parts.game) };
    const rest = { ...parts.rest, ...attribution, ...gameData, offset, limit, total: page.total, next, snapshot };
    return { status: 200, mediaType: JSON_TYPE, body: joinBodyParts({ ...parts, rest }), fields };
  }

  function unreachableBody(
    generatedAt: string,
    own: UnreachableList,
    paging: Pick<ListQuery, 'offset' | 'limit'>,
  ): object {
    const { gameData: none, ...rows } = own;
    const gameData = none === undefined ? {} : { gameData: none };
    return { generatedAt, dataAsOf: null, ...rows, ...attribution, ...gameData, ...paging, total: 0, next: null };
  }

  return createRoute({
    path: shape.path,
    budget: shape.budget,
    cacheHeaders: shape.cacheHeaders,
    cachePolicy: { while: 'snapshot', by: 'query' },
    ...(isObserved && { isCheap: (query) => SHORT_PAGE_QUERY.test(query) }),
    query: v.object({ ...shape.query, ...PAGING_PARAMETERS, format: formatParameter }),
    docs: (setup) => describeList(shape, setup, (own) => unreachableBody(EXAMPLE_TIMES.written, own, EXAMPLE_PAGE)),
    handle: async (asked, { pageSize, pageBytesMax: bytesMax }) => {
      const {
        offset,
        limit: sentLimit,
        snapshot,
        format: coding,
        ...own
      } = asked as unknown as QueryValues<typeof PAGING_PARAMETERS & { format: typeof formatParameter }>;
      const isCsv = coding === 'csv';
      const filters = filtersOf(own as unknown as QueryValues<E>);
      if (!filters.ok) return filters;
      const paging = { offset, limit: Math.min(sentLimit, pageSize), pin: snapshot, bytesMax };
      const page = await catchFault(shape.read(snapshots, { ...paging, ...filters.value } as unknown as Query));
      if (page instanceof StorageFault) {
        // An empty file would look like an empty list.
        if (shape.unreachable === undefined || isCsv) throw page;
        const body = unreachableBody(formatInstant(lastWrittenAtMs()), shape.unreachable, {
          offset,
          limit: paging.limit,
        });
        return ok({
          status: 200,
          mediaType: JSON_TYPE,
          body: encodeJson(body),
          fields: licenceFields(null),
          uncacheable: true,
        });
      }
      return page.ok ? ok(answer(page.value, own as unknown as QueryValues<E>, paging, isCsv)) : page;
    },
  });
}

function createNextLink(next: string | null): Record<string, string> {
  return next === null ? {} : { Link: `<${next}>; rel="next"` };
}

/** A query without filters, for at most 1,000 rows. A page of 500 takes about 0.2 ms, and a task of the pool 0.3 more. */
const SHORT_PAGE_QUERY = /^(?:&?(?:offset=\d+|limit=(?:\d{1,3}|1000)|snapshot=[\w.]+))*$/;

function formatCounted(count: number): string {
  return count.toLocaleString('en-GB');
}

/** The parameters that every list has, besides `format`. */
const PAGING_PARAMETERS = {
  offset: wholeNumberOr(LIMITS.offsetMin.value, 'The first row of the page.', 0, LIMITS.offsetMin.value),
  limit: wholeNumberOr(
    LIMITS.pageRowsDefault.value,
    ({ page }: AppSettings) =>
      `Number of rows on the page. Larger values are reduced to the caller’s page size (${formatCounted(page.anonymous)} rows, ${formatCounted(page.keyed)} with a key). A page also has fewer rows if they would exceed ${formatCounted(LIMITS.pageBytesMax.value)} bytes; next continues after the last row.`,
    2,
    LIMITS.limitMin.value,
  ),
  snapshot: snapshotParameter(
    'Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again.',
  ),
};

/**
 * Writes the query of the next page, which repeats every filter and pins the following pages to this snapshot. No value
 * needs escaping: all are words of the API, whole numbers and pins, or lists of them.
 */
function formatQuery(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${isSnapshotPin(value) ? formatSnapshotPin(value) : value}`)
    .join('&');
}

function isSnapshotPin(value: unknown): value is Parameters<typeof formatSnapshotPin>[0] {
  return typeof value === 'object' && value !== null && 'epoch' in value;
}

/** The fields of an observed list before its rows. */
export function buildListHead({ snapshot }: ListPage, own: object = {}): object {
  const { writtenAtMs, dataAsOfMs } = snapshot.view.row;
  return { generatedAt: formatInstant(writtenAtMs), dataAsOf: toInstantOrNull(dataAsOfMs), ...own, unreachable: false };
}

function joinBodyParts({ head, lists, rest }: BodyParts): Body {
  let text = `${JSON.stringify(head).slice(0, -1)},`;
  const pieces = Object.entries(lists).flatMap(([name, rows]) => {
    const before = encodeUtf8(`${text}"${name}":[`);
    text = '],';
    return [before, ...rows];
  });
  return [...pieces, encodeUtf8(`${text}${JSON.stringify(rest).slice(1)}`)];
}

const EXAMPLE_PAGE = { offset: 0, limit: LIMITS.pageRowsDefault.value };

function describeList(
  { csv, unreachable, docs }: Pick<ListShape<never, never, never>, 'csv' | 'unreachable' | 'docs'>,
  { example }: InstanceSetup,
  unreachableBody: (own: UnreachableList) => object,
): RouteDocs {
  const { operationId, tag, summary, description, page, shape, unavailable } = docs;
  const examples = {
    page: { summary: docs.example.summary, value: example(docs.example.name) },
    ...(unreachable && { unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachable) } }),
  };
  return {
    operationId,
    tag,
    summary,
    description: `${description} ${PAGED_LIST}`,
    served: [
      {
        description: page,
        schema: shape,
        examples,
        csv: csv.about,
        ...(tag === 'Observed' && { licence: 'observed' }),
      },
    ],
    refusals: { 400: WRONG_PARAMETER, ...(unavailable !== undefined && { 503: unavailable }) },
  };
}
