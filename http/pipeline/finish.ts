import type { Bytes, Codec } from '../../domain/ports/codec.ts';
import type { AppSettings } from '../context.ts';
import { type Body, byteLengthOf, wholeOf } from './body.ts';
import type { CodingChoice } from './coding.ts';
import { OPEN_TO_ALL, securityFields } from './headers.ts';
import type { Answer, Caching, Fields } from './route.ts';

/** An answer as it goes on the wire, but for what belongs to one request: limits, If-None-Match, HEAD. */
export interface Finished {
  readonly status: number;
  readonly fields: Fields;
  /** The same, names and values in turn. */
  readonly flatFields: readonly string[];
  readonly body: Body;
  readonly etag: string | null;
}

/** What the fields of an answer depend on beside itself. */
export interface Manner {
  readonly caching: Caching;
  readonly cors: boolean;
  readonly settings: AppSettings;
}

/** Bodies up to this size go unpacked: packing gains nothing (contract, section 4, Caching). */
const PLAIN_BYTES_MAX = 1024;

const ETAG_SUFFIXES = { br: '-br', gzip: '-gz', identity: '' } as const;

/** Packs an answer and gives it its fields. */
export const finish = async (answer: Answer, choice: CodingChoice, manner: Manner, codec: Codec): Promise<Finished> => {
  const packs = choice.coding !== 'identity' && (byteLengthOf(answer.body) > PLAIN_BYTES_MAX || !choice.plainAllowed);
  const coding = packs ? choice.coding : 'identity';
  const { caching } = manner;
  const etag =
    caching.etag && answer.status === 200
      ? `"${codec.fingerprint(wholeOf(answer.body))}${ETAG_SUFFIXES[coding]}"`
      : null;
  const body = await pack(answer.body, coding, codec);
  const fields = {
    'Content-Type': answer.mediaType,
    ...(packs ? { 'Content-Encoding': coding } : {}),
    'Content-Length': String(byteLengthOf(body)),
    'Cache-Control': caching.cacheControl,
    Vary: caching.vary,
    ...(etag === null ? {} : { ETag: etag }),
    ...securityFields(answer.mediaType, manner.settings.publicUrl),
    ...(manner.cors ? OPEN_TO_ALL : {}),
    ...answer.fields,
  };
  return { status: answer.status, body, etag, fields, flatFields: Object.entries(fields).flat() };
};

const pack = (body: Body, coding: CodingChoice['coding'], codec: Codec): Promise<Bytes> | Body => {
  if (coding === 'identity') return body;
  return coding === 'br' ? codec.brotli(wholeOf(body)) : codec.gzip(wholeOf(body));
};

const ABOUT_THE_BODY = ['Content-Type', 'Content-Encoding', 'Content-Length'];

/**
 * The response to one request: without a body for HEAD, 304 where the client has these very bytes.
 * `fields` are those of this request alone.
 */
export const respond = (request: Request, finished: Finished, fields: Fields): Response => {
  const { status, etag, body } = finished;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (etag !== null && reads && namesEtag(request.headers.get('if-none-match'), etag)) {
    const kept = Object.entries(finished.fields).filter(([name]) => !ABOUT_THE_BODY.includes(name));
    return new Response(null, { status: 304, headers: { ...Object.fromEntries(kept), ...fields } });
  }
  return new Response(request.method === 'HEAD' ? null : wholeOf(body), {
    status,
    headers: { ...finished.fields, ...fields },
  });
};

/** Whether an If-None-Match field names the tag; it compares weakly, so `W/` is passed over (RFC 9110, 13.1.2). */
const namesEtag = (field: string | null, etag: string): boolean => {
  if (field === null) return false;
  if (field.trim() === '*') return true;
  return field.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.some((tag) => tag === etag) ?? false;
};
