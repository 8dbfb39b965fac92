import { type BudgetName, REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import { isKeyChecked } from '../middleware/check_key.ts';
import { toKeysUrl } from '../pages/connect.ts';
import { formatRefusal } from '../pipeline/refusal.ts';
import { findThread, type Route } from '../pipeline/route.ts';
import { buildSchemaRef, type Operation, type ServedResponse } from '../pipeline/route_docs.ts';
import {
  type HeaderSchemas,
  listIntakeFields,
  listLicenceFields,
  listRefusalFields,
  listSuccessFields,
  listUnroutedFields,
  referToHeader,
} from './fields.ts';
import { RANGE_RESPONSE_HEADERS } from './parts.ts';

/** An operation's responses, keyed by status. They come from the operation's documentation and its route. */
export type Responses = Readonly<Record<string, JsonPart>>;

const JSON_TYPE = 'application/json';

const EXAMPLE_SENTENCES: Readonly<Record<number, string>> = {
  400: 'limit must be a whole number from 1 to 9007199254740991 in plain decimal digits; it is "0".',
  404: 'No public data for item 25 yet.',
  413: 'The body must be at most 1000000 bytes, on the wire and unpacked; its Content-Length says more.',
  416: 'Range must begin within the 196 bytes of the file; it is "bytes=900-".',
};

const UNREACHABLE_SENTENCE = formatRefusal({ kind: 'unreachable', cause: '' }).error;
const BUG_SENTENCE = formatRefusal({ kind: 'bug' }).error;

/** Returns all responses of an operation, keyed by status. */
export function describeResponses(operation: Operation, route: Route, settings: AppSettings): Responses {
  const { served } = operation;
  const describe = (some: readonly ServedResponse[]): Responses =>
    Object.fromEntries(some.map((one) => [one.status ?? 200, describeSuccess(route, settings, one)]));
  const [first] = served;
  return {
    ...describe(served),
    ...(route.cacheHeaders.etag && first !== undefined && { 304: describeNotModified(route, settings, first) }),
    ...describeCommonRefusals(route, settings),
    ...listRefusals(route, settings, operation),
    // A route's own refusal for a status replaces the common refusal.
    ...describe(served.filter(({ status = 200 }) => status >= 400)),
  };
}

/** Describes a response of the route. Partial content (206) is never compressed. */
function describeSuccess(route: Route, settings: AppSettings, served: ServedResponse): JsonPart {
  const { status = 200, description, mediaType = JSON_TYPE, schema, examples, csv, licence, fields = {} } = served;
  return {
    description,
    headers: {
      ...listSuccessFields(route, settings, status < 300),
      ...(status === 206 ? {} : { 'Content-Encoding': referToHeader('Content-Encoding') }),
      ...listLicenceFields(licence),
      ...fields,
    },
    ...(schema !== null && {
      content: {
        [mediaType]: {
          schema: typeof schema === 'string' ? buildSchemaRef(schema) : schema,
          ...(examples !== undefined && { examples }),
        },
        ...(csv !== undefined && { 'text/csv': { schema: { type: 'string', description: csv } } }),
      },
    }),
  };
}

/** Describes the 304 response. It has the header fields of the full response, except fields that describe the body. */
function describeNotModified(route: Route, settings: AppSettings, { licence, fields = {} }: ServedResponse): JsonPart {
  return {
    description: 'The answer has not changed: If-None-Match contains its ETag.',
    headers: { ...listSuccessFields(route, settings, true), ...listLicenceFields(licence), ...fields },
  };
}

/** Describes a refusal. The example has the error sentence `error`. */
function describeRefusal(
  { refusals }: Pick<Route, 'refusals'>,
  settings: AppSettings,
  description: string,
  headers: HeaderSchemas,
  error: string,
): JsonPart {
  const getAKey = settings.keys ? { getAKey: toKeysUrl(settings) } : {};
  const value = { ok: false, error, ...(refusals === 'intakeRefused' ? { persisted: false } : getAKey) };
  const examples = { refused: { summary: 'A refusal', value } };
  return { description, headers, content: { [JSON_TYPE]: { schema: buildSchemaRef(refusals), examples } } };
}

/** Describes a route's 503 response: the route's own reason, and overload if its responses are computed in the pool. */
function describeUnavailable(route: Route, description: string): string {
  return ['pool', 'long'].includes(findThread(route))
    ? `${description} Or the instance is overloaded; then Retry-After says when to ask again.`
    : description;
}

function listRefusals(route: Route, settings: AppSettings, { refusals = {}, served }: Operation): Responses {
  const counted = listRefusalFields(route, settings, true);
  const selectHeaders = (status: string): HeaderSchemas => {
    if (status === '416') return listRangeFields(route, settings, served[0]);
    if (route.method === 'GET') return counted;
    const judged = { ...counted, ...listIntakeFields(route) };
    return status === '503' ? { ...judged, 'Retry-After': referToHeader('Retry-After') } : judged;
  };
  const describe = (status: string, reason: string): JsonPart => {
    const description = status === '503' ? describeUnavailable(route, reason) : reason;
    return describeRefusal(
      route,
      settings,
      description,
      selectHeaders(status),
      EXAMPLE_SENTENCES[Number(status)] ?? UNREACHABLE_SENTENCE,
    );
  };
  return Object.fromEntries(Object.entries(refusals).map(([status, reason]) => [status, describe(status, reason)]));
}

/**
 * Returns the header fields of the response that rejects a range request. They include the header fields of the file.
 */
function listRangeFields(route: Route, settings: AppSettings, file: ServedResponse | undefined): HeaderSchemas {
  return {
    ...listSuccessFields(route, settings, true),
    ...listLicenceFields(file?.licence),
    ...RANGE_RESPONSE_HEADERS,
    'Cache-Control': referToHeader('Cache-Control-no-store'),
  };
}

function describeCommonRefusals(route: Route, settings: AppSettings): Responses {
  const counted = listRefusalFields(route, settings, true);
  const takesKeys = isKeyChecked(route, settings);
  const describe = (description: string, error: string, headers: HeaderSchemas = counted): JsonPart =>
    describeRefusal(route, settings, description, headers, error);
  return {
    ...(takesKeys && {
      401: describe(
        'The key that was sent is not valid or was revoked. Reading needs no key.',
        'The key must be one that was given out here and not revoked; the one sent is not.',
        { ...listRefusalFields(route, settings, false), 'WWW-Authenticate': referToHeader('WWW-Authenticate') },
      ),
    }),
    405: describeRefusal(
      { refusals: 'apiError' },
      settings,
      'The path does not support the method.',
      listUnroutedFields(settings),
      'The method must be one of GET, HEAD, OPTIONS.',
    ),
    ...(route.method === 'GET' && {
      406: describe(
        'Accept-Encoding allows no supported coding.',
        'Accept-Encoding must allow br, gzip or identity; it allows none of them.',
      ),
    }),
    ...(route.budget !== null &&
      settings.limits && {
        429: describe(
          describeBudget(route.budget, takesKeys, settings),
          'Requests to this endpoint are limited to 30 in 60 minutes and all of them are used; ask again in 31 minutes.',
          { ...counted, 'Retry-After': referToHeader('Retry-After') },
        ),
      }),
    500: describe('A bug in the service; its log says where.', BUG_SENTENCE),
    ...(takesKeys && {
      503: describe(
        describeUnavailable(route, 'The storage cannot be read, so the data or the validity of the key is unknown.'),
        UNREACHABLE_SENTENCE,
      ),
    }),
  };
}

function describeBudget(budget: BudgetName, takesKeys: boolean, { budgets }: AppSettings): string {
  const { anonymous, keyed } = budgets[budget];
  const minutes = REQUEST_BUDGETS[budget].windowS / 60;
  return `The request budget of ${minutes} minutes is used up: ${anonymous} per address${takesKeys ? `, ${keyed} per key` : ''}. Retry after the time in Retry-After.`;
}
