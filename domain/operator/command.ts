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

export interface OwnerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  /** Returns the game of the instance, or null, the default, if it is not settled. */
  readonly game?: () => Game | null;
}

type FieldCheck<T> = (value: unknown) => value is T;

const isText: FieldCheck<string> = (value) => typeof value === 'string';
const isTextOrNull: FieldCheck<string | null> = (value) => value === null || isText(value);
const isCount: FieldCheck<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isCountOrNull: FieldCheck<number | null> = (value) => value === null || isCount(value);
const isTextList: FieldCheck<readonly string[]> = (value) => Array.isArray(value) && value.every(isText);
const isHash: FieldCheck<string> = (value): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isDay: FieldCheck<string> = (value): value is string => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The fields of all commands, each with the check for its value. */
const COMMAND_FIELDS = {
  'key-create': { label: isText },
  /** Lists at most LIST_ROWS_MAX keys with numbers above `after`. */
  'key-list': { after: isCount },
  'key-revoke': { n: isCount },
  'own-key-revoke': { key: isText },
  'key-used': { keyHash: isHash, day: isDay },
  'grant-issue': {
    categories: isTextList,
    guildName: isTextOrNull,
    realm: isTextOrNull,
    character: isTextOrNull,
    installId: isTextOrNull,
    days: isCount,
  },
  'grant-list': { after: isCount },
  'grant-revoke': { n: isCountOrNull, token: isTextOrNull },
  /** `installId` is the text that the visitor pasted, untrimmed. */
  'own-grant-issue': { categories: isTextList, installId: isText, days: isCount },
  'own-grant-revoke': { token: isText },
  erase: { installId: isText },
  'own-erase-preview': { installId: isText },
  'own-erase': { ticket: isText },
  withhold: { installId: isText, reason: isText },
  lift: { installId: isText },
  'clear-orders': { upTo: isCount },
  upload: { uploadId: isText },
  /** Names at most SESSION_UPLOADS_MAX uploads of a session. */
  session: { session: isText },
} as const satisfies Readonly<Record<keyof OperatorAnswers, Readonly<Record<string, FieldCheck<unknown>>>>>;

type CheckedValue<C> = C extends FieldCheck<infer T> ? T : never;
type Commands = typeof COMMAND_FIELDS;

/**
 * A request to the owner of uploads.db. It comes from an operator's command (contract, section 7) or, if `op` starts
 * with `own`, from a visitor of /connect who manages their own key or install.
 */
export type OperatorCommand = {
  [Op in keyof Commands]: { readonly op: Op } & { readonly [F in keyof Commands[Op]]: CheckedValue<Commands[Op][F]> };
}[keyof Commands];

const UNKNOWN_COMMAND =
  'The running instance does not know this command: it runs another release than the program that asked. Use the same release for both.';

/** Validates a command received over the socket. The error does not quote the message, which may contain a secret. */
export function readOperatorCommand(message: unknown): Result<OperatorCommand, string> {
  if (typeof message !== 'object' || message === null) return err(UNKNOWN_COMMAND);
  const values = message as Readonly<Record<string, unknown>>;
  const op = values['op'];
  if (typeof op !== 'string' || !Object.hasOwn(COMMAND_FIELDS, op)) return err(UNKNOWN_COMMAND);
  const fields = Object.entries<FieldCheck<unknown>>(COMMAND_FIELDS[op as OperatorCommand['op']]);
  if (!fields.every(([name, check]) => check(values[name]))) return err(UNKNOWN_COMMAND);
  return ok(message as OperatorCommand);
}
