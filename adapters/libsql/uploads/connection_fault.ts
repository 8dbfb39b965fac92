import { storageErrorCode } from '../storage_error.ts';

/** Kind of a call on the database. A failed `read` cannot have left an incomplete commit behind. */
export type WorkKind = 'read' | 'write';

/**
 * Whether to close the connection after an error. Opening a new one costs a checkpoint and all checks of a start, and
 * clients may be able to cause errors. So the connection is kept if a new one would not help: after a bug or a
 * constraint violation, if a stored value is damaged, or if a read found damaged pages or was blocked.
 */
export function shouldReconnect(error: unknown, kind: WorkKind): boolean {
  const code = storageErrorCode(error);
  if (code === null || VALUE_ERRORS.has(code)) return false;
  return kind === 'write' || !READ_ERRORS.test(code);
}

/** Errors caused by a single damaged value. */
const VALUE_ERRORS: ReadonlySet<string> = new Set(['TEXT_DAMAGED', 'JSON_DAMAGED', 'NUMBER_DAMAGED', 'SQLITE_TOOBIG']);

/** Errors of a read that a new connection would get, too. */
const READ_ERRORS = /^SQLITE_(?:CORRUPT|BUSY|LOCKED|INTERRUPT|NOMEM)/;
