import type { Game } from '../../schema/vocabulary.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { GrantRow, InstallHoldings, KeyRow, SessionUploads } from '../ports/operator.ts';
import type { Random } from '../ports/random.ts';
import type { UploadContents } from '../ports/upload_contents.ts';
import { err, ok, type Result } from '../values/result.ts';

/**
 * Maximum number of rows in a list response. Even with the longest labels, they fit on one line of a socket message.
 */
export const LIST_ROWS_MAX = 64;

/** A grant as shown in lists. `install` says whether the grant is bound to an install, whose id is not shown. */
export type GrantListing = Omit<GrantRow, 'scope'> & {
  readonly scope: Omit<GrantRow['scope'], 'installId'> & { readonly install: boolean };
};

export interface OperatorAnswers {
  /** The key cannot be shown again, because only its hash is stored. */
  readonly 'key-create': { readonly n: number; readonly key: string };
  readonly 'key-list': readonly KeyRow[];
  readonly 'key-revoke': KeyRow;
  /** Whether this instance issued the key. If so, the key has been revoked. */
  readonly 'own-key-revoke': { readonly known: boolean };
  readonly 'key-used': null;
  /** The token cannot be shown again, because only its hash is stored. */
  readonly 'grant-issue': { readonly n: number; readonly token: string; readonly expiresAtMs: number };
  readonly 'grant-list': readonly GrantListing[];
  readonly 'grant-revoke': GrantListing;
  /** The token cannot be shown again. `trimmed` says whether whitespace around the pasted install id was removed. */
  readonly 'own-grant-issue':
    | { readonly token: string; readonly expiresAtMs: number; readonly trimmed: boolean }
    /** A sentence for the person who requested the grant. */
    | { readonly refused: string };
  /** Whether the token belonged to a grant issued by an install's holder. If so, the grant has been revoked. */
  readonly 'own-grant-revoke': { readonly known: boolean };
  /** `records` is null if the install was unknown. */
  readonly erase: { readonly records: number | null };
  /** Counts of the data that an erasure would remove, and a ticket that confirms it. Null if nothing of the install is stored. */
  readonly 'own-erase-preview': { readonly holdings: InstallHoldings; readonly ticket: string } | null;
  /** Null if the ticket is unknown, used or expired. `records` is null if the install was erased in the meantime. */
  readonly 'own-erase': { readonly records: number | null } | null;
  readonly withhold: { readonly records: number };
  readonly lift: { readonly records: number };
  readonly 'clear-orders': null;
  /** Null if no upload is stored under this id. */
  readonly upload: UploadContents | null;
  readonly session: SessionUploads;
}

/**
 * A request to the owner of uploads.db. It comes from an operator's command (contract, section 7) or, if `op` starts
 * with `own`, from a visitor of /connect who manages their own key or install.
 */
export type OperatorCommand =
  | { readonly op: 'key-create'; readonly label: string }
  /** Lists at most LIST_ROWS_MAX keys with numbers above `after`. */
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
      /** The text that the visitor pasted, untrimmed. */
      readonly installId: string;
      readonly days: number;
    }
  | { readonly op: 'own-grant-revoke'; readonly token: string }
  | { readonly op: 'erase'; readonly installId: string }
  | { readonly op: 'own-erase-preview'; readonly installId: string }
  | { readonly op: 'own-erase'; readonly ticket: string }
  | { readonly op: 'withhold'; readonly installId: string; readonly reason: string }
  | { readonly op: 'lift'; readonly installId: string }
  | { readonly op: 'clear-orders'; readonly upTo: number }
  | { readonly op: 'upload'; readonly uploadId: string }
  /** Names at most SESSION_UPLOADS_MAX uploads of a session. */
  | { readonly op: 'session'; readonly session: string };

export interface OwnerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  /** Returns the game of the instance, or null, the default, if it is not settled. */
  readonly game?: () => Game | null;
}

type Message = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isCountOrNull: Check = (value) => value === null || isCount(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isHash: Check = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value as string);
const isDay: Check = (value) => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value as string);

/** The fields of all commands, each with the check for its value. */
const FIELDS: {
  readonly [Op in OperatorCommand['op']]: Readonly<
    Record<Exclude<keyof Extract<OperatorCommand, { op: Op }>, 'op'>, Check>
  >;
} = {
  'key-create': { label: isText },
  'key-list': { after: isCount },
  'key-revoke': { n: isCount },
  'own-key-revoke': { key: isText },
  'key-used': { keyHash: isHash, day: isDay },
  'grant-issue': {
    categories: isTexts,
    guildName: isTextOrNull,
    realm: isTextOrNull,
    character: isTextOrNull,
    installId: isTextOrNull,
    days: isCount,
  },
  'grant-list': { after: isCount },
  'grant-revoke': { n: isCountOrNull, token: isTextOrNull },
  'own-grant-issue': { categories: isTexts, installId: isText, days: isCount },
  'own-grant-revoke': { token: isText },
  erase: { installId: isText },
  'own-erase-preview': { installId: isText },
  'own-erase': { ticket: isText },
  withhold: { installId: isText, reason: isText },
  lift: { installId: isText },
  'clear-orders': { upTo: isCount },
  upload: { uploadId: isText },
  session: { session: isText },
};

const UNKNOWN =
  'The running instance does not know this command: it runs another release than the program that asked. Use the same release for both.';

/** Validates a command received over the socket. The error does not quote the message, which may contain a secret. */
export function readOperatorCommand(message: unknown): Result<OperatorCommand, string> {
  if (typeof message !== 'object' || message === null) return err(UNKNOWN);
  const { op } = message as Message;
  if (typeof op !== 'string' || !Object.hasOwn(FIELDS, op)) return err(UNKNOWN);
  const fields = Object.entries<Check>(FIELDS[op as OperatorCommand['op']]);
  if (!fields.every(([name, check]) => check((message as Message)[name]))) return err(UNKNOWN);
  return ok(message as OperatorCommand);
}
