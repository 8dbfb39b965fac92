import type { ChangeLine, ChangeQuery } from '../../../../domain/ports/change_log.ts';
import { jsonRows, type Runner } from '../../database.ts';

type LineRow = readonly [n: number, atMs: number, change: ChangeLine['change'], family: string, ...rest: Rest];
type Rest = readonly [subject: string, field: string];

/** Returns lines of the change log, newest first. Their numbers ascend with time. */
export async function readChangesBy(runner: Runner, query: ChangeQuery): Promise<readonly ChangeLine[]> {
  const { sinceMs, families, subjectPrefix, limit } = query;
  const rows: LineRow[] = [];
  // One query per family, so that each can use its index however long the log is.
  for (const family of families ?? [null]) {
    const where = [
      'n >= coalesce((select n from changes where at_ms >= ?1 order by at_ms, n limit 1), 9223372036854775807)',
      ...(family === null ? [] : ['family = ?3']),
      ...whereSubject(family, subjectPrefix),
    ];
    rows.push(
      ...(await jsonRows<LineRow>(
        runner,
        `select json_group_array(json_array(n, at_ms, change, family, subject, field)) from (
           select n, at_ms, change, family, subject, field from changes
           where ${where.join(' and ')} order by n desc limit ?2)`,
        [BigInt(sinceMs), BigInt(limit), family, subjectPrefix],
      )),
    );
  }
  return rows
    .sort(([a], [b]) => b - a)
    .slice(0, limit)
    .map(([, atMs, change, family, subject, field]) => ({ atMs, change, family, subject, field }));
}

/** Families whose subjects begin with a kind and a colon, which an index covers. */
const KIND_FIRST: ReadonlySet<string> = new Set(['drops', 'edges']);

function whereSubject(family: string | null, prefix: string): readonly string[] {
  if (prefix === '') return [];
  if (family === null || !KIND_FIRST.has(family) || !/^[a-z_]+:$/.test(prefix)) {
    return ['substr(subject, 1, length(?4)) = ?4'];
  }
  return [`family in ('drops', 'edges')`, `substr(subject, 1, instr(subject, ':')) = ?4`];
}
