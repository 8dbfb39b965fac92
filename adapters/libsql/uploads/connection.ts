import { type Connection, readValue, runInTransaction, type Transaction } from '../database.ts';
import { tryEmptyingLog } from '../scrub.ts';
import { ignoreStorageError, readStorageCode } from '../storage_error.ts';

/** uploads.db, open for writing, and its secret key. */
export interface OpenUploads {
  readonly client: Connection;
  readonly feedKey: string;
}

/** Type of a call on the database. A failed `read` cannot have left an incomplete commit behind. */
type WorkKind = 'read' | 'write';

/** Runs `work` on the open database after all earlier calls. Pass `read` if `work` only reads. Defaults to `write`. */
export type RunWork = <T>(work: (open: OpenUploads) => Promise<T>, kind?: WorkKind) => Promise<T>;

/** Returns a function that runs `work` in one transaction, after all earlier calls. */
export function createTransactionRunner(run: RunWork) {
  return <T>(work: (tx: Transaction, feedKey: string) => Promise<T>): Promise<T> =>
    run(({ client, feedKey }) => runInTransaction(client, (tx) => work(tx, feedKey)));
}

/** Returns a function that runs tasks one at a time, in order. A failed task does not stop the next one. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/**
 * Returns whether to close the connection after an error. Opening a new connection costs a checkpoint and all checks of
 * a start, and clients may be able to cause errors. So the connection is kept if a new one would not help: after a bug
 * or a constraint violation, if a stored value is damaged, or if a read found damaged pages or was blocked.
 */
export function shouldReconnect(error: unknown, kind: WorkKind): boolean {
  const code = readStorageCode(error);
  if (code === null || VALUE_ERRORS.has(code)) return false;
  return kind === 'write' || !READ_ERROR_CODES.test(code);
}

/** Codes of errors caused by a single damaged value. */
const VALUE_ERRORS: ReadonlySet<string> = new Set(['TEXT_DAMAGED', 'JSON_DAMAGED', 'NUMBER_DAMAGED', 'SQLITE_TOOBIG']);

/** Codes of read errors that would also occur on a new connection. */
const READ_ERROR_CODES = /^SQLITE_(?:CORRUPT|BUSY|LOCKED|INTERRUPT|NOMEM)/;

/**
 * Removes the remains of a commit whose fsync failed. Its pages are complete in the write-ahead log. This connection
 * ignores them, but after a crash the next process would recover them from the log and bring back an upload that was
 * answered with 503 (seen with a failing fsync). So this function empties the log. If a reader blocks that, it
 * overwrites the pages with a commit that changes nothing: SQLite ignores old frames that follow a newer commit. If the
 * disk fails again, nothing more is done; the upload is still not confirmed.
 */
export async function discardFailedCommit(client: Connection): Promise<void> {
  await ignoreStorageError(async () => {
    if ((await ignoreStorageError(() => tryEmptyingLog(client))) === true) return;
    const version = Number(await readValue(client, 'pragma user_version'));
    // SQLite writes the page of user_version even if the value is unchanged.
    await client.execute(`pragma user_version=${version}`);
  });
}
