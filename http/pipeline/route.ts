import type { Bytes } from '../../domain/ports/codec.ts';
import type { Result } from '../../domain/values/result.ts';
import type { BudgetName } from '../../schema/limits.ts';
import type { Body } from './body.ts';
import type { Fields } from './fields.ts';
import type { Refusal } from './refusal.ts';

/** Who asks. A key raises the limits and the page size. */
export interface Caller {
  readonly tier: 'anonymous' | 'keyed';
  /** What its requests are counted under: its address, or its key. */
  readonly client: string;
}

/** A request on its way to a route. */
export interface Call {
  /** A header field by its name in lower case; null where it was not sent. */
  readonly header: (name: string) => string | null;
  /** The body as it comes, and whether its sender is still there. */
  readonly sent: { readonly body: ReadableStream<Uint8Array> | null; readonly signal: AbortSignal };
  /** The path; escapes of letters, digits and `-._~` are read, all others are as they came. */
  readonly path: string;
  /** The query string without `?`. */
  readonly query: string;
  readonly caller: Caller;
  /** The most rows a page of this caller holds. */
  readonly pageSize: number;
  /** The most bytes its rows take up. */
  readonly pageBytesMax: number;
  /** What the route's `receive` returned, or null if it has none. */
  readonly received: McpRequest | null;
}

/** A message for the tool protocol, as it was received. */
export interface McpRequest {
  readonly body: Bytes;
  readonly protocolVersion: string | null;
}

/** What a route answers: a finished body and the fields that belong to it. */
export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Body;
  readonly fields?: Fields;
  /** True for an answer that must not be kept though its route's are, such as one that says `unreachable`. */
  readonly fleeting?: boolean;
  /** False for an answer that must not use up its sender's limit; left out: all but answers 5xx count. */
  readonly counts?: boolean;
}

/** How answers of a route may be kept by others (contract, section 4, Caching). */
export interface Caching {
  readonly cacheControl: string;
  readonly vary: string;
  /** Strong, one per coding, with If-None-Match answered. */
  readonly etag: boolean;
}

/** How long this process may send the same bytes again, and what beside path and page size tells answers apart. */
export interface CachePolicy {
  readonly while: 'snapshot' | 'process';
  readonly by: 'path' | 'query';
}

/** One method of one path. HEAD comes with GET, OPTIONS with both. */
export interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** The hourly budget its requests count against; null: not limited. */
  readonly budget: BudgetName | null;
  readonly caching: Caching;
  /** Whether pages of any origin may read it (contract, section 4, CORS). */
  readonly cors: boolean;
  /** Whether finished answers are kept for the next request; null where each is new. */
  readonly keeping: CachePolicy | null;
  /** Set where only a primary can answer: an edge hands the request on, with a body of so many bytes at most. */
  readonly ofPrimary?: { readonly bodyBytesMax: number } | undefined;
  /** The shape of its refusals. */
  readonly refusals: 'apiError' | 'intakeRefused' | 'page';
  /** Reads the body on the thread that has the connection, for a route whose answers are made on another one. */
  readonly receive?: (call: Call) => Promise<Result<McpRequest, Refusal>>;
  readonly answer: (call: Call) => Promise<Result<Answer, Refusal>>;
}

/**
 * Whether a route's answers cost enough to be made in the pool (contract, section 4, Overload): those made from the
 * snapshot, and those to messages, which call tools.
 */
export function isExpensive({ keeping, receive }: Route): boolean {
  return keeping?.while === 'snapshot' || receive !== undefined;
}

const BY_CODING = 'Accept-Encoding';

/** Of a route that only a primary can answer and that takes no body. */
export const PRIMARY_ONLY = { bodyBytesMax: 0 } as const;

/** Kept by nobody. */
export const NO_STORE: Caching = { cacheControl: 'no-store', vary: BY_CODING, etag: false };

/** Kept by the caller alone, and checked on every use: what a key holder sees differs from what others see. */
export const PRIVATE_CHECKED: Caching = {
  cacheControl: 'private, no-cache',
  vary: `Authorization, X-API-Key, ${BY_CODING}`,
  etag: true,
};

/** Kept by anyone, and checked on every use. */
export const PUBLIC_CHECKED: Caching = { cacheControl: 'public, no-cache', vary: BY_CODING, etag: true };

export const PUBLIC_HOUR: Caching = { cacheControl: 'public, max-age=3600', vary: BY_CODING, etag: true };

/** Kept by caches that many share for an hour; a browser asks each time (contract, section 4, Caching). */
export const SHARED_HOUR: Caching = { cacheControl: 'public, s-maxage=3600', vary: BY_CODING, etag: true };

/** For names that change with their content. */
export const PUBLIC_FOREVER: Caching = {
  cacheControl: 'public, max-age=31536000, immutable',
  vary: BY_CODING,
  etag: true,
};
