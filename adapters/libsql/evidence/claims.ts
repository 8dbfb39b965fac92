import type { Transaction } from '@libsql/client';
import {
  mergeClaims,
  removeClaims,
  type SubjectName,
  subjectKey,
  type TraitsByFamily,
  traitsOf,
} from '../../../domain/families/counting/claims.ts';
import { byText } from '../../../domain/families/counting/order.ts';
import type { InstallClaim, NamedRecord } from '../../../domain/ports/evidence.ts';
import { witnessNumbers } from '../../../domain/values/witnesses.ts';
import { jsonRows, nextTurn } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { chunkFrom, chunksOf, type SubjectNumbers } from './rows.ts';
import { changeTallies } from './tallies.ts';

/**
 * Adds claims from new records. Rows are read and written in key order, which is the order of the B-trees. If the
 * stored values are long, only a few rows are processed at a time.
 */
export async function addClaims(
  tx: Transaction,
  claims: readonly InstallClaim[],
  rollups: TraitsByFamily,
): Promise<void> {
  const ordered = inKeyOrder(claims);
  for (let from = 0; from < ordered.length; ) {
    const chunk = chunkFrom(ordered, from, ({ subject, field, value }) => subject.length + field.length + value.length);
    const numbers = await numberSubjects(tx, chunk);
    const { kept, cut } = await readKept(tx, chunk, numbers);
    const changes = mergeClaims(kept, chunk.slice(0, cut), rollups);
    await writeClaims(tx, changes.rows, numbers);
    const tallied = await changeTallies(tx, changes.tallies, numbers);
    await markDirty(tx, [...changes.dirty, ...tallied], numbers);
    from += cut;
    await nextTurn();
  }
}

export function inKeyOrder(claims: readonly InstallClaim[]): readonly InstallClaim[] {
  return claims.toSorted(
    (a, b) =>
      byText(a.rollup, b.rollup) || byText(a.subject, b.subject) || byText(a.field, b.field) || a.installN - b.installN,
  );
}

/** Assigns numbers to subjects that have none, and returns the numbers of all subjects. */
async function numberSubjects(tx: Transaction, claims: readonly SubjectName[]): Promise<SubjectNumbers> {
  const names = [...new Map(claims.map((claim) => [subjectKey(claim), claim])).values()];
  const args = [JSON.stringify(names.map(({ rollup, subject }) => [rollup, subject]))];
  await tx.execute({
    sql: `insert into subjects (rollup, subject) select value->>0, value->>1 from json_each(?) where true order by key
          on conflict do nothing`,
    args,
  });
  const rows = await jsonRows<readonly [i: number, n: number]>(
    tx,
    `select json_group_array(json_array(key, s.n)) from json_each(?) cross join subjects as s
       on s.rollup = value->>0 and s.subject = value->>1`,
    args,
  );
  return new Map(rows.map(([i, n]) => [subjectKey(names[i]!), n]));
}

/** Number of bytes of stored claim values read at a time. */
const VALUE_BYTES_MAX = 2_000_000;

/**
 * Reads the stored claims with the same keys as these claims, up to a limit of bytes. `cut` is the index of the first
 * claim that was not read.
 */
async function readKept(
  tx: Transaction,
  claims: readonly InstallClaim[],
  numbers: SubjectNumbers,
): Promise<{ readonly kept: readonly InstallClaim[]; readonly cut: number }> {
  const rows = await jsonRows<readonly [i: number, value: string | null, atMs: number, tie: string, firstMs: number]>(
    tx,
    `select json_group_array(json_array(i, iif(upto <= ${VALUE_BYTES_MAX} or upto = bytes, value, null),
       at_ms, tie, first_ms))
     from (select *, sum(bytes) over (order by i rows unbounded preceding) as upto
       from (select k.key as i, c.*, octet_length(c.value) as bytes
         from json_each(?) as k cross join claims as c
           on c.subject_n = k.value->>0 and c.field = k.value->>1 and c.install_n = k.value->>2))`,
    [JSON.stringify(claims.map((claim) => [numbers.get(subjectKey(claim)), claim.field, claim.installN]))],
  );
  const kept = rows.flatMap(([i, value, atMs, tie, firstMs]) =>
    value === null ? [] : [{ ...claims[i]!, value, atMs, tie, firstMs }],
  );
  return { kept, cut: rows.find(([, value]) => value === null)?.[0] ?? claims.length };
}

async function writeClaims(tx: Transaction, claims: readonly InstallClaim[], numbers: SubjectNumbers): Promise<void> {
  const rows = claims.map((claim) => {
    const { field, installN, value, atMs, tie, firstMs } = claim;
    return [numbers.get(subjectKey(claim)), field, installN, value, atMs, tie, firstMs];
  });
  const columns = 'subject_n, field, install_n, value, at_ms, tie, first_ms';
  await insertRows(tx, 'claims', columns, rows, `order by 1, 2, 3 ${overwrite('value, at_ms, tie, first_ms')}`);
}

