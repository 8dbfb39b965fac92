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

/** An answer as it goes on the wire, but for what belongs to one request: limits, If-None-Match, HEAD. */
export interface FinishedResponse {
  readonly status: number;
  readonly fields: Fields;
  /** The same, names and values in turn. */
  readonly flatFields: readonly string[];
  readonly body: Body;
  readonly etag: string | null;
  /** Whether it counts as a request; left out: all but answers 5xx do. */
  readonly counts?: boolean;
}

/** What the fields of an answer depend on beside itself. */
export interface ResponseOptions {
  readonly caching: Caching;
  readonly cors: boolean;
  readonly settings: AppSettings;
}

/** Bodies up to this size go unpacked: packing gains nothing (contract, section 4, Caching). */
const PLAIN_BYTES_MAX = 1024;

const ETAG_SUFFIXES = { br: '-br', gzip: '-gz', identity: '' } as const;

/** Packs an answer and gives it its fields. */
export async function finish(
  answer: Answer,
  choice: CodingChoice,
  manner: ResponseOptions,
  codec: Codec,
): Promise<FinishedResponse> {
  const { body, status } = answer;
  if (isStream(body)) return finishStream(body, answer, manner);
  const gains = byteLengthOf(body) > PLAIN_BYTES_MAX && answer.mediaType !== PNG_TYPE;
  const packs = choice.coding !== 'identity' && (gains || !choice.plainAllowed);
  const coding = packs ? codingOf(body, choice) : 'identity';
  const tagged = manner.caching.etag && status === 200;
  const packed = coding === 'gzip' && isMostlyPacked(body) ? codec.gzipOfPieces(body) : null;
  // What is packed already is not unpacked for its tag: it is tagged as it goes out.
  if (packed !== null) return done(answer, manner, coding, tagged ? codec.fingerprint(packed) : null, [packed]);
  const tag = tagged ? codec.fingerprint(comparablePieces(body)) : null;
  return done(answer, manner, coding, tag, await pack(body, coding, codec));
}

/** Rows that are packed already cost little as gzip; as brotli all would be packed anew. */
function codingOf(body: BufferedBody, { coding, gzipAsWell }: CodingChoice): Coding {
  return gzipAsWell && isMostlyPacked(body) ? 'gzip' : coding;
}

/**
 * So many bytes of text between what is packed already are packed at once, or so large a part of a longer body: unpacking
 * and packing all of that would take several times as long.
 */
const PLAIN_BETWEEN_MAX = 65_536;
const PLAIN_PART_MAX = 0.25;

function isMostlyPacked(body: BufferedBody): body is readonly TextPiece[] {
  if (isWhole(body) || body.every(isPlain)) return false;
  return byteLengthOf(body.filter(isPlain)) <= Math.max(PLAIN_BETWEEN_MAX, PLAIN_PART_MAX * byteLengthOf(body));
}

function done(
  answer: Answer,
  manner: ResponseOptions,
  coding: Coding,
  tag: string | null,
  body: BufferedBody,
): FinishedResponse {
  const etag = tag === null ? null : etagOf(tag, coding);
  return finished(answer, body, etag, fieldsOf(answer, manner, { coding, etag, bytes: byteLengthOf(body) }));
}

/** A stream is sent as it is; parts of it can be asked for where it is not packed. */
function finishStream(body: StreamBody, answer: Answer, manner: ResponseOptions): FinishedResponse {
  const { coding, tag, byteLength: bytes } = body;
  const etag = manner.caching.etag ? etagOf(tag, coding) : null;
  const fields = fieldsOf(answer, manner, { coding, etag, bytes });
  return finished(answer, body, etag, { ...fields, 'Accept-Ranges': coding === 'identity' ? 'bytes' : 'none' });
}

function etagOf(tag: string, coding: Coding): string {
  return `"${tag}${ETAG_SUFFIXES[coding]}"`;
}

/** What the fields say of the body as it goes on the wire. */
interface Sent {
  readonly coding: Coding;
  readonly etag: string | null;
  readonly bytes: number;
}

function fieldsOf(answer: Answer, { caching, cors, settings }: ResponseOptions, { coding, etag, bytes }: Sent): Fields {
  return {
    'Content-Type': answer.mediaType,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    'Content-Length': String(bytes),
    // A page that says that nothing is known yet is a refusal like others.
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

const ABOUT_THE_BODY = ['Content-Type', 'Content-Encoding', 'Content-Length'];

/**
 * The response to one request: without a body for HEAD, 304 where the client has these very bytes, a part of a stream
 * where the client asks for one. `fields` are those of this request alone.
 */
export function respond(request: Request, finished: FinishedResponse, fields: Fields): Response {
  const { status, etag, body } = finished;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (etag !== null && reads && namesEtag(request.headers.get('if-none-match'), etag)) {
    release(body);
    const kept = Object.entries(finished.fields).filter(([name]) => !ABOUT_THE_BODY.includes(name));
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

/** Lets go of a stream that is not sent. Nobody waits for it, and a fault of it concerns nobody. */
function release(body: Body): void {
  if (isStream(body)) body.release().catch(() => {});
}

/** Whether an If-None-Match field names the tag; it compares weakly, so `W/` is passed over (RFC 9110, 13.1.2). */
function namesEtag(field: string | null, etag: string): boolean {
  if (field === null) return false;
  if (field.trim() === '*') return true;
  return field.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.some((tag) => tag === etag) ?? false;
}
