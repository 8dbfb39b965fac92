import type * as v from 'valibot';
import type { Bytes } from '../../domain/ports/codec.ts';
import type { Result } from '../../domain/values/result.ts';
import type { BudgetName } from '../../schema/request_budgets.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { Body } from './body.ts';
import type { HeaderFields } from './headers.ts';
import { countIds, type QuerySchema, readQuery } from './query.ts';
import type { Refusal } from './refusal.ts';
import type { DescribeRoute } from './route_docs.ts';

/** The sender of a request. A key raises the rate limits and the page size. */
export interface RequestCaller {
  readonly tier: 'anonymous' | 'keyed';
  /** Name under which the caller's requests are counted: an address or a key. */
  readonly client: string;
}

/** A request passed to a route. */
export interface Call {
  /** Returns a header field by its lower-case name, or null if it was not sent. */
  readonly header: (name: string) => string | null;
  /** The body stream, and a signal that is aborted when the sender disconnects. */
  readonly sent: { readonly body: ReadableStream<Uint8Array> | null; readonly signal: AbortSignal };
  /** The path. Escaped letters, digits and `-._~` are decoded; all other escapes are unchanged. */
  readonly path: string;
  /** The query string without `?`. */
  readonly query: string;
  readonly caller: RequestCaller;
  readonly pageSize: number;
  /** Maximum total size of these rows, in bytes. */
  readonly pageBytesMax: number;
  /** The body and header fields that the route's `receive` passed on, or null if the route has no `receive`. */
  readonly received: ReceivedBody | null;
}

/** A body that was received on the answering thread, for a route whose work may be done on another thread. */
export interface ReceivedBody {
  readonly body: Bytes;
  /** The header fields that the route reads. On another thread, `header` returns only these. */
  readonly fields: Readonly<Record<string, string | null>>;
}

/** A route's response: an uncompressed body with its status and header fields. */
export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Body;
  readonly fields?: HeaderFields;
  /**
   * Whether this response must not be cached although the route's other responses may be, for example because the
   * storage is unreachable.
   */
  readonly uncacheable?: boolean;
  /** Whether the response counts against the sender's rate limit. By default, all responses except 5xx count. */
  readonly counts?: boolean;
}

/** Caching headers of a route's responses, for clients and shared caches (contract, section 4, Caching). */
export interface CacheHeaders {
  readonly cacheControl: string;
  readonly vary: string;
  /** Whether each coding of a response has a strong ETag, so that If-None-Match is supported. */
  readonly etag: boolean;
}

/** Lifetime of cached responses in this process, and whether the query string is part of the cache key. */
export interface CachePolicy {
  readonly while: 'snapshot' | 'process';
  readonly by: 'path' | 'query';
}

/** One method of one path. GET routes also serve HEAD; OPTIONS is answered for every path. */
export interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** The parameters of the query, for the OpenAPI document and the pages of the reference. */
  readonly query?: QuerySchema;
  /** Describes the route as an operation of the OpenAPI document, whose path is the route's. */
  readonly docs?: DescribeRoute;
  /** The budget that the route's requests count against, or null if they are not limited. */
  readonly budget: BudgetName | null;
  /** Returns the units of the budget that a request uses. Defaults to one. */
  readonly units?: (query: string) => number;
  readonly cacheHeaders: CacheHeaders;
  /** Whether pages of any origin may read the responses (contract, section 4, CORS). */
  readonly cors?: boolean;
  /** Policy for caching responses in this process. By default, they are not cached. */
  readonly cachePolicy?: CachePolicy | null;
  /** Whether a request is answered in less time than it takes to hand it to another thread. Defaults to no. */
  readonly isCheap?: (query: string) => boolean;
  /** Set if only a primary can answer. An edge then forwards the request, with a body of at most this many bytes. */
  readonly primaryOnly?: { readonly bodyBytesMax: number } | undefined;
  /** The format in which the route reports refusals. */
  readonly refusals: 'apiError' | 'intakeRefused' | 'page';
  /** The format of refusals of bodies of text, which programs send instead of a form. Defaults to `refusals`. */
  readonly textRefusals?: 'apiError';
  /**
   * The thread that does the route's work (contract, section 4, Overload). Routes whose responses are not cached must
   * name it (`tests/house/route_threads.test.ts`). By default, responses made from the snapshot are made in the pool.
   */
  readonly thread?: WorkThread;
  /**
   * Reads the body on the answering thread, for routes that are answered on another thread, and passes it to `use`. The
   * body's memory stays reserved until `use` is done.
   */
  readonly receive?: <T>(
    call: Call,
    use: (received: ReceivedBody) => Promise<Result<T, Refusal>>,
  ) => Promise<Result<T, Refusal>>;
  readonly answer: (call: Call) => Promise<Result<Answer, Refusal>>;
}