async function markDirty(tx: Transaction, subjects: readonly SubjectName[], numbers: SubjectNumbers): Promise<void> {
  const rows = subjects.map((name) => [name.rollup, numbers.get(subjectKey(name))]);
  await insertRows(tx, 'dirty_subjects', 'rollup, subject_n', rows, 'order by 1, 2 on conflict do nothing');
}

/**
 * Returns the keys of a named record's claims: the record's number with each witness number of its install (IPv4 and
 * IPv6).
 */
function keysOfRecord({ seq, installN }: NamedRecord): readonly (readonly [number, string])[] {
  return witnessNumbers(installN).map((witness) => [witness, String(seq)]);
}

/** A stored claim together with the number of its subject. */
interface NumberedClaim extends InstallClaim {
  readonly n: number;
}

/** SQL for a `NumberedClaim` of the tables claims and subjects, as `c` and `s`. */
const CLAIM = `json_object('n', c.subject_n, 'rollup', s.rollup, 'subject', s.subject, 'field', c.field,
  'installN', c.install_n, 'value', c.value, 'atMs', c.at_ms, 'tie', c.tie, 'firstMs', c.first_ms)`;

/** Maximum number of claims to remove at a time. Fewer are removed if their values are long. */
const CLAIMS_A_ROUND = 10_000;

/** Removes all claims of an install. */
export async function removeAllClaims(tx: Transaction, installN: number, rollups: TraitsByFamily): Promise<void> {
  for (;;) {
    const rows = await jsonRows<NumberedClaim>(
      tx,
      `select json_group_array(${CLAIM})
       from (select *, sum(octet_length(value)) over (rows unbounded preceding) as upto
         from (select * from claims where install_n = ? limit ${CLAIMS_A_ROUND})) as c
       cross join subjects as s on s.n = c.subject_n
       where c.upto <= ${VALUE_BYTES_MAX} or c.upto = octet_length(c.value)`,
      [BigInt(installN)],
    );
    if (rows.length === 0) return;
    await takeOutRows(tx, rows, rollups);
  }
}

/** Removes the claims that single named records made in these roll-ups. */
export async function removeRecordClaims(
  tx: Transaction,
  records: readonly NamedRecord[],
  names: readonly string[],
  rollups: TraitsByFamily,
): Promise<void> {
  for (const chunk of chunksOf(records)) {
    const rows = await jsonRows<NumberedClaim>(
      tx,
      `select json_group_array(${CLAIM}) from json_each(?) as k
       cross join claims as c on c.install_n = k.value->>0 and c.field = k.value->>1
       cross join subjects as s on s.n = c.subject_n
       where s.rollup in (select value from json_each(?))`,
      [JSON.stringify(chunk.flatMap(keysOfRecord)), JSON.stringify(names)],
    );
    await takeOutRows(tx, rows, rollups);
  }
}

// SQLite uses the whole key to look up a list of rows only if its first column is text and is cast to text (seen in
// query plans).
async function takeOutRows(tx: Transaction, rows: readonly NumberedClaim[], rollups: TraitsByFamily): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute({
    sql: `delete from claims where (field, subject_n, install_n) in
          (select cast(value->>0 as text), value->>1, value->>2 from json_each(?))`,
    args: [JSON.stringify(rows.map(({ n, field, installN }) => [field, n, installN]))],
  });
  const numbers = new Map(rows.map((row) => [subjectKey(row), row.n]));
  const changes = removeClaims(rows, rollups);
  const tallied = await changeTallies(tx, changes.tallies, numbers);
  await markDirty(tx, [...changes.dirty, ...tallied], numbers);
  await forgetDaily(tx, rows, rollups);
}

/**
 * Deletes subjects of daily roll-ups that have no claims left. Such subjects are never marked dirty, so
 * `clearSubjectMarks` would not find them.
 */
async function forgetDaily(tx: Transaction, rows: readonly NumberedClaim[], rollups: TraitsByFamily): Promise<void> {
  const daily = rows.filter(({ rollup }) => traitsOf(rollups, rollup).shape === 'daily');
  if (daily.length === 0) return;
  await tx.execute({
    sql: `delete from subjects where n in (select value from json_each(?))
          and not exists (select 1 from claims as c where c.subject_n = subjects.n)`,
    args: [JSON.stringify(daily.map(({ n }) => n))],
  });
}

/** Clears the dirty marks, and deletes marked subjects that have no claims left. */
export async function clearSubjectMarks(tx: Transaction): Promise<void> {
  await tx.execute(
    `delete from subjects where n in (select subject_n from dirty_subjects)
     and not exists (select 1 from claims as c where c.subject_n = subjects.n)`,
  );
  await tx.execute('delete from dirty_subjects');
}
