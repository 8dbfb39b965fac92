import type { InArgs } from '@libsql/client';
import {
  formatSubjectKey,
  mergeClaims,
  type RollupSubject,
  type RulesByFamily,
} from '../../../domain/families/counting/claims.ts';
import type { InstallClaim } from '../../../domain/ports/evidence.ts';
import type { RecordToReview } from '../../../domain/ports/pending_feed.ts';
import { listWitnessNumbers } from '../../../domain/values/witnesses.ts';
import { awaitEventLoop, readJson, type Transaction } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { splitIntoChunks } from './rows.ts';

/** The number of each subject, by `formatSubjectKey`. */
type SubjectNumbers = ReadonlyMap<string, number>;

/**
 * Adds claims from new records, no two with the same key. They should be in key order, which is the order of the
 * B-trees. If no claim is stored that may have the key of one of them (`areNew`), stored claims are not read.
 */
export async function addClaims(
  tx: Transaction,
  claims: Iterable<InstallClaim>,
  rollups: RulesByFamily,
  areNew = false,
): Promise<void> {
  for (const chunk of splitIntoChunks(claims, countClaimChars)) {
    const numbers = await numberSubjects(tx, chunk);
    for (let rest = chunk; rest.length > 0; ) {
      const { kept, cut } = areNew ? { kept: [], cut: rest.length } : await readKeptClaims(tx, rest, numbers);
      const changes = mergeClaims(kept, rest.slice(0, cut), rollups);
      await writeClaims(tx, changes.rows, numbers);
      await markSubjects(tx, changes.dirty, numbers);
      rest = rest.slice(cut);
      await awaitEventLoop();
    }
  }
}

function countClaimChars({ subject, field, value }: InstallClaim): number {
  return subject.length + field.length + value.length;
}

/** Assigns numbers to subjects that have none, and returns the numbers of all subjects. */
async function numberSubjects(tx: Transaction, claims: readonly RollupSubject[]): Promise<SubjectNumbers> {
  const names = [...new Map(claims.map((claim) => [formatSubjectKey(claim), claim])).values()];
  const args = [JSON.stringify(names.map(({ rollup, subject }) => [rollup, subject]))];
  await tx.execute({
    sql: `insert into subjects (rollup, subject) select value->>0, value->>1 from json_each(?) where true order by key
          on conflict do nothing`,
    args,
  });
  const rows = await readJson<readonly [i: number, n: number]>(
    tx,
    `select json_group_array(json_array(key, s.n)) from json_each(?) cross join subjects as s
       on s.rollup = value->>0 and s.subject = value->>1`,
    args,
  );
  return new Map(rows.map(([i, n]) => [formatSubjectKey(names[i]!), n]));
}

/** Number of bytes of stored claim values read at a time, which limits the memory. */
const VALUE_BYTES_MAX = 2_000_000;

/**
 * Reads the stored claims with the same keys as these claims, at their indexes, up to a limit of bytes. `cut` is the
 * index of the first claim that was not read.
 */
async function readKeptClaims(
  tx: Transaction,
  claims: readonly InstallClaim[],
  numbers: SubjectNumbers,
): Promise<{ readonly kept: readonly (InstallClaim | undefined)[]; readonly cut: number }> {
  const rows = await readJson<readonly [i: number, value: string | null, atMs: number, tie: string, firstMs: number]>(
    tx,
    `select json_group_array(json_array(i, iif(upto <= ${VALUE_BYTES_MAX} or upto = bytes, value, null),
       at_ms, tie, first_ms))
     from (select *, sum(bytes) over (order by i rows unbounded preceding) as upto
       from (select k.key as i, c.*, octet_length(c.value) as bytes
         from json_each(?) as k cross join claims as c
           on c.subject_n = k.value->>0 and c.field = k.value->>1 and c.install_n = k.value->>2))`,
    [JSON.stringify(claims.map((claim) => [numbers.get(formatSubjectKey(claim)), claim.field, claim.installN]))],
  );
  const kept = claims.map((): InstallClaim | undefined => undefined);
  for (const [i, value, atMs, tie, firstMs] of rows) {
    if (value === null) return { kept, cut: i };
    kept[i] = { ...claims[i]!, value, atMs, tie, firstMs };
  }
  return { kept, cut: claims.length };
}

async function writeClaims(tx: Transaction, claims: readonly InstallClaim[], numbers: SubjectNumbers): Promise<void> {
  const rows = claims.map((claim) => {
    const { field, installN, value, atMs, tie, firstMs } = claim;
    return [numbers.get(formatSubjectKey(claim)), field, installN, value, atMs, tie, firstMs];
  });
  const columns = 'subject_n, field, install_n, value, at_ms, tie, first_ms';
  await insertRows(tx, 'claims', columns, rows, `order by 1, 2, 3 ${overwrite('value, at_ms, tie, first_ms')}`);
}

async function markSubjects(
  tx: Transaction,
  subjects: readonly RollupSubject[],
  numbers: SubjectNumbers,
): Promise<void> {
  const rows = subjects.map((name) => [name.rollup, numbers.get(formatSubjectKey(name))]);
  await insertRows(tx, 'dirty_subjects', 'rollup, subject_n', rows, 'order by 1, 2 on conflict do nothing');
}

/** Removes all claims of an install, and marks their subjects as dirty. */
export function removeAllClaims(tx: Transaction, installN: number): Promise<void> {
  return removeClaims(tx, 'select subject_n, field, install_n from claims where install_n = ?', [BigInt(installN)]);
}

/** Removes the claims that single named records made in these roll-ups, and marks their subjects as dirty. */
export function removeRecordClaims(
  tx: Transaction,
  records: readonly RecordToReview[],
  names: readonly string[],
): Promise<void> {
  // The install may have made the claims under either of its witness numbers. The field is the record's number.
  const keys = records.flatMap(({ seq, installN }) =>
    listWitnessNumbers(installN).map((witness) => [witness, String(seq)]),
  );
  return removeClaims(
    tx,
    `select c.subject_n, c.field, c.install_n from json_each(?) as k
     cross join claims as c on c.install_n = k.value->>0 and c.field = k.value->>1
     cross join subjects as s on s.n = c.subject_n
     where s.rollup in (select value from json_each(?))`,
    [JSON.stringify(keys), JSON.stringify(names)],
  );
}

/**
 * Removes the claims with these keys, given as a query. Subjects of daily roll-ups are marked, too, so that those
 * without claims are deleted when the marks are cleared.
 */
async function removeClaims(tx: Transaction, keys: string, args: InArgs): Promise<void> {
  await tx.execute({
    sql: `insert into dirty_subjects (rollup, subject_n) select s.rollup, s.n
          from (select distinct subject_n from (${keys})) as k cross join subjects as s on s.n = k.subject_n
          where true on conflict do nothing`,
    args,
  });
  await tx.execute({ sql: `delete from claims where (subject_n, field, install_n) in (${keys})`, args });
}

/** Clears the dirty marks, and deletes marked subjects that have no claims left. */
export async function clearSubjectMarks(tx: Transaction): Promise<void> {
  await tx.execute(
    `delete from subjects where n in (select subject_n from dirty_subjects)
     and not exists (select 1 from claims as c where c.subject_n = subjects.n)`,
  );
  await tx.execute('delete from dirty_subjects');
}
