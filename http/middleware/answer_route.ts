import type { AppSettings, Context } from '../context.ts';
import { isStream } from '../pipeline/body.ts';
import { type Fields, OPEN_TO_ALL, securityFields } from '../pipeline/headers.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Answer, Route } from '../pipeline/route.ts';
import { type CompressedBody, compress } from './compress.ts';
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
    const compressed = await compress(answer, call.choice, { tagged, isLasting }, context.codec);
    return {
      status,
      fields: createFields(answer, compressed, call.route, context.settings),
      body: compressed.body,
      cacheable: status === 200 && !uncacheable,
      ...(counts === undefined ? {} : { counts }),
    };
  };
}

function createFields(
  { status, mediaType, body, fields }: Answer,
  { coding, etag, byteLength }: CompressedBody,
  { cacheHeaders, cors }: Route,
  { publicUrl }: AppSettings,
): Fields {
  return {
    'Content-Type': mediaType,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    ...(byteLength === null ? {} : { 'Content-Length': String(byteLength) }),
    // Error responses are not cached. They include pages saying that nothing is known yet.
    'Cache-Control': status >= 400 ? 'no-store' : cacheHeaders.cacheControl,
    Vary: cacheHeaders.vary,
    ...(etag === null ? {} : { ETag: etag }),
    ...securityFields(mediaType, publicUrl),
    ...(cors ? OPEN_TO_ALL : {}),
    ...fields,
    ...(isStream(body) && byteLength !== null ? { 'Accept-Ranges': coding === 'identity' ? 'bytes' : 'none' } : {}),
  };
}
