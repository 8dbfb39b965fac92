import type { Bytes, Codec } from '../../domain/ports/codec.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isBytes } from '../../domain/reads/pieces.ts';
import type { AppSettings, Context } from '../context.ts';
import {
  type Body,
  type BufferedBody,
  COMPRESSED_TYPES,
  countBodyBytes,
  isStream,
  isWhole,
  joinBody,
  listComparablePieces,
} from '../pipeline/body.ts';
import type { CodingChoice, ContentCoding } from '../pipeline/coding.ts';
import { CORS_FIELDS, createSecurityFields, type HeaderFields } from '../pipeline/headers.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Answer, Route } from '../pipeline/route.ts';
import type { FinishedResponse, RoutedCall } from './middleware.ts';

/** Creates the handler behind all middleware. It calls the route and prepares the route's response for sending. */
export function answerRoute(context: Pick<Context, 'settings' | 'codec' | 'styleSheet'>) {
  return async (call: RoutedCall): Promise<FinishedResponse> => {
    const result = await call.route.answer(call);
    if (!result.ok) return createRefusedResponse(result.error, call, context);
    const answer = result.value;
    const { status, counts, uncacheable = false } = answer;
    const tagged = call.route.cacheHeaders.etag && status === 200;
    const isLasting = call.route.cachePolicy?.while === 'process';
    const compressed = await compressAnswer(answer, call.choice, { tagged, isLasting }, context.codec);
    return {
      status,
      fields: createHeaderFields(answer, compressed, call.route, context.settings),
      body: compressed.body,
      cacheable: status === 200 && !uncacheable,
      ...(counts === undefined ? {} : { counts }),
    };
  };
}

function createHeaderFields(
  { status, mediaType, body, fields }: Answer,
  { coding, etag, byteLength }: CompressedBody,
  { cacheHeaders, cors }: Route,
  { publicUrl }: AppSettings,
): HeaderFields {
  return {
    'Content-Type': mediaType,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    ...(byteLength === null ? {} : { 'Content-Length': String(byteLength) }),
    // Error responses are not cached. They include pages saying that nothing is known yet.
    'Cache-Control': status >= 400 ? 'no-store' : cacheHeaders.cacheControl,
    Vary: cacheHeaders.vary,
    ...(etag === null ? {} : { ETag: etag }),
    ...createSecurityFields(mediaType, publicUrl),
    ...(cors ? CORS_FIELDS : {}),
    ...fields,
    ...(isStream(body) && byteLength !== null ? { 'Accept-Ranges': coding === 'identity' ? 'bytes' : 'none' } : {}),
  };
}

interface CompressedBody {
  readonly body: Body;
  /** Null if it is unknown. */
  readonly byteLength: number | null;
  readonly coding: ContentCoding;
  readonly etag: string | null;
}

/**
 * Bodies of at most this size are sent uncompressed, because compressing them gains nothing (contract, section 4,
 * Caching).
 */
const UNPACKED_BYTES_MAX = 1024;

/**
 * Compresses the body of a response and, if `tagged` is true, computes its ETag. A stream is sent in the coding in
 * which it is stored. Bodies that stay the same until the process ends (`isLasting`) are compressed as well as possible.
 */
export async function compressAnswer(
  { body, mediaType }: Pick<Answer, 'body' | 'mediaType'>,
  choice: CodingChoice,
  { tagged, isLasting }: { readonly tagged: boolean; readonly isLasting: boolean },
  codec: Codec,
): Promise<CompressedBody> {
  if (isStream(body)) return createCompressedBody(body, body.coding, tagged ? body.tag : null);
  const gains = countBodyBytes(body) > UNPACKED_BYTES_MAX && !COMPRESSED_TYPES.has(mediaType);
  const packs = choice.coding !== 'identity' && (gains || !choice.plainAllowed);
  // Prefer gzip for rows stored compressed, because brotli would require recompressing all these rows.
  const coding = !packs ? 'identity' : choice.gzipAsWell && isMostlyPacked(body) ? 'gzip' : choice.coding;
  const packed = coding === 'gzip' && isMostlyPacked(body) ? codec.gzipOfPieces(body) : null;
  // Do not decompress rows for the ETag. Compute it from the compressed bytes.
  if (packed !== null) return createCompressedBody([packed], coding, tagged ? codec.fingerprint(packed) : null);
  const tag = tagged ? codec.fingerprint(listComparablePieces(body)) : null;
  return createCompressedBody(await packBody(body, { coding, isLasting }, codec), coding, tag);
}

const ETAG_SUFFIXES = { br: '-br', gzip: '-gz', identity: '' } as const;

function createCompressedBody(body: Body, coding: ContentCoding, tag: string | null): CompressedBody {
  const etag = tag === null ? null : `"${tag}${ETAG_SUFFIXES[coding]}"`;
  return { body, byteLength: isStream(body) ? body.byteLength : countBodyBytes(body), coding, etag };
}

/**
 * A body counts as mostly compressed if its uncompressed pieces have at most this many bytes, or at most this share of
 * all bytes. These pieces are compressed on the fly. Recompressing the whole body would take several times as long.
 */
const PLAIN_GAP_MAX = 65_536;
const PLAIN_SHARE_MAX = 0.25;

function isMostlyPacked(body: BufferedBody): body is readonly TextPiece[] {
  if (isWhole(body) || body.every(isBytes)) return false;
  return countBodyBytes(body.filter(isBytes)) <= Math.max(PLAIN_GAP_MAX, PLAIN_SHARE_MAX * countBodyBytes(body));
}

function packBody(
  body: BufferedBody,
  { coding, isLasting }: { readonly coding: ContentCoding; readonly isLasting: boolean },
  codec: Codec,
): Promise<Bytes> | BufferedBody {
  if (coding === 'identity') return body;
  return coding === 'br' ? codec.brotli(joinBody(body), isLasting) : codec.gzip(joinBody(body), isLasting);
}