/** All endpoints, for the endpoints that describe them. */
export interface ApiSurface {
  /** Returns the routes of all endpoints. Can be called once all routes exist. */
  readonly routes: () => readonly Route[];
  /** Builds the OpenAPI document. The document is large, so callers must not keep its objects. */
  readonly document: () => Promise<JsonPart>;
}

/** A route for programs that declares its query. `handle` answers calls whose query is valid. */
interface DeclaredRoute<E extends v.ObjectEntries>
  extends Omit<Route, 'method' | 'refusals' | 'query' | 'units' | 'answer'> {
  readonly query: v.ObjectSchema<E, undefined>;
  readonly handle: (
    asked: v.InferOutput<v.ObjectSchema<E, undefined>>,
    call: Call,
  ) => Result<Answer, Refusal> | Promise<Result<Answer, Refusal>>;
}

/** Creates a GET route for programs. A request for several `ids` uses a unit of the budget for each. */
export function createRoute<E extends v.ObjectEntries>({ handle, ...route }: DeclaredRoute<E>): Route {
  return {
    ...route,
    method: 'GET',
    refusals: 'apiError',
    ...('ids' in route.query.entries && { units: countIds }),
    answer: async (call) => {
      const asked = readQuery(route.query, call.query);
      return asked.ok ? handle(asked.value, call) : asked;
    },
  };
}

/**
 * `answering`: the thread that owns the connections, for work that is short however much is stored. `pool`: a thread of
 * the pool under load, otherwise the answering thread. `long`: a pool thread for long tasks, never the answering thread.
 * `intake`: the intake thread.
 */
export type WorkThread = 'answering' | 'pool' | 'long' | 'intake';

export function findThread({ thread, cachePolicy }: Pick<Route, 'thread' | 'cachePolicy'>): WorkThread {
  return thread ?? (cachePolicy?.while === 'snapshot' ? 'pool' : 'answering');
}

const CODING_FIELD = 'Accept-Encoding';

/** The response must not be stored. */
export const NO_STORE: CacheHeaders = { cacheControl: 'no-store', vary: CODING_FIELD, etag: false };

/** Stored only by the client and revalidated on every use, because responses differ between keys. */
export const PRIVATE_REVALIDATED: CacheHeaders = {
  cacheControl: 'private, no-cache',
  vary: `Authorization, X-API-Key, ${CODING_FIELD}`,
  etag: true,
};

/** Stored by any cache and revalidated on every use. */
export const PUBLIC_REVALIDATED: CacheHeaders = { cacheControl: 'public, no-cache', vary: CODING_FIELD, etag: true };

export const PUBLIC_MINUTE: CacheHeaders = { cacheControl: 'public, max-age=60', vary: CODING_FIELD, etag: true };

export const PUBLIC_HOUR: CacheHeaders = { cacheControl: 'public, max-age=3600', vary: CODING_FIELD, etag: true };

/** Stored by shared caches for an hour; browsers revalidate on every use (contract, section 4, Caching). */
export const SHARED_HOUR: CacheHeaders = { cacheControl: 'public, s-maxage=3600', vary: CODING_FIELD, etag: true };

/** For URLs that change with their content, so that caches never have to ask again. */
export const PUBLIC_FOREVER: CacheHeaders = {
  cacheControl: 'public, max-age=31536000, immutable',
  vary: CODING_FIELD,
  etag: true,
};
