import type { Client, Transaction } from '@libsql/client';
import { EDGE_GROUPS } from '../../../domain/families/edges.ts';
import { keptLines } from '../../../domain/families/lookups/change_log.ts';
import type { Change, ChangeLine } from '../../../domain/ports/change_log.ts';
import { slicesOf } from '../../../domain/values/slices.ts';
import { inTransaction, jsonRows, type Runner } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { GATHERING_TABLES } from './drop_rows.ts';

/** Number of lines written at a time, which limits the JSON held in memory. */
const LINES_AT_ONCE = 10_000;

/** Returns every line of the change log, oldest first. */
export function readChanges(runner: Runner): Promise<readonly ChangeLine[]> {
  return jsonRows<ChangeLine>(
    runner,
    `select json_group_array(json_object('atMs', at_ms, 'change', change, 'family', family, 'subject', subject,
       'field', field)) from (select * from changes order by n)`,
  );
}

/** Inserts lines of an earlier epoch before the existing lines of this log. */
export async function insertEarlierLines(
  client: Client,
  lines: readonly ChangeLine[],
  forgetsWithdrawn: boolean,
): Promise<void> {
  await inTransaction(client, async (tx) => {
    const own = await readChanges(tx);
    const carried = await keptLines(lines, (changes) => arePublic(tx, changes), forgetsWithdrawn);
    await tx.execute('delete from changes');
    const rows = [...carried, ...own].map((line) => [line.atMs, line.change, line.family, line.subject, line.field]);
    await insertRows(tx, 'changes', 'at_ms, change, family, subject, field', rows, 'order by key');
  });
}

/**
 * Checks in SQL whether fields of a family are public. `ask` turns a change into JSON, and the SQL condition `holds`
 * reads that JSON as `asked.value`.
 */
interface Question {
  readonly ask: (change: Change) => unknown;
  readonly holds: string;
}

const OF_DROPS: Question = {
  ask: ({ subject }) => idOf(subject),
  holds: `exists (select 1 from drop_sources as s
    where s.source_type = asked.value->>0 and s.source_id = asked.value->>1)`,
};

const OF_GATHERING: Question = {
  ask: ({ subject, field }) => {
    const [kind, id] = idOf(subject);
    return [`${field}:${kind}`, id];
  },
  holds: OF_DROPS.holds.replace('drop_sources', GATHERING_TABLES.sources),
};

const OF_EDGES: Question = {
  ask: ({ subject, field }) => {
    const [kind, id] = idOf(subject);
    const groups = EDGE_GROUPS.filter(({ rel, fromKind }) => rel === field && fromKind === kind);
    return [groups.map(({ name }) => name), id];
  },
  holds: `exists (select 1 from json_each(asked.value->0) as g cross join edges as e
    on e.grp = g.value and e.from_id = asked.value->>1 and e.withdrawn_n is null)`,
};

const OF_FACTS: Question = {
  ask: ({ family, subject, field }) => [family, subject, field],
  holds: `exists (select 1 from facts as f cross join json_each(f.body) as member
    where f.family = asked.value->>0 and f.subject = asked.value->>1 and member.key = asked.value->>2)`,
};

const QUESTIONS: Readonly<Record<string, Question>> = { drops: OF_DROPS, gathering: OF_GATHERING, edges: OF_EDGES };

function questionOf(family: string): Question {
  return QUESTIONS[family] ?? OF_FACTS;
}

/** Parses a subject such as `npc:5`. */
function idOf(subject: string): [kind: string, id: number] {
  const [kind = '', id] = subject.split(':');
  return [kind, Number(id)];
}

/** Returns, for each change, whether its field is public now. */
async function arePublic(tx: Transaction, changes: readonly Change[]): Promise<readonly boolean[]> {
  const isPublic = changes.map(() => false);
  for (const question of [...Object.values(QUESTIONS), OF_FACTS]) {
    const own = [...changes.keys()].filter((i) => questionOf(changes[i]!.family) === question);
    for (const some of slicesOf(own, LINES_AT_ONCE)) {
      const holding = await jsonRows<number>(
        tx,
        `select json_group_array(asked.key) from json_each(?) as asked where ${question.holds}`,
        [JSON.stringify(some.map((i) => question.ask(changes[i]!)))],
      );
      for (const i of holding) isPublic[some[i]!] = true;
    }
  }
  return isPublic;
}
