import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import { createSecurityFields, OPEN_TO_ALL, REFUSED_TO_ALL } from '../pipeline/headers.ts';
import type { Route } from '../pipeline/route.ts';
import type { ServedResponse } from '../pipeline/route_docs.ts';

/** Response header fields, as OpenAPI header objects. */

export type HeaderSchemas = Readonly<Record<string, JsonPart>>;

const TEXT: JsonPart = { type: 'string', maxLength: 8_000 };

function header(description: string, schema: JsonPart, required = true): JsonPart {
  return {
    description,
    required,
    schema,
  };
}

/** Describes a header field that always has this value. */
function fixed(description: string, value: string): JsonPart {
  return header(description, { type: 'string', const: value });
}

const WHERE_OBSERVED = '-where-observed';

function licenceHeaders(suffix: string, required: boolean): HeaderSchemas {
  return {
    [`X-Service-Licence${suffix}`]: header('The licence of what players observed.', TEXT, required),
    [`X-Service-Credit${suffix}`]: header(
      'The line of credit to show, in ASCII: every other character, and %, is percent-encoded UTF-8.',
      TEXT,
      required,
    ),
    [`Link${suffix}`]: header(
      'The licence (rel="license"), the terms (rel="terms-of-service") and the next page (rel="next").',
      TEXT,
      required,
    ),
  };
}

/** Header components of the document, keyed by name. */
export function listSharedHeaders({ publicUrl }: AppSettings): HeaderSchemas {
  return {
    'Content-Encoding': header(
      'Compression of the body. Absent if it is not compressed.',
      { type: 'string', enum: ['br', 'gzip'] },
      false,
    ),
    ETag: header('Identifies these exact bytes. Send it back as If-None-Match to ask whether they have changed.', TEXT),
    ...licenceHeaders('', true),
    ...licenceHeaders(WHERE_OBSERVED, false),
    'RateLimit-Policy': header(
      'The budget: q requests in w seconds (IETF draft 11 of RateLimit fields). Absent if limits are switched off.',
      TEXT,
      false,
    ),
    RateLimit: header('Remaining budget: r requests, reset in t seconds.', TEXT, false),
    'Retry-After': header('Number of seconds to wait before the next try.', { type: 'integer', minimum: 0 }),
    Allow: header('The methods that this path accepts.', TEXT),
    'WWW-Authenticate': fixed('The scheme for sending a key.', 'Bearer'),
    'Accept-Ranges': header(
      'bytes if Range is supported; none if it is not, because the body is compressed.',
      { type: 'string', enum: ['bytes', 'none'] },
      false,
    ),
    'X-Accel-Buffering': fixed('Asks proxies to pass on events at once.', 'no'),
    'Content-Range': header('The range of bytes and the size of the file.', TEXT),
    'Access-Control-Allow-Origin': fixed('Pages of any origin may read the answer.', '*'),
    'Access-Control-Expose-Headers': fixed('The header field that such pages may also read.', 'Retry-After'),
    'Cache-Control-no-store': fixed('The answer must not be stored.', 'no-store'),
    ...Object.fromEntries(
      Object.entries(createSecurityFields('application/json', publicUrl)).map(([name, value]) => [
        name,
        fixed('Restricts what browsers do with the answer.', value),
      ]),
    ),
  };
}

export function referToHeader(name: string): JsonPart {
  return { $ref: `#/components/headers/${name}` };
}

function refHeaders(names: readonly string[]): HeaderSchemas {
  return Object.fromEntries(names.map((name) => [name, referToHeader(name)]));
}

function listSecurityHeaders({ publicUrl }: AppSettings): HeaderSchemas {
  return refHeaders(Object.keys(createSecurityFields('application/json', publicUrl)));
}

function openToAll({ cors }: Pick<Route, 'cors'>, fields: HeaderFields): HeaderSchemas {
  return cors ? refHeaders(Object.keys(fields)) : {};
}

/** Returns the RateLimit header fields if the route's requests are limited. */
function listLimitFields({ budget }: Route, { limits }: AppSettings): HeaderSchemas {
  return budget !== null && limits ? refHeaders(['RateLimit-Policy', 'RateLimit']) : {};
}

const NO_STORE = { 'Cache-Control': referToHeader('Cache-Control-no-store') };

/** Returns the header fields of a route's response. `kept` says whether the response can have an ETag. */
export function listServedFields(route: Route, settings: AppSettings, kept: boolean): HeaderSchemas {
  const { cacheControl, vary, etag } = route.cacheHeaders;
  return {
    'Cache-Control':
      cacheControl === 'no-store'
        ? NO_STORE['Cache-Control']
        : fixed('Which caches may store the answer, and for how long.', cacheControl),
    Vary: fixed('Header fields of the request that the answer depends on.', vary),
    ...(etag && kept ? refHeaders(['ETag']) : {}),
    ...listSecurityHeaders(settings),
    ...openToAll(route, OPEN_TO_ALL),
    // Shared caches may store these responses, so the fields must not show one client's remaining budget.
    ...(cacheControl.startsWith('public') ? {} : listLimitFields(route, settings)),
  };
}

/** Returns the header fields of a refusal. `counted` says whether the rejected request counts against the budget. */
export function listRefusedFields(route: Route, settings: AppSettings, counted: boolean): HeaderSchemas {
  return {
    ...NO_STORE,
    ...listSecurityHeaders(settings),
    ...openToAll(route, REFUSED_TO_ALL),
    ...(counted ? listLimitFields(route, settings) : {}),
  };
}

/**
 * Returns the additional header fields of the response that rejects an upload after reading and judging it. The route
 * treats this as a normal response.
 */
export function listJudgedFields({ cacheHeaders }: Route): HeaderSchemas {
  return {
    Vary: { ...fixed('Header fields of the request that the answer depends on.', cacheHeaders.vary), required: false },
    ...refHeaders(['Content-Encoding']),
  };
}

/** Returns the response headers for a method that has no route on this path. */
export function listOutsideFields(settings: AppSettings): HeaderSchemas {
  return {
    ...NO_STORE,
    ...listSecurityHeaders(settings),
    ...refHeaders(['Allow']),
  };
}

/** Returns the licence and attribution header fields of a response. */
export function listLicenceFields(licence: ServedResponse['licence']): HeaderSchemas {
  if (licence === undefined) return {};
  const suffix = licence === 'observed' ? '' : WHERE_OBSERVED;
  return Object.fromEntries(
    ['X-Service-Licence', 'X-Service-Credit', 'Link'].map((name) => [name, referToHeader(`${name}${suffix}`)]),
  );
}
