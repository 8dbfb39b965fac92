import type { Transaction } from '@libsql/client';
import { CHANGE_LOG_MS, logChange } from '../../../../domain/families/lookups/change_log.ts';
import type { Change } from '../../../../domain/ports/change_log.ts';

/** How a snapshot's changes go into the log. */
export interface LogRules {
  /** They do not. */
  readonly silent: boolean;
  /** Subjects that fell are forgotten instead of named. */
  readonly erased: boolean;
}

/** What the lines of one snapshot are about, in the order in which they stand in the log. */
const ORDER = ['drops', 'edges gone', 'edges', 'facts'] as const;

/** Lines written at a time: what bounds the JSON in hand. */
const LINES_AT_ONCE = 5_000;

/**
 * The lines of a snapshot wait in a table of the connection's own until it is complete: there may be any number of them,
 * and each is written once. What lies there is as public as the log.
 */
export async function beginLog(tx: Transaction): Promise<void> {
  await tx.execute('drop table if exists temp.coming_lines');
  await tx.execute(`create temp table coming_lines (
    n integer primary key, part integer, change text, family text, subject text, field text,
    unique (family, subject, field, change))`);
}

/** Notes what changed, and takes subjects out of the log that are not to be named any more. */
export async function noteChanges(
  tx: Transaction,
  { silent, erased }: LogRules,
  part: (typeof ORDER)[number],
  changes: readonly Change[],
): Promise<void> {
  if (silent) return;
  for (let from = 0; from < changes.length; from += LINES_AT_ONCE) {
    const { lines, forgotten } = logChange(changes.slice(from, from + LINES_AT_ONCE), {
      erased,
      forgetsFallen: false,
    });
    if (forgotten.length > 0) {
      await tx.execute({
        sql: `delete from changes where (family, subject) in (select value->>0, value->>1 from json_each(?))`,
        args: [JSON.stringify(forgotten.map(({ family, subject }) => [family, subject]))],
      });
    }
    await tx.execute({
      sql: `insert or ignore into coming_lines (part, change, family, subject, field)
            select ?, value->>0, value->>1, value->>2, value->>3 from json_each(?) order by key`,
      args: [
        BigInt(ORDER.indexOf(part)),
        JSON.stringify(lines.map(({ change, family, subject, field }) => [change, family, subject, field])),
      ],
    });
  }
}

/** As `withoutFallen` has it. */
const FORGET_FALLEN = `delete from changes where n <= (
  select max(n) from changes as fell
  where fell.family = changes.family and fell.subject = changes.subject and fell.change = 'withdrawn')`;

/**
 * Writes the lines that were noted, and forgets those that are kept long enough. `forgetsFallen`: of every subject those up
 * to the newest by which something of it fell.
 */
export async function finishLog(
  tx: Transaction,
  atMs: number,
  { forgetsFallen }: { readonly forgetsFallen: boolean },
): Promise<void> {
  await tx.execute({ sql: 'delete from changes where at_ms < ?', args: [BigInt(atMs - CHANGE_LOG_MS)] });
  if (forgetsFallen) await tx.execute(FORGET_FALLEN);
  await tx.execute({
    sql: `insert into changes (at_ms, change, family, subject, field)
          select ?, change, family, subject, field from coming_lines order by part, n`,
    args: [BigInt(atMs)],
  });
  await tx.execute('drop table temp.coming_lines');
}
