import type { Transaction } from '@libsql/client';
import { CHANGE_LOG_MS, logChange } from '../../../../domain/families/lookups/change_log.ts';
import type { Change } from '../../../../domain/ports/change_log.ts';
import { slicesOf } from '../../../../domain/values/slices.ts';

/** Rules for logging the changes in a snapshot. */
export interface LogRules {
  /** True if no changes are logged. */
  readonly silent: boolean;
  /** True if withdrawn subjects are removed from the log instead of being named in it. */
  readonly erased: boolean;
}

/** The parts of one snapshot's lines, in the order in which they are logged. */
const ORDER = ['drops', 'edges gone', 'edges', 'facts'] as const;

/** Number of lines written at a time, which limits the JSON held in memory. */
const LINES_AT_ONCE = 5_000;

/**
 * Creates a temporary table that collects the lines of a snapshot until the snapshot is complete. The number of lines
 * is unlimited, and each line is written once. The table contains only lines that the log will publish.
 */
export async function beginLog(tx: Transaction): Promise<void> {
  await tx.execute('drop table if exists temp.coming_lines');
  await tx.execute(`create temp table coming_lines (
    n integer primary key, part integer, change text, family text, subject text, field text,
    unique (family, subject, field, change))`);
}

/** Collects changes for the log, and deletes existing log lines of subjects that must no longer be named. */
export async function noteChanges(
  tx: Transaction,
  { silent, erased }: LogRules,
  part: (typeof ORDER)[number],
  changes: readonly Change[],
): Promise<void> {
  if (silent) return;
  for (const some of slicesOf(changes, LINES_AT_ONCE)) {
    const { lines, forgotten } = logChange(some, { erased, forgetsWithdrawn: false });
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

/** Implements `withoutWithdrawn` in SQL. */
const FORGET_FALLEN = `delete from changes where n <= (
  select max(n) from changes as fell
  where fell.family = changes.family and fell.subject = changes.subject and fell.change = 'withdrawn')`;

/**
 * Writes the collected lines to the log, and deletes lines that have reached their maximum age. If `forgetsWithdrawn`
 * is true, it also deletes each subject's lines up to its last withdrawal.
 */
export async function finishLog(
  tx: Transaction,
  atMs: number,
  { forgetsWithdrawn }: { readonly forgetsWithdrawn: boolean },
): Promise<void> {
  await tx.execute({ sql: 'delete from changes where at_ms < ?', args: [BigInt(atMs - CHANGE_LOG_MS)] });
  if (forgetsWithdrawn) await tx.execute(FORGET_FALLEN);
  await tx.execute({
    sql: `insert into changes (at_ms, change, family, subject, field)
          select ?, change, family, subject, field from coming_lines order by part, n`,
    args: [BigInt(atMs)],
  });
  await tx.execute('drop table temp.coming_lines');
}
