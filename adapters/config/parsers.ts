import * as v from 'valibot';
import type { Contact } from '../../domain/values/contact.ts';
import { joinWithOr } from '../../domain/values/phrases.ts';
import { LENGTHS } from '../../schema/limits.ts';
import type { Quota } from '../../schema/request_budgets.ts';

/** Parsers for environment variables. Their error messages complete sentences such as "TW_PORT must be …". */

/** A longer service name would leave no room for the rest of a credit line. */
const TEXT_CHARS_MAX = LENGTHS.credit.max - 100;

function parseCheckedText(isValid: (text: string) => boolean, needed: string) {
  return v.pipe(v.string(), v.check(isValid, needed));
}

export const parseWords = parseCheckedText(
  (text) => text.length <= TEXT_CHARS_MAX && !/[\p{Cc}\p{Cs}]/u.test(text),
  `at most ${TEXT_CHARS_MAX} characters without control characters`,
);

export function parseInteger(min: number, max: number) {
  const needed = `a whole number from ${min} to ${max}`;
  return v.pipe(
    parseCheckedText((text) => /^\d{1,9}$/.test(text), needed),
    v.transform(Number),
    v.check((number) => number >= min && number <= max, needed),
  );
}

export const parsePortOrOff = v.pipe(
  parseCheckedText(
    (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535),
    'off or a whole number from 0 to 65535',
  ),
  v.transform((text) => (text === 'off' ? null : Number(text))),
);

export function parseChoice<const T extends readonly string[]>(...allowed: T) {
  return v.picklist(allowed, joinWithOr(allowed));
}

export const parseOnOff = v.pipe(
  parseChoice('on', 'off'),
  v.transform((chosen) => chosen === 'on'),
);

/** Parses two limits such as `30/2000`, for clients without and with an API key. A single number sets both. */
export function parseQuota(example: Quota, max: number) {
  const needed = `one or two whole numbers from 1 to ${max}, such as ${example.anonymous}/${example.keyed}`;
  return v.pipe(
    parseCheckedText((text) => /^\d{1,10}(?:\/\d{1,10})?$/.test(text), needed),
    v.transform((text) => text.split('/').map(Number)),
    v.check((numbers) => numbers.every((number) => number >= 1 && number <= max), needed),
    v.transform(([anonymous, keyed = anonymous]): Quota => ({ anonymous: anonymous!, keyed: keyed! })),
  );
}

function isWebUrl(text: string): boolean {
  const url = URL.canParse(text) && !/[\p{Cc}\s]/u.test(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function parseWebUrl(needed: string) {
  return v.pipe(
    parseCheckedText(isWebUrl, needed),
    v.transform((text) => new URL(text)),
  );
}

const PLAIN_URL_RULE = 'an http or https URL without user, query or fragment';

const LIBSQL_URL_RULE = 'an http, https or libsql URL without user, query or fragment';

/**
 * Allows no characters that need escaping, because links start with this path and request paths are compared with it.
 */
const BASE_PATH_PATTERN = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;

/**
 * First path segments of the instance's own routes. A public path must not begin with one of them. For example, behind
 * a proxy that strips the public path `/api`, the page `/items` would have the same URL as the list `/api/items`.
 */
export const OWN_PATH_NAMES: readonly string[] = [
  ...[
    'api',
    'assets',
    'changes',
    'clients',
    'connect',
    'docs',
    'export',
    'feeds',
    'icons',
    'item',
    'items',
    'maps',
    'market',
    'mcp',
    'npc',
  ],
  ...['object', 'opensearch', 'profession', 'quest', 'replica', 'schema', 'sitemap', 'talents', 'upload', 'zone'],
];

/** The public URL of the instance. The parsed value has no trailing slash. */
export const parseBaseUrl = v.pipe(
  parseWebUrl(PLAIN_URL_RULE),
  v.check((url) => url.search === '' && url.hash === '', PLAIN_URL_RULE),
  v.check(
    (url) => BASE_PATH_PATTERN.test(url.pathname),
    'an http or https URL whose path, if any, has only letters, digits and . _ ~ - between single slashes',
  ),
  v.check(
    (url) => !OWN_PATH_NAMES.includes(url.pathname.split('/')[1] ?? ''),
    `a URL whose path does not begin with one of the instance’s own names: ${OWN_PATH_NAMES.join(', ')}`,
  ),
  v.transform((url) => url.href.replace(/\/+$/, '')),
);

/** The URL of an edge's primary, or of the folder that it follows. Paths are appended to it unchanged. */
export const parsePrimaryUrl = v.pipe(
  parseWebUrl(PLAIN_URL_RULE),
  v.check((url) => url.search === '' && url.hash === '', PLAIN_URL_RULE),
  v.transform((url) => url.href.replace(/\/+$/, '')),
);

/** The URL of a libSQL server. It must not have a query string, because the driver reads settings from it. */
export const parseLibsqlUrl = v.pipe(
  parseCheckedText((text) => isWebUrl(text.replace(/^libsql:/, 'https:')), LIBSQL_URL_RULE),
  v.check((text) => !/[?#]/.test(text), LIBSQL_URL_RULE),
);

const TOKEN_CHARS_MAX = 16_384;

export const parseToken = parseCheckedText(
  (text) => text.length <= TOKEN_CHARS_MAX && /^[\x21-\x7e]+$/.test(text),
  `at most ${TOKEN_CHARS_MAX} visible ASCII characters`,
);

export const parseLink = v.pipe(
  parseWebUrl('an http or https URL without user'),
  v.transform((url) => url.href),
);

const MAIL_PATTERN =
  /^(?:mailto:)?[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/i;

const parseMail = v.pipe(
  v.string(),
  v.regex(MAIL_PATTERN),
  v.transform((text) => text.replace(/^mailto:/i, '')),
  v.transform((address): Contact => ({ name: address, url: `mailto:${encodeURI(address)}` })),
);

/** The operator's contact address for readers: an email address or a URL. */
export const parseContact = v.union(
  [
    parseMail,
    v.pipe(
      parseLink,
      v.transform((url): Contact => ({ name: url, url })),
    ),
  ],
  'a mail address, or an http or https URL without user',
);
