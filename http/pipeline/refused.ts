import type { AppSettings, Context } from '../context.ts';
import { keysUrl } from '../pages/connect.ts';
import { errorPage } from '../pages/error.ts';
import { HTML_TYPE, JSON_TYPE, json, utf8 } from './body.ts';
import type { FinishedResponse } from './finish.ts';
import { REFUSED_TO_ALL, securityFields } from './headers.ts';
import { countsAgainstLimit, formatRefusal, type Refusal, type RefusalResponse } from './refusal.ts';
import type { Route } from './route.ts';

/**
 * Creates a refusal, ready to send, in the format that the route uses for refusals. It is neither cached nor
 * compressed.
 */
export function refused(
  refusal: Refusal,
  { refusals: shape, cors }: Pick<Route, 'refusals' | 'cors'>,
  context: Pick<Context, 'settings' | 'styleSheet'>,
  path = '',
): FinishedResponse {
  const { settings } = context;
  const response = formatRefusal(refusal, settings.contact);
  const mediaType = shape === 'page' ? HTML_TYPE : JSON_TYPE;
  const body =
    shape === 'page' ? utf8(errorPage(response, context, path)) : json(bodyOf(shape, refusal, response, settings));
  const fields = {
    'Content-Type': mediaType,
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'no-store',
    ...securityFields(mediaType, settings.publicUrl),
    ...(cors ? REFUSED_TO_ALL : {}),
    ...response.fields,
  };
  const counts = countsAgainstLimit(refusal);
  return {
    status: response.status,
    body,
    etag: null,
    fields,
    flatFields: Object.entries(fields).flat(),
    ...(counts === undefined ? {} : { counts }),
  };
}

/** Creates the JSON body (contract, section 4, Errors). After a bug, `persisted` is unknown and therefore omitted. */
function bodyOf(
  shape: 'apiError' | 'intakeRefused',
  refusal: Refusal,
  { error }: RefusalResponse,
  settings: AppSettings,
): object {
  if (shape === 'intakeRefused') return { ok: false, error, ...(refusal.kind === 'bug' ? {} : { persisted: false }) };
  return { ok: false, error, ...(settings.keys ? { getAKey: keysUrl(settings) } : {}) };
}
