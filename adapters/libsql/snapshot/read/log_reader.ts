import type { ChangeLine, ChangeQuery, ChangeReader } from '../../../../domain/ports/change_log.ts';
import type { SnapshotLog, SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { type Runner, readJson } from '../../database.ts';
import { SNAPSHOT_JSON } from '../row.ts';
import { createRowReader, type Query } from './query.ts';

/** Creates a reader of the snapshot rows and the change log. */
export function createLogReader(query: Query): SnapshotLog & ChangeReader {
  const readRows = createRowReader(query);
  return {
    row: async (n) => {
      const sql = `select json_group_array(${SNAPSHOT_JSON}) from snapshots where n = ?`;
      return (await readRows<SnapshotRow>(sql, [BigInt(n)]))[0] ?? null;
    },
    rows: (ns) =>
      readRows(
        `select json_group_array(${SNAPSHOT_JSON}) from (
           select s.* from (select distinct value from json_each(?)) as asked cross join snapshots as s on s.n = asked.value
           order by s.n)`,
        [JSON.stringify(ns)],
      ),
    firstWith: async (seq) => {
      const [row] = await readRows<Pick<SnapshotRow, 'n' | 'writtenAtMs'>>(
        `select json_group_array(json_object('n', n, 'writtenAtMs', written_at_ms)) from (
           select n, written_at_ms from snapshots where seq >= ? order by seq, n limit 1)`,
        [BigInt(seq)],
      );
      return row ?? null;
    },
    publications: (subjects, sinceMs, limit) => {
      const asked = JSON.stringify(subjects.map(({ family, subject }) => [family, subject]));
      return readRows(SELECT_PUBLICATIONS, [asked, BigInt(sinceMs), BigInt(limit)]);
    },
    newDrops: (limit) =>
      readRows(
        `select json_group_array(subject) from (
           select subject from changes indexed by changes_of_new_drops
           where family = 'edges' and field = 'dropped_by' and change = 'became-public' order by n desc limit ?)`,
        [BigInt(limit)],
      ),
    changes: (which) => query((client) => readChanges(client, which)),
  };
}

/** SQL for the number of the first line at or after the time `?2`. Line numbers increase with time. */
function selectFirstLine(time: string): string {
  return `coalesce((select n from changes where at_ms >= ${time} order by at_ms, n limit 1), 9223372036854775807)`;
}

/** The index also contains `n`, so each subject costs one search, however many older lines it has. */
const SELECT_PUBLICATIONS = `
  select json_group_array(json_object('atMs', at_ms, 'change', change, 'family', family, 'subject', subject,
    'field', field)) from (
    select c.* from (select distinct value->>0 as family, value->>1 as subject from json_each(?1)) as asked
    cross join changes as c indexed by changes_by_subject on c.family = asked.family and c.subject = asked.subject
    where c.n >= ${selectFirstLine('?2')} and c.change in ('became-public', 'withdrawn') order by c.n limit ?3)`;

type ChangeRow = readonly [
  ...[n: number, atMs: number, change: ChangeLine['change'], family: string, subject: string, field: string],
];

async function readChanges(client: Runner, query: ChangeQuery): Promise<readonly ChangeLine[]> {
  const { sinceMs, families, subjectPrefix, subject, limit } = query;
  const rows: ChangeRow[] = [];
  // Runs one query per family, so that each can use its index however long the log is.
  for (const family of families ?? [null]) {
    const where = [
      `n >= ${selectFirstLine('?1')}`,
      ...(family === null ? [] : ['family = ?3']),
      ...(subject === undefined ? filterBySubject(family, subjectPrefix) : [IS_OF_SUBJECT]),
    ];
    const index = subject === undefined ? '' : 'indexed by changes_by_subject';
    const found = await readJson<ChangeRow>(
      client,
      `select json_group_array(json_array(n, at_ms, change, family, subject, field)) from (
         select n, at_ms, change, family, subject, field from changes ${index}
         where ${where.join(' and ')} order by n desc limit ?2)`,
      [BigInt(sinceMs), BigInt(limit), family, subject ?? subjectPrefix],
    );
    rows.push(...found);
  }
  return rows
    .sort(([a], [b]) => b - a)
    .slice(0, limit)
    .map(([, atMs, change, family, subject, field]) => ({ atMs, change, family, subject, field }));
}

/** Families whose subjects begin with a kind and a colon, a prefix that an index covers. */
const KIND_FAMILIES: ReadonlySet<string> = new Set(['drops', 'edges']);

/** The character after a colon ends the range of subjects that begin with the subject and a colon. */
const IS_OF_SUBJECT = `(subject = ?4 or (subject > ?4 || ':' and subject < ?4 || ';'))`;

function filterBySubject(family: string | null, prefix: string): readonly string[] {
  if (prefix === '') return [];
  if (family === null || !KIND_FAMILIES.has(family) || !/^[a-z_]+:$/.test(prefix)) {
    return ['substr(subject, 1, length(?4)) = ?4'];
  }
  return [`family in ('drops', 'edges')`, `substr(subject, 1, instr(subject, ':')) = ?4`];
}
