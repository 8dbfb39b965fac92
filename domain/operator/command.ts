import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { GrantRow, KeyRow } from '../ports/operator.ts';
import type { Random } from '../ports/random.ts';
import type { UploadContents } from '../ports/upload_contents.ts';

/** A grant as lists show it: that it is bound to an install, but not to which. */
export type GrantListing = Omit<GrantRow, 'scope'> & {
  readonly scope: Omit<GrantRow['scope'], 'installId'> & { readonly install: boolean };
};

/** What each command comes to where it is carried out. */
export interface OperatorAnswers {
  /** The key is told this once. */
  readonly 'key-create': { readonly n: number; readonly key: string };
  readonly 'key-list': readonly KeyRow[];
  readonly 'key-revoke': KeyRow;
  /** Whether such a key was given out here; it is revoked then. */
  readonly 'own-key-revoke': { readonly known: boolean };
  readonly 'key-used': null;
  /** The token is told this once. */
  readonly 'grant-issue': { readonly n: number; readonly token: string; readonly expiresAtMs: number };
  readonly 'grant-list': readonly GrantListing[];
  readonly 'grant-revoke': GrantListing;
  /** The token is told this once. `trimmed`: the install id was taken without the blanks at the ends of what was sent. */
  readonly 'own-grant-issue':
    | { readonly token: string; readonly expiresAtMs: number; readonly trimmed: boolean }
    /** A sentence for whoever asked. */
    | { readonly refused: string };
  /** Whether a holder of an install id issued such a grant; it is revoked then. */
  readonly 'own-grant-revoke': { readonly known: boolean };
  /** Null: nothing of the install was kept. */
  readonly erase: { readonly records: number | null };
  readonly withhold: { readonly records: number };
  readonly lift: { readonly records: number };
  readonly 'clear-orders': null;
  /** Null: there is none. */
  readonly upload: UploadContents | null;
}

/**
 * What is asked of the owner of uploads.db: by the operator's commands (contract, section 7), and by whoever comes to
 * /connect, whose own business those that begin with `own` are.
 */
export type OperatorCommand =
  | { readonly op: 'key-create'; readonly label: string }
  /** Keys with a number above `after`, at most LIST_ROWS_MAX. */
  | { readonly op: 'key-list'; readonly after: number }
  | { readonly op: 'key-revoke'; readonly n: number }
  | { readonly op: 'own-key-revoke'; readonly key: string }
  | { readonly op: 'key-used'; readonly keyHash: string; readonly day: string }
  | {
      readonly op: 'grant-issue';
      readonly categories: readonly string[];
      readonly guildName: string | null;
      readonly realm: string | null;
      readonly character: string | null;
      readonly installId: string | null;
      readonly days: number;
    }
  | { readonly op: 'grant-list'; readonly after: number }
  | { readonly op: 'grant-revoke'; readonly n: number | null; readonly token: string | null }
  | {
      readonly op: 'own-grant-issue';
      readonly categories: readonly string[];
      /** As it was pasted. */
      readonly installId: string;
      readonly days: number;
    }
  | { readonly op: 'own-grant-revoke'; readonly token: string }
  | { readonly op: 'erase'; readonly installId: string }
  | { readonly op: 'withhold'; readonly installId: string; readonly reason: string }
  | { readonly op: 'lift'; readonly installId: string }
  | { readonly op: 'clear-orders'; readonly upTo: number }
  | { readonly op: 'upload'; readonly uploadId: string };

export interface OwnerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
}
