import type { Bytes, Codec } from '../../domain/ports/codec.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isPlain } from '../../domain/reads/pieces.ts';
import type { AppSettings } from '../context.ts';
import {
  type Body,
  type BufferedBody,
  byteLengthOf,
  comparablePieces,
  isStream,
  isWhole,
  joinBody,
  PNG_TYPE,
  type StreamBody,
} from './body.ts';
import type { Coding, CodingChoice } from './coding.ts';
import type { Fields } from './fields.ts';
import { OPEN_TO_ALL, securityFields } from './headers.ts';
import { partOf } from './ranges.ts';
import type { Answer, Caching } from './route.ts';

/** An answer ready to send, except for the parts that depend on one request: limits, If-None-Match and HEAD. */
export interface FinishedResponse {
  readonly status: number;
  readonly fields: Fields;
  /** The header fields in `fields`, as alternating names and values. */
  readonly flatFields: readonly string[];
  readonly body: Body;
  readonly etag: string | null;
  /** Whether the answer counts against the limit. By default all answers except 5xx count. */
  readonly counts?: boolean;
}

/** Settings that the header fields of an answer depend on. */
export interface ResponseOptions {
  readonly caching: Caching;
  readonly cors: boolean;
  readonly settings: AppSettings;
}

/**
 * Maximum size of bodies that are left uncompressed, because compressing them gains nothing (contract, section 4,
 * Caching).
 */
const PLAIN_BYTES_MAX = 1024;

const ETAG_SUFFIXES = { br: '-br', gzip: '-gz', identity: '' } as const;

/** Compresses an answer and adds its header fields. */
export async function finish(
  answer: Answer,
  choice: CodingChoice,
  options: ResponseOptions,
  codec: Codec,
): Promise<FinishedResponse> {
  const { body, status } = answer;
  if (isStream(body)) return finishStream(body, answer, options);
  const gains = byteLengthOf(body) > PLAIN_BYTES_MAX && answer.mediaType !== PNG_TYPE;
  const packs = choice.coding !== 'identity' && (gains || !choice.plainAllowed);
  const coding = packs ? codingOf(body, choice) : 'identity';
  const tagged = options.caching.etag && status === 200;
  const packed = coding === 'gzip' && isMostlyPacked(body) ? codec.gzipOfPieces(body) : null;
  // Compressed rows are not decompressed for the ETag, which is computed from the bytes that are sent.
  if (packed !== null)
    return finishBuffered(answer, options, coding, tagged ? codec.fingerprint(packed) : null, [packed]);
  const tag = tagged ? codec.fingerprint(comparablePieces(body)) : null;
  return finishBuffered(answer, options, coding, tag, await pack(body, coding, codec));
}

/** Prefers gzip for rows that are stored compressed, because brotli would have to compress all these rows again. */
function codingOf(body: BufferedBody, { coding, gzipAsWell }: CodingChoice): Coding {
  return gzipAsWell && isMostlyPacked(body) ? 'gzip' : coding;
}

/**
 * A body counts as mostly compressed if its uncompressed pieces have at most this many bytes, or at most this share of
 * all bytes. These pieces are compressed immediately. Decompressing and compressing the whole body would take several
 * times as long.
 */
const PLAIN_BETWEEN_MAX = 65_536;
const PLAIN_PART_MAX = 0.25;

function isMostlyPacked(body: BufferedBody): body is readonly TextPiece[] {
  if (isWhole(body) || body.every(isPlain)) return false;
  return byteLengthOf(body.filter(isPlain)) <= Math.max(PLAIN_BETWEEN_MAX, PLAIN_PART_MAX * byteLengthOf(body));
}

function finishBuffered(
  answer: Answer,
  options: ResponseOptions,
  coding: Coding,
  tag: string | null,
  body: BufferedBody,
): FinishedResponse {
  const etag = tag === null ? null : etagOf(tag, coding);
  return finished(answer, body, etag, fieldsOf(answer, options, { coding, etag, bytes: byteLengthOf(body) }));
}

