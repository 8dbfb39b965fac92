import type { AppSettings, Context } from '../context.ts';
import type { FinishedResponse } from '../middleware/middleware.ts';
import { toKeysUrl } from '../pages/connect.ts';
import { renderErrorPage } from '../pages/error.ts';
import { encodeJson, encodeUtf8, HTML_TYPE, JSON_TYPE } from './body.ts';

import { CORS_REFUSAL_FIELDS, createSecurityFields } from './headers.ts';
import { formatRefusal, isCounted, type Refusal, type RefusalResponse } from './refusal.ts';
import type { Call, Route } from './route.ts';

/** The request to reject: its path and the format that its route uses for refusals. */
export interface RefusedRequest {
  readonly route: Pick<Route, 'refusals' | 'textRefusals' | 'cors'>;
  readonly path: string;
  readonly header?: Call['header'];
}

/** Creates the response to a rejected request. It is neither cached nor compressed. */
export function createRefusedResponse(
  refusal: Refusal,
  request: RefusedRequest,
  context: Pick<Context, 'settings' | 'styleSheet'>,
): FinishedResponse {
  const { settings } = context;
  const { route, path } = request;
  const format = chooseRefusalFormat(request);
  const response = formatRefusal(refusal, settings.contact);
  const [mediaType, body] =
    format === 'page'
      ? [HTML_TYPE, encodeUtf8(renderErrorPage(response, context, path))]
      : [JSON_TYPE, encodeJson(buildRefusalBody(format, refusal, response, settings))];
  const fields = {
    'Content-Type': mediaType,
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'no-store',
    ...createSecurityFields(mediaType, settings.publicUrl),
    ...(route.cors ? CORS_REFUSAL_FIELDS : {}),
    ...response.fields,
  };
  const counts = isCounted(refusal);
  return { status: response.status, body, fields, ...(counts === undefined ? {} : { counts }) };
}

function chooseRefusalFormat({ route, header }: RefusedRequest): Route['refusals'] {
  const { refusals, textRefusals = refusals } = route;
  return /^\s*text\//i.test(header?.('content-type') ?? '') ? textRefusals : refusals;
}

/** Creates the JSON body (contract, section 4, Errors). After a bug, `persisted` is unknown and therefore omitted. */
function buildRefusalBody(
  shape: 'apiError' | 'intakeRefused',
  refusal: Refusal,
  { error }: RefusalResponse,
  settings: AppSettings,
): object {
  if (shape === 'intakeRefused') return { ok: false, error, ...(refusal.kind === 'bug' ? {} : { persisted: false }) };
  return { ok: false, error, ...(settings.keys ? { getAKey: toKeysUrl(settings) } : {}) };
}
