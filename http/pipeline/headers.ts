import type { Attribution } from '../../schema/responses/attribution.ts';

/** Header fields: a map from names to values. */
export type HeaderFields = Readonly<Record<string, string>>;

const HSTS_MAX_AGE_S = 31_536_000;

/**
 * Creates the function that returns the licence header fields of a response with observed data. `next` is the URL of
 * the next page, or null.
 */
export function createLicenceFields(attribution: Attribution): (next: string | null) => HeaderFields {
  const links = `<${attribution.licenceUrl}>; rel="license", <${attribution.terms}>; rel="terms-of-service"`;
  const credit = encodeAsAscii(attribution.credit);
  return (next) => ({
    'X-Service-Licence': attribution.licence,
    'X-Service-Credit': credit,
    Link: next === null ? links : `${links}, <${next}>; rel="next"`,
  });
}

/** Percent-encodes the UTF-8 bytes of `%` and of all non-ASCII characters, because header fields must be ASCII. */
function encodeAsAscii(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) =>
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
}

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/**
 * Content security policy of pages: they may use this instance's scripts and forms, but nothing inline and no other
 * host.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Security header fields of every response: no MIME sniffing, no referrer, a content security policy, and HSTS behind
 * https.
 */
export function createSecurityFields(mediaType: string, publicUrl: string): HeaderFields {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': mediaType.startsWith('text/html') ? PAGE_POLICY : DATA_POLICY,
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${HSTS_MAX_AGE_S}` } : {}),
  };
}

/** Lets pages of any origin read a response (contract, section 4, CORS). */
export const CORS_FIELDS: HeaderFields = { 'Access-Control-Allow-Origin': '*' };

/** Lets pages of any origin read a refusal, and lets their scripts read its Retry-After field. */
export const CORS_REFUSAL_FIELDS: HeaderFields = { ...CORS_FIELDS, 'Access-Control-Expose-Headers': 'Retry-After' };

/** Header fields of the response to a CORS preflight request. Firefox caches it for a day, Chromium for two hours. */
export function createPreflightFields(methods: string): HeaderFields {
  return {
    ...CORS_FIELDS,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'If-None-Match',
    'Access-Control-Max-Age': '86400',
  };
}