/** Finishes a stream, which is sent unchanged. Range requests are supported if the stream is not compressed. */
function finishStream(body: StreamBody, answer: Answer, options: ResponseOptions): FinishedResponse {
  const { coding, tag, byteLength: bytes } = body;
  const etag = options.caching.etag ? etagOf(tag, coding) : null;
  const fields = fieldsOf(answer, options, { coding, etag, bytes });
  return finished(answer, body, etag, { ...fields, 'Accept-Ranges': coding === 'identity' ? 'bytes' : 'none' });
}

function etagOf(tag: string, coding: Coding): string {
  return `"${tag}${ETAG_SUFFIXES[coding]}"`;
}

/** Properties of the body as it is sent. */
interface WireBody {
  readonly coding: Coding;
  readonly etag: string | null;
  readonly bytes: number;
}

function fieldsOf(
  answer: Answer,
  { caching, cors, settings }: ResponseOptions,
  { coding, etag, bytes }: WireBody,
): Fields {
  return {
    'Content-Type': answer.mediaType,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    'Content-Length': String(bytes),
    // Error answers are not cached. They include pages that say that nothing is known yet.
    'Cache-Control': answer.status >= 400 ? 'no-store' : caching.cacheControl,
    Vary: caching.vary,
    ...(etag === null ? {} : { ETag: etag }),
    ...securityFields(answer.mediaType, settings.publicUrl),
    ...(cors ? OPEN_TO_ALL : {}),
    ...answer.fields,
  };
}

function finished({ status, counts }: Answer, body: Body, etag: string | null, fields: Fields): FinishedResponse {
  return {
    status,
    body,
    etag,
    fields,
    flatFields: Object.entries(fields).flat(),
    ...(counts === undefined ? {} : { counts }),
  };
}

function pack(body: BufferedBody, coding: Coding, codec: Codec): Promise<Bytes> | BufferedBody {
  if (coding === 'identity') return body;
  return coding === 'br' ? codec.brotli(joinBody(body)) : codec.gzip(joinBody(body));
}

const BODY_FIELDS = ['Content-Type', 'Content-Encoding', 'Content-Length'];

/**
 * Creates the response to one request: without a body for HEAD, a 304 if the client already has these exact bytes, or
 * a range of a stream if the client asks for one. `fields` are the header fields that apply to this request only.
 */
export function respond(request: Request, finished: FinishedResponse, fields: Fields): Response {
  const { status, etag, body } = finished;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (etag !== null && reads && namesEtag(request.headers.get('if-none-match'), etag)) {
    release(body);
    const kept = Object.entries(finished.fields).filter(([name]) => !BODY_FIELDS.includes(name));
    return new Response(null, { status: 304, headers: { ...Object.fromEntries(kept), ...fields } });
  }
  const headers = { ...finished.fields, ...fields };
  if (request.method === 'HEAD') {
    release(body);
    return new Response(null, { status, headers });
  }
  if (!isStream(body)) return new Response(joinBody(body), { status, headers });
  return sendStream(request, body, finished, headers);
}

function sendStream(request: Request, body: StreamBody, { status, etag }: FinishedResponse, headers: Fields): Response {
  const { byteLength } = body;
  const part = body.coding === 'identity' ? partOf(request.headers, etag, byteLength) : null;
  if (part === null) return new Response(body.stream(0, byteLength), { status, headers });
  if (part.kind === 'none') {
    release(body);
    return new Response(part.body, { status: 416, headers: { ...headers, ...part.fields } });
  }
  const { from, to, fields } = part;
  return new Response(body.stream(from, to), { status: 206, headers: { ...headers, ...fields } });
}

/** Releases a stream that will not be sent. Does not wait for the release and ignores its errors. */
function release(body: Body): void {
  if (isStream(body)) body.release().catch(() => {});
}

/** Whether an If-None-Match field contains the tag. Uses the weak comparison, which ignores `W/` (RFC 9110, 13.1.2). */
function namesEtag(field: string | null, etag: string): boolean {
  if (field === null) return false;
  if (field.trim() === '*') return true;
  return field.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.some((tag) => tag === etag) ?? false;
}
