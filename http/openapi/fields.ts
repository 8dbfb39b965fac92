import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import { CORS_FIELDS, CORS_REFUSAL_FIELDS, createSecurityFields } from '../pipeline/headers.ts';
import type { Route } from '../pipeline/route.ts';
import type { ServedResponse } from '../pipeline/route_docs.ts';

/** Response header fields, as OpenAPI header objects. */

export type HeaderSchemas = Readonly<Record<string, JsonPart>>;

const TEXT: JsonPart = { type: 'string', maxLength: 8_000 };

function createHeader(description: string, schema: JsonPart, required = true): JsonPart {
  return {
    description,
    required,
    schema,
  };
}

function createFixedHeader(description: string, value: string): JsonPart {
  return createHeader(description, { type: 'string', const: value });
}

const OBSERVED_SUFFIX = '-where-observed';

function listLicenceHeaders(suffix: string, required: boolean): HeaderSchemas {
  return {
    [`X-Service-Licence${suffix}`]: createHeader('The licence of what players observed.', TEXT, required),
    [`X-Service-Credit${suffix}`]: createHeader(
      'The line of credit to show, in ASCII: every other character, and %, is percent-encoded UTF-8.',
      TEXT,
      required,
    ),
    [`Link${suffix}`]: createHeader(
      'The licence (rel="license"), the terms (rel="terms-of-service") and the next page (rel="next").',
      TEXT,
      required,
    ),
  };
}

/** Header components of the document, keyed by name. */
export function listSharedHeaders({ publicUrl }: AppSettings): HeaderSchemas {
  return {
    'Content-Encoding': createHeader(
      'Compression of the body. Absent if it is not compressed.',
      { type: 'string', enum: ['br', 'gzip'] },
      false,
    ),
    ETag: createHeader(
      'Identifies these exact bytes. Send it back as If-None-Match to ask whether they have changed.',
      TEXT,
    ),
    ...listLicenceHeaders('', true),
    ...listLicenceHeaders(OBSERVED_SUFFIX, false),
    'RateLimit-Policy': createHeader(
      'The budget: q requests in w seconds (IETF draft 11 of RateLimit fields). Absent if limits are switched off.',
      TEXT,
      false,
    ),
    RateLimit: createHeader('Remaining budget: r requests, reset in t seconds.', TEXT, false),
    'Retry-After': createHeader('Number of seconds to wait before the next try.', { type: 'integer', minimum: 0 }),
    Allow: createHeader('The methods that this path accepts.', TEXT),
    'WWW-Authenticate': createFixedHeader('The scheme for sending a key.', 'Bearer'),
    'Accept-Ranges': createHeader(
      'bytes if Range is supported; none if it is not, because the body is compressed.',
      { type: 'string', enum: ['bytes', 'none'] },
      false,
    ),
    'X-Accel-Buffering': createFixedHeader('Asks proxies to pass on events at once.', 'no'),
    'Content-Range': createHeader('The range of bytes and the size of the file.', TEXT),
    'Access-Control-Allow-Origin': createFixedHeader('Pages of any origin may read the answer.', '*'),
    'Access-Control-Expose-Headers': createFixedHeader(
      'The header field that such pages may also read.',
      'Retry-After',
    ),
    'Cache-Control-no-store': createFixedHeader('The answer must not be stored.', 'no-store'),
    ...Object.fromEntries(
      Object.entries(createSecurityFields('application/json', publicUrl)).map(([name, value]) => [
        name,
        createFixedHeader('Restricts what browsers do with the answer.', value),
      ]),
    ),
  };
}

export function referToHeader(name: string): JsonPart {
  return { $ref: `#/components/headers/${name}` };
}

function referToHeaders(names: readonly string[]): HeaderSchemas {
  return Object.fromEntries(names.map((name) => [name, referToHeader(name)]));
}

function listSecurityHeaders({ publicUrl }: AppSettings): HeaderSchemas {
  return referToHeaders(Object.keys(createSecurityFields('application/json', publicUrl)));
}

function listCorsHeaders({ cors }: Pick<Route, 'cors'>, fields: HeaderFields): HeaderSchemas {
  return cors ? referToHeaders(Object.keys(fields)) : {};
}

/** Returns the RateLimit header fields if the route's requests are limited. */
function listLimitFields({ budget }: Route, { limits }: AppSettings): HeaderSchemas {
  return budget !== null && limits ? referToHeaders(['RateLimit-Policy', 'RateLimit']) : {};
}

const NO_STORE_HEADERS = { 'Cache-Control': referToHeader('Cache-Control-no-store') };

/** Returns the header fields of a route's response. `kept` says whether the response can have an ETag. */
export function listSuccessFields(route: Route, settings: AppSettings, kept: boolean): HeaderSchemas {
  const { cacheControl, vary, etag } = route.cacheHeaders;
  return {
    'Cache-Control':
      cacheControl === 'no-store'
        ? NO_STORE_HEADERS['Cache-Control']
        : createFixedHeader('Which caches may store the answer, and for how long.', cacheControl),
    Vary: createFixedHeader('Header fields of the request that the answer depends on.', vary),
    ...(etag && kept ? referToHeaders(['ETag']) : {}),
    ...listSecurityHeaders(settings),
    ...listCorsHeaders(route, CORS_FIELDS),
    // Shared caches may store these responses, so the fields must not show one client's remaining budget.
    ...(cacheControl.startsWith('public') ? {} : listLimitFields(route, settings)),
  };
}

/** Returns the header fields of a refusal. `counted` says whether the rejected request counts against the budget. */
export function listRefusalFields(route: Route, settings: AppSettings, counted: boolean): HeaderSchemas {
  return {
    ...NO_STORE_HEADERS,
    ...listSecurityHeaders(settings),
    ...listCorsHeaders(route, CORS_REFUSAL_FIELDS),
    ...(counted ? listLimitFields(route, settings) : {}),
  };
}

/**
 * Returns the additional header fields of the response that rejects an upload after reading and judging it. The route
 * treats this as a normal response.
 */
export function listIntakeFields({ cacheHeaders }: Route): HeaderSchemas {
  return {
    Vary: {
      ...createFixedHeader('Header fields of the request that the answer depends on.', cacheHeaders.vary),
      required: false,
    },
    ...referToHeaders(['Content-Encoding']),
  };
}

/** Returns the response headers for a method that has no route on this path. */
export function listUnroutedFields(settings: AppSettings): HeaderSchemas {
  return {
    ...NO_STORE_HEADERS,
    ...listSecurityHeaders(settings),
    ...referToHeaders(['Allow']),
  };
}

/** Returns the licence and attribution header fields of a response. */
export function listLicenceFields(licence: ServedResponse['licence']): HeaderSchemas {
  if (licence === undefined) return {};
  const suffix = licence === 'observed' ? '' : OBSERVED_SUFFIX;
  return Object.fromEntries(
    ['X-Service-Licence', 'X-Service-Credit', 'Link'].map((name) => [name, referToHeader(`${name}${suffix}`)]),
  );
}
