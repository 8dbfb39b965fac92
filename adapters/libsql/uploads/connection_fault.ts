import { storageErrorCode } from '../storage_error.ts';

/** What a piece of work did when it failed: `read` changed nothing, so no commit of it can have been left half done. */
export type WorkKind = 'read' | 'write';

/**
 * Whether the connection is to be let go of after a failure. Opening another costs a checkpoint and a look at the whole
 * start of the database, and whoever may ask for something may make it fail. So it stays where another would do no
 * better: after a fault of the command itself (a bug, a constraint that it breaks), where what is stored is damaged,
 * and where a read found pages damaged or somebody in its way.
 */
export function shouldReconnect(error: unknown, kind: WorkKind): boolean {
  const code = storageErrorCode(error);
  if (code === null || OF_CONTENT.has(code)) return false;
  return kind === 'write' || !OF_READ.test(code);
}

/** One value that is not what was kept. */
const OF_CONTENT: ReadonlySet<string> = new Set(['TEXT_DAMAGED', 'JSON_DAMAGED', 'NUMBER_DAMAGED', 'SQLITE_TOOBIG']);

const OF_READ = /^SQLITE_(?:CORRUPT|BUSY|LOCKED|INTERRUPT|NOMEM)/;
