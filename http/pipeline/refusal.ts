import type { Log } from '../../domain/ports/log.ts';
import { NO_BUILD_YET } from '../../domain/reads/items.ts';
import { FIRST_SNAPSHOT_TEXT, NO_SNAPSHOT_YET } from '../../domain/reads/list.ts';
import type { ReadRefusal } from '../../domain/reads/refusal.ts';
import type { Contact } from '../../domain/values/contact.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { HeaderFields } from './headers.ts';

/**
 * The reason why a request was not served. `error` is a sentence for the sender that names the parameter or field, the
 * required format and the submitted value.
 */
export type Refusal =
  | ReadRefusal
  | { readonly kind: 'unreachable'; readonly cause: string }
  | { readonly kind: 'bad-request'; readonly error: string }
  /** Rejected because of the request's header fields, before the body is read. */
  | { readonly kind: 'bad-head'; readonly error: string }
  | { readonly kind: 'bad-key'; readonly error: string }
  | { readonly kind: 'forbidden'; readonly error: string }
  | { readonly kind: 'not-found'; readonly error: string }
  /** It existed or may have existed, and will not come back. */
  | { readonly kind: 'gone'; readonly error: string }
  | { readonly kind: 'wrong-method'; readonly error: string; readonly allow: string }
  | { readonly kind: 'not-acceptable'; readonly error: string }
  | { readonly kind: 'too-large'; readonly error: string }
  | { readonly kind: 'rate-limited'; readonly error: string; readonly retryAfterS: number }
  | { readonly kind: 'busy'; readonly error: string; readonly retryAfterS: number }
  /** Like `busy`, but caused by the sender's own uploads, which are too many or too slow, so the request counts. */
  | { readonly kind: 'hogging'; readonly error: string; readonly retryAfterS: number }
  | { readonly kind: 'bug' };

export function refuseBadRequest(error: string): Refusal {
  return { kind: 'bad-request', error };
}

export function refuseHead(error: string): Refusal {
  return { kind: 'bad-head', error };
}

/**
 * Whether a rejected request counts against a rate limit (contract, section 1, Rate limits), or undefined if that
 * depends on its status. Requests rejected because of their header fields cost almost nothing, and pages of other sites
 * can send them from a visitor's browser. If these requests counted, such a page could use up the visitor's limit.
 */
export function isCounted({ kind }: Refusal): boolean | undefined {
  return kind === 'hogging' ? true : kind === 'bad-head' || kind === 'forbidden' ? false : undefined;
}

/** Returns the refusal for a thrown error. Logs bugs, but not storage faults, which `health` reports. */
export function toRefusal(error: unknown, route: string, log: Log): Refusal {
  if (error instanceof StorageFault) return { kind: 'unreachable', cause: error.cause };
  log.error('http.bug', { route }, error);
  return { kind: 'bug' };
}

/** Status, error sentence and header fields of a refusal. */
export interface RefusalResponse {
  readonly status: number;
  readonly error: string;
  readonly fields: HeaderFields;
}

const STORAGE_SENTENCE =
  'The storage behind this answer cannot be read right now: what it holds is unrecorded, not zero. Ask again later.';

const NO_BUILD_SENTENCE =
  'No build of the game files was imported into this instance yet, so its items are unrecorded, not none; its operator imports one with `npm run job -- import-game-files --dir FOLDER --build BUILD`.';

/** Formats a refusal (contract, section 4, Errors). Includes the operator's contact if that may help. */
export function formatRefusal(refusal: Refusal, contact: Contact | null = null): RefusalResponse {
  switch (refusal.kind) {
    case 'bad-parameter':
    case 'bad-request':
    case 'bad-head':
      return createRefusalResponse(400, refusal.error);
    case 'bad-key':
      return createRefusalResponse(401, refusal.error, { 'WWW-Authenticate': 'Bearer' });
    case 'forbidden':
      return createRefusalResponse(403, refusal.error);
    case 'not-found':
      return createRefusalResponse(404, addContact(refusal.error, contact));
    case 'gone':
      return createRefusalResponse(410, refusal.error);
    case 'wrong-method':
      return createRefusalResponse(405, refusal.error, { Allow: refusal.allow });
    case 'not-acceptable':
      return createRefusalResponse(406, refusal.error);
    case 'too-large':
      return createRefusalResponse(413, refusal.error);
    case 'rate-limited':
      return createRefusalResponse(429, addContact(refusal.error, contact), {
        'Retry-After': String(refusal.retryAfterS),
      });
    case 'unreachable':
      if (refusal.cause === NO_SNAPSHOT_YET)
        return createRefusalResponse(503, FIRST_SNAPSHOT_TEXT, { 'Retry-After': '10' });
      return createRefusalResponse(503, refusal.cause === NO_BUILD_YET ? NO_BUILD_SENTENCE : STORAGE_SENTENCE);
    case 'busy':
    case 'hogging':
      return createRefusalResponse(503, refusal.error, { 'Retry-After': String(refusal.retryAfterS) });
    case 'bug':
      return createRefusalResponse(500, 'Something went wrong inside the service; the operator finds it in the log.');
  }
}

function addContact(error: string, contact: Contact | null): string {
  return contact === null ? error : `${error} Operator: ${contact.name}`;
}

function createRefusalResponse(status: number, error: string, fields: HeaderFields = {}): RefusalResponse {
  return { status, error, fields };
}
