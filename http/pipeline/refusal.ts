import type { Log } from '../../domain/ports/log.ts';
import { NO_BUILD_YET } from '../../domain/reads/items.ts';
import type { ReadRefusal } from '../../domain/reads/refusal.ts';
import type { Contact } from '../../domain/values/contact.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { Fields } from './fields.ts';

/**
 * Why a request was not served. `error` is a sentence for its sender: it names the parameter or field, what is needed
 * and what came.
 */
export type Refusal =
  | ReadRefusal
  | { readonly kind: 'unreachable'; readonly cause: string }
  | { readonly kind: 'bad-request'; readonly error: string }
  /** Ruled out by header fields alone, before a byte of its body is read. */
  | { readonly kind: 'bad-head'; readonly error: string }
  | { readonly kind: 'bad-key'; readonly error: string }
  | { readonly kind: 'forbidden'; readonly error: string }
  | { readonly kind: 'not-found'; readonly error: string }
  | { readonly kind: 'wrong-method'; readonly error: string; readonly allow: string }
  | { readonly kind: 'not-acceptable'; readonly error: string }
  | { readonly kind: 'too-large'; readonly error: string }
  | { readonly kind: 'rate-limited'; readonly error: string; readonly retryAfterS: number }
  | { readonly kind: 'busy'; readonly error: string; readonly retryAfterS: number }
  /** As busy, but the sender's own doing: the request counts. */
  | { readonly kind: 'hogging'; readonly error: string; readonly retryAfterS: number }
  | { readonly kind: 'bug' };

export function badRequest(error: string): Refusal {
  return { kind: 'bad-request', error };
}

export function badHead(error: string): Refusal {
  return { kind: 'bad-head', error };
}

/**
 * Whether a refused request uses up a limit (contract, section 1, Rate limits); undefined: as its status says. What header
 * fields alone rule out costs next to nothing, and browsers let pages of other sites send it under a visitor's address:
 * if it counted, such a page could lock the visitor out.
 */
export function countsAgainstLimit({ kind }: Refusal): boolean | undefined {
  return kind === 'hogging' ? true : kind === 'bad-head' || kind === 'forbidden' ? false : undefined;
}

/** Returns the refusal for a request that ended with this error. Storage faults are not logged, because health reports them. */
export function refusalOfError(error: unknown, route: string, log: Log): Refusal {
  if (error instanceof StorageFault) return { kind: 'unreachable', cause: error.cause };
  log.error('http.bug', { route }, error);
  return { kind: 'bug' };
}

/** A refusal as an answer tells it. */
export interface RefusalResponse {
  readonly status: number;
  readonly error: string;
  readonly fields: Fields;
}

const OUT_OF_REACH =
  'The storage behind this answer cannot be read right now: what it holds is unrecorded, not zero. Ask again later.';

const NO_BUILD =
  'No build of the game files was imported into this instance yet, so its items are unrecorded, not none; its operator imports one with `npm run job -- import-game-files --dir FOLDER --build BUILD`.';

/** The status, sentence and fields of a refusal (contract, section 4, Errors), with whom to ask where that may help. */
export function formatRefusal(refusal: Refusal, contact: Contact | null = null): RefusalResponse {
  switch (refusal.kind) {
    case 'bad-parameter':
    case 'bad-request':
    case 'bad-head':
      return told(400, refusal.error);
    case 'bad-key':
      return told(401, refusal.error, { 'WWW-Authenticate': 'Bearer' });
    case 'forbidden':
      return told(403, refusal.error);
    case 'not-found':
      return told(404, withContact(refusal.error, contact));
    case 'wrong-method':
      return told(405, refusal.error, { Allow: refusal.allow });
    case 'not-acceptable':
      return told(406, refusal.error);
    case 'too-large':
      return told(413, refusal.error);
    case 'rate-limited':
      return told(429, withContact(refusal.error, contact), { 'Retry-After': String(refusal.retryAfterS) });
    case 'unreachable':
      return told(503, refusal.cause === NO_BUILD_YET ? NO_BUILD : OUT_OF_REACH);
    case 'busy':
    case 'hogging':
      return told(503, refusal.error, { 'Retry-After': String(refusal.retryAfterS) });
    case 'bug':
      return told(500, 'Something went wrong inside the service; the operator finds it in the log.');
  }
}

function withContact(error: string, contact: Contact | null): string {
  return contact === null ? error : `${error} Operator: ${contact.name}`;
}

function told(status: number, error: string, fields: Fields = {}): RefusalResponse {
  return { status, error, fields };
}
