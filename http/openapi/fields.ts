import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { Fields } from '../pipeline/fields.ts';
import { OPEN_TO_ALL, REFUSED_TO_ALL, securityFields } from '../pipeline/headers.ts';
import type { Route } from '../pipeline/route.ts';
import type { Served } from './operation.ts';

/** The header fields of answers, as OpenAPI header objects. */

export type Headers = Readonly<Record<string, JsonPart>>;

const TEXT: JsonPart = { type: 'string', maxLength: 8_000 };

function header(description: string, schema: JsonPart, required = true): JsonPart {
  return {
    description,
    required,
    schema,
  };
}

/** A field that always has this value. */
function fixed(description: string, value: string): JsonPart {
  return header(description, { type: 'string', const: value });
}

function whole(minimum: number): JsonPart {
  return { type: 'integer', minimum };
}

const WHERE_OBSERVED = '-where-observed';

function licenceHeaders(suffix: string, required: boolean): Headers {
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

/** Fields that stand once in the document, by name. */
export function sharedHeaders({ publicUrl }: AppSettings): Headers {
  return {
    'Content-Encoding': header(
      'How the body is packed; absent: not at all.',
      { type: 'string', enum: ['br', 'gzip'] },
      false,
    ),
    ETag: header('Identifies these exact bytes. Send it back as If-None-Match to ask whether they have changed.', TEXT),
    ...licenceHeaders('', true),
    ...licenceHeaders(WHERE_OBSERVED, false),
    'RateLimit-Policy': header(
      'The hourly budget: q requests in w seconds (IETF draft 11 of RateLimit fields). Absent where limits are lifted.',
      TEXT,
      false,
    ),
    RateLimit: header('What is left of it: r requests, and whole again in t seconds.', TEXT, false),
    'Retry-After': header('After so many seconds the request is served.', whole(0)),
    Allow: header('The methods that this path takes.', TEXT),
    'WWW-Authenticate': fixed('How a key is sent.', 'Bearer'),
    'Accept-Ranges': header(
      'bytes: parts can be asked for with Range; none: they cannot, as the body is packed.',
      { type: 'string', enum: ['bytes', 'none'] },
      false,
    ),
    'Content-Range': header('Which bytes these are, of how many.', TEXT),
    'Access-Control-Allow-Origin': fixed('Pages of any origin may read the answer.', '*'),
    'Access-Control-Expose-Headers': fixed('What such pages may read beside it.', 'Retry-After'),
    'Cache-Control-no-store': fixed('Nobody may keep the answer.', 'no-store'),
    ...Object.fromEntries(
      Object.entries(securityFields('application/json', publicUrl)).map(([name, value]) => [
        name,
        fixed('Keeps browsers from taking the answer for more than it is.', value),
      ]),
    ),
  };
}

export function sharedHeader(name: string): JsonPart {
  return { $ref: `#/components/headers/${name}` };
}

function refer(names: readonly string[]): Headers {
  return Object.fromEntries(names.map((name) => [name, sharedHeader(name)]));
}

function security({ publicUrl }: AppSettings): Headers {
  return refer(Object.keys(securityFields('application/json', publicUrl)));
}

function openToAll({ cors }: Pick<Route, 'cors'>, fields: Fields): Headers {
  return cors ? refer(Object.keys(fields)) : {};
}

/** Whether answers of a route say what is left of its budget. */
function limitFields({ budget }: Route, { limits }: AppSettings): Headers {
  return budget !== null && limits ? refer(['RateLimit-Policy', 'RateLimit']) : {};
}

const NO_STORE = { 'Cache-Control': sharedHeader('Cache-Control-no-store') };

/** The fields of an answer that a route gives. */
export function servedFields(route: Route, settings: AppSettings, kept: boolean): Headers {
  const { cacheControl, vary, etag } = route.caching;
  return {
    'Cache-Control':
      cacheControl === 'no-store'
        ? NO_STORE['Cache-Control']
        : fixed('Who may keep the answer, and how long.', cacheControl),
    Vary: fixed('What of a request tells answers apart.', vary),
    ...(etag && kept ? refer(['ETag']) : {}),
    ...security(settings),
    ...openToAll(route, OPEN_TO_ALL),
    // What one client has left says nothing to others who share a cache.
    ...(cacheControl.startsWith('public') ? {} : limitFields(route, settings)),
  };
}

/** The fields of a refusal: `counted` where the request counts against the budget. */
export function refusedFields(route: Route, settings: AppSettings, counted: boolean): Headers {
  return {
    ...NO_STORE,
    ...security(settings),
    ...openToAll(route, REFUSED_TO_ALL),
    ...(counted ? limitFields(route, settings) : {}),
  };
}

/** What a refusal has beside those where an upload was read and judged: it is an answer like others then. */
export function judgedFields({ caching }: Route): Headers {
  return {
    Vary: { ...fixed('What of a request tells answers apart.', caching.vary), required: false },
    ...refer(['Content-Encoding']),
  };
}

/** The fields of an answer that no route gave: its path was asked for by another method. */
export function outsideFields(settings: AppSettings): Headers {
  return {
    ...NO_STORE,
    ...security(settings),
    ...refer(['Allow']),
  };
}

/** The licence and credit that an answer carries. */
export function licenceFields(licence: Served['licence']): Headers {
  if (licence === undefined) return {};
  const suffix = licence === 'observed' ? '' : WHERE_OBSERVED;
  return Object.fromEntries(
    ['X-Service-Licence', 'X-Service-Credit', 'Link'].map((name) => [name, sharedHeader(`${name}${suffix}`)]),
  );
}
