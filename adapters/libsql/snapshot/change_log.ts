import { EDGE_GROUPS } from '../../../domain/families/edges.ts';
import type { ChangeLine } from '../../../domain/ports/change_log.ts';
import { type Connection, type Runner, readJson, runInTransaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { DELETE_WITHDRAWN_LINES } from './write/changed.ts';

/** Returns every line of the change log, oldest first. */
export function readChanges(runner: Runner): Promise<readonly ChangeLine[]> {
  return readJson<ChangeLine>(
    runner,
    `select json_group_array(json_object('atMs', at_ms, 'change', change, 'family', family, 'subject', subject,
       'field', field)) from (select * from changes order by n)`,
  );
}

/** Inserts lines of an earlier epoch before the existing lines of this log, as far as the new epoch may keep them. */
export async function carryChangeLines(
  client: Connection,
  lines: readonly ChangeLine[],
  forgetsWithdrawn: boolean,
): Promise<void> {
  await runInTransaction(client, async (tx) => {
    const own = await readChanges(tx);
    const insert = (some: readonly ChangeLine[]) => {
      const rows = some.map((line) => [line.atMs, line.change, line.family, line.subject, line.field]);
      return insertRows(tx, 'changes', 'at_ms, change, family, subject, field', rows, 'order by key');
    };
    await tx.execute('delete from changes');
    await insert(lines);
    await tx.execute({ sql: DELETE_HIDDEN_LINES, args: [JSON.stringify(EDGE_GROUPS)] });
    if (forgetsWithdrawn) await tx.execute(DELETE_WITHDRAWN_LINES);
    await insert(own);
  });
}

/** SQL for the kind and id of a line's subject, such as `npc:5`. */
const SUBJECT_KIND = `substr(subject, 1, instr(subject, ':') - 1)`;
const SUBJECT_ID = `cast(substr(subject, instr(subject, ':') + 1) as integer)`;

/** SQL that checks whether the field of a line is public now. `?1` is EDGE_GROUPS as JSON. */
const IS_PUBLIC_LINE = `case family
  when 'drops' then exists (select 1 from rows where list = 'sources' and key = ${SUBJECT_KIND} and a = ${SUBJECT_ID} and until = 0)
  when 'gathering' then exists (
    select 1 from rows where list = 'sources' and key = field || ':' || ${SUBJECT_KIND} and a = ${SUBJECT_ID} and until = 0)
  when 'edges' then exists (
    select 1 from json_each(?1) as g cross join rows as r on r.list = g.value->>'name' and r.key = '' and r.a = ${SUBJECT_ID}
    where g.value->>'rel' = field and g.value->>'fromKind' = ${SUBJECT_KIND} and r.until = 0)
  else exists (
    select 1 from facts as f cross join json_each(f.body) as member
    where f.family = newest.family and f.subject = newest.subject and member.key = newest.field)
  end`;

/**
 * Deletes all lines of a subject if the log says that one of its fields is public and this epoch does not publish that
 * field: it was withdrawn while the epoch was being built.
 */
const DELETE_HIDDEN_LINES = `delete from changes where (family, subject) in (
  select family, subject from (select family, subject, field, change, max(n) from changes group by family, subject, field)
    as newest
  where change in ('became-public', 'changed') and not ${IS_PUBLIC_LINE})`;
