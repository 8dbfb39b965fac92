import type { Transaction } from '@libsql/client';
import { type Coverage, coverage, idOfCoverage } from '../../../../domain/families/coverage.ts';
import { type EntityMention, MENTIONING_FAMILIES, namingsIn } from '../../../../domain/families/lookups/mentioned.ts';
import type { FactBody, FactUpdate } from '../../../../domain/ports/facts.ts';
import type { SnapshotPart } from '../../../../domain/ports/snapshots.ts';
import { jsonRows } from '../../database.ts';
import { insertRows, overwrite } from '../../insert_rows.ts';
import { ANYWHERE_ID } from '../list_counts.ts';
import type { NoteChanged } from './changed.ts';
import type { ChangedFact } from './changed_fact.ts';
import {
  addCount,
  COVERAGE_COUNTS,
  type CountChanges,
  FACT_COUNTS,
  keepListCounts,
  MENTION_COUNTS,
} from './counts_writer.ts';
import { type TouchedEntities, touchNamed } from './entities_writer.ts';
import { writeMapPins } from './map_pins_writer.ts';

/**
 * Maximum number of facts to write at a time, and maximum bytes of stored facts to read for comparison. Both limit the
 * JSON held in memory.
 */
const FACTS_AT_ONCE = 2_000;
const STORED_BYTES_MAX = 4_000_000;

/**
 * Writes facts. Changed facts are updated, and unchanged facts are not written. Facts that are no longer public are
 * deleted, as is every subject of `wholeFamilies` that is not given. Notes the changed facts, and adds the entities whose
 * entries may have changed to `touched`.
 */
export async function writeFacts(
  tx: Transaction,
  { facts, wholeFamilies }: Pick<SnapshotPart, 'facts' | 'wholeFamilies'>,
  touched: TouchedEntities,
  note: NoteChanged,
): Promise<void> {
  const stated = wholeFamilies.length === 0 ? facts : [...facts, ...(await findUnlisted(tx, facts, wholeFamilies))];
  for (let from = 0; from < stated.length; ) {
    const some = stated.slice(from, from + FACTS_AT_ONCE);
    const { stored, cut } = await readStored(tx, some);
    const changed = await stateSome(tx, some.slice(0, cut), stored, touched);
    await note(changed.map(({ family, subject, before, after }) => ({ list: family, key: subject, before, after })));
    from += cut;
  }
}

/**
 * Reads the stored bodies of these facts, by index in the list, up to a limit of bytes. `cut` is the index of the first
 * fact that was not read.
 */
async function readStored(
  tx: Transaction,
  facts: readonly FactUpdate[],
): Promise<{ readonly stored: ReadonlyMap<number, string>; readonly cut: number }> {
  const rows = await jsonRows<readonly [index: number, body: string | null]>(
    tx,
    `select json_group_array(json_array(i, iif(upto <= ${STORED_BYTES_MAX} or upto = bytes, body, null))) from (
       select i, body, bytes, sum(bytes) over (order by i rows unbounded preceding) as upto from (
         select asked.key as i, f.body, octet_length(f.body) as bytes from json_each(?) as asked
         cross join facts as f on f.family = asked.value->>0 and f.subject = asked.value->>1))`,
    [JSON.stringify(facts.map(({ family, subject }) => [family, subject]))],
  );
  const first = rows.find(([, body]) => body === null);
  const read = rows.filter((row): row is readonly [number, string] => row[1] !== null);
  return { stored: new Map(read), cut: first?.[0] ?? facts.length };
}

/** Returns withdrawals of those stored facts of these families that are not among the given facts. */
async function findUnlisted(
  tx: Transaction,
  facts: readonly FactUpdate[],
  families: readonly string[],
): Promise<readonly FactUpdate[]> {
  const gone: FactUpdate[] = [];
  for (const family of families) {
    const stated = new Set(facts.filter((fact) => fact.family === family).map(({ subject }) => subject));
    const stored = await jsonRows<string>(tx, 'select json_group_array(subject) from facts where family = ?', [family]);
    for (const subject of stored) if (!stated.has(subject)) gone.push({ family, subject, body: null });
  }
  return gone;
}

/** Writes facts and returns those that changed. */
async function stateSome(
  tx: Transaction,
  facts: readonly FactUpdate[],
  subjects: ReadonlyMap<number, string>,
  touched: TouchedEntities,
): Promise<readonly ChangedFact[]> {
  const changed = facts
    .map(({ family, subject, body }, i) => {
      const after = body === null ? null : JSON.stringify(body);
      return { family, subject, before: subjects.get(i) ?? null, after };
    })
    .filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  await tx.execute({
    sql: `delete from facts where (family, subject) in (select value->>0, value->>1 from json_each(?))`,
    args: [
      JSON.stringify(changed.filter(({ after }) => after === null).map(({ family, subject }) => [family, subject])),
    ],
  });
  await insertRows(
    tx,
    'facts',
    'family, subject, body',
    changed.filter(({ after }) => after !== null).map(({ family, subject, after }) => [family, subject, after]),
    overwrite('body'),
  );
  await keepListCounts(tx, FACT_COUNTS, sumFactCounts(changed));
  for (const { family, subject } of changed) touchNamed(touched, family, subject);
  await writeMentions(tx, changed, touched);
  await writeMapPins(tx, changed);
  await writeCoverage(tx, changed);
  return changed;
}

