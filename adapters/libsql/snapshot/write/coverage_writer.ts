import type { Transaction } from '@libsql/client';
import { type Coverage, coverage, idOfCoverage } from '../../../../domain/families/coverage.ts';
import { insertRows } from '../../insert_rows.ts';
import type { ChangedFact } from './changed_fact.ts';
import { addCount, COVERAGE_COUNTS, type CountChanges, keepListCounts } from './counts_writer.ts';

/** Updates the list of queued subjects after facts changed. Must run in the transaction that writes the facts. */
export async function writeCoverage(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const moved = changed.filter(({ family }) => family === coverage.name);
  if (moved.length === 0) return;
  const removed: CoverageRow[] = [];
  const added: CoverageRow[] = [];
  for (const { subject, before, after } of moved) {
    const [rowsBefore, rowsAfter] = [rowsOf(subject, before), rowsOf(subject, after)];
    for (const [key, row] of rowsBefore) if (!rowsAfter.has(key)) removed.push(row);
    for (const [key, row] of rowsAfter) if (!rowsBefore.has(key)) added.push(row);
  }
  await tx.execute({
    // SQLite uses the whole key only if the first column of the list is text and cast to it (seen in query plans).
    sql: `delete from coverage where (kind, zone, missing, id) in (
            select cast(value->>1 as text), value->>0, value->>2, value->>3 from json_each(?))`,
    args: [JSON.stringify(removed)],
  });
  await insertRows(tx, 'coverage', 'zone, kind, missing, id', added);
  const counts: CountChanges = new Map();
  for (const row of removed) count(counts, row, -1);
  for (const row of added) count(counts, row, 1);
  await keepListCounts(tx, COVERAGE_COUNTS, counts);
}

type CoverageRow = readonly [zone: number, kind: string, missing: number, id: number];

/** The zone id under which every subject is counted. */
const ANYWHERE = 0;

/** Returns the rows of a subject by a text that identifies each. */
function rowsOf(subject: string, body: string | null): ReadonlyMap<string, CoverageRow> {
  if (body === null) return new Map();
  const { missing, zones } = JSON.parse(body) as Coverage;
  const id = idOfCoverage(subject);
  const rows = Object.entries(missing).flatMap(([kind, installs]) =>
    [ANYWHERE, ...zones].map((zone): CoverageRow => [zone, kind, installs, id]),
  );
  return new Map(rows.map((row) => [row.join(' '), row]));
}

function count(counts: CountChanges, [zone, kind, missing]: CoverageRow, by: 1 | -1): void {
  for (const ofKind of [kind, '']) for (const installs of [missing, 0]) addCount(counts, [zone, ofKind, installs], by);
}