/** Counts how many facts each family, and each owner in a family, gained or lost. */
function sumFactCounts(changed: readonly ChangedFact[]): CountChanges {
  const counts: CountChanges = new Map();
  for (const { family, subject, before, after } of changed) {
    const by = Number(after !== null) - Number(before !== null);
    // Subjects such as `<npc id>:<item id>` have an owner.
    const owner = subject.slice(0, Math.max(0, subject.indexOf(':')));
    addCount(counts, [family, ''], by);
    if (owner !== '') addCount(counts, [family, owner], by);
  }
  return counts;
}

/** Updates the list of queued subjects after facts have changed. Must run in the transaction that writes the facts. */
async function writeCoverage(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const moved = changed.filter(({ family }) => family === coverage.name);
  if (moved.length === 0) return;
  const removed: CoverageRow[] = [];
  const added: CoverageRow[] = [];
  for (const { subject, before, after } of moved) {
    const [rowsBefore, rowsAfter] = [coverageRows(subject, before), coverageRows(subject, after)];
    for (const [key, row] of rowsBefore) if (!rowsAfter.has(key)) removed.push(row);
    for (const [key, row] of rowsAfter) if (!rowsBefore.has(key)) added.push(row);
  }
  await tx.execute({
    // SQLite uses the whole key only if the first column of the list is text and is cast to text (seen in query plans).
    sql: `delete from coverage where (kind, zone, missing, id) in (
            select cast(value->>1 as text), value->>0, value->>2, value->>3 from json_each(?))`,
    args: [JSON.stringify(removed)],
  });
  await insertRows(tx, 'coverage', 'zone, kind, missing, id', added);
  const counts: CountChanges = new Map();
  for (const row of removed) countChange(counts, row, -1);
  for (const row of added) countChange(counts, row, 1);
  await keepListCounts(tx, COVERAGE_COUNTS, counts);
}

type CoverageRow = readonly [zone: number, kind: string, missing: number, id: number];

/** Returns the coverage rows of a subject, each under a string that identifies it. */
function coverageRows(subject: string, body: string | null): ReadonlyMap<string, CoverageRow> {
  if (body === null) return new Map();
  const { missing, zones } = JSON.parse(body) as Coverage;
  const id = idOfCoverage(subject);
  const rows = Object.entries(missing).flatMap(([kind, installs]) =>
    [ANYWHERE_ID, ...zones].map((zone): CoverageRow => [zone, kind, installs, id]),
  );
  return new Map(rows.map((row) => [row.join(' '), row]));
}

function countChange(counts: CountChanges, [zone, kind, missing]: CoverageRow, by: 1 | -1): void {
  for (const ofKind of [kind, '']) for (const installs of [missing, 0]) addCount(counts, [zone, ofKind, installs], by);
}

const MENTIONING_FAMILY_NAMES: ReadonlySet<string> = new Set(MENTIONING_FAMILIES);

/** Updates the list of mentions after facts have changed. Must run in the transaction that writes the facts. */
async function writeMentions(
  tx: Transaction,
  changed: readonly ChangedFact[],
  touched: TouchedEntities,
): Promise<void> {
  const naming = changed.filter(({ family }) => MENTIONING_FAMILY_NAMES.has(family));
  if (naming.length === 0) return;
  await tx.execute({
    sql: 'delete from mentions where (family, subject) in (select value->>0, value->>1 from json_each(?))',
    args: [JSON.stringify(naming.map(({ family, subject }) => [family, subject]))],
  });
  const rows: unknown[] = [];
  const counts: CountChanges = new Map();
  for (const { family, subject, before, after } of naming) {
    const count = ({ type, id, member }: EntityMention, by: number) => {
      addCount(counts, [type, id, family, member], by);
      touched.add(`${type}:${id}`);
    };
    for (const one of listMentions(family, subject, before)) count(one, -1);
    for (const one of listMentions(family, subject, after)) {
      count(one, 1);
      rows.push([one.type, one.id, family, one.member, subject]);
    }
  }
  await tx.execute({
    sql: `insert into mentions (type, id, family, member, chars, subject)
          select value->>0, value->>1, value->>2, value->>3, length(value->>4), value->>4 from json_each(?)`,
    args: [JSON.stringify(rows)],
  });
  await keepListCounts(tx, MENTION_COUNTS, counts);
}

/** Returns the entities named in a fact, each once per member that names it. */
function listMentions(family: string, subject: string, body: string | null): readonly EntityMention[] {
  if (body === null) return [];
  const namings = namingsIn(family, { subject, body: JSON.parse(body) as FactBody });
  return [...new Map(namings.map((one) => [`${one.type} ${one.id} ${one.member}`, one])).values()];
}
