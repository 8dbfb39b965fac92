import type { Transaction } from '@libsql/client';
import {
  mergeTallies,
  type StoredTally,
  type SubjectName,
  subjectKey,
  type TallyChange,
  tallyKey,
} from '../../../domain/families/counting/claims.ts';
import type { StoredDays } from '../../../domain/families/counting/days.ts';
import { INSTALLS_TO_PUBLISH } from '../../../domain/values/corroboration.ts';
import { dayOf } from '../../../domain/values/instant.ts';
import { jsonRows } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { chunksOf, type SubjectNumbers } from './rows.ts';

/** Updates tallies after claims have been written. Returns the subjects with changed tallies. */
export async function changeTallies(
  tx: Transaction,
  changes: readonly TallyChange[],
  numbers: SubjectNumbers,
): Promise<readonly SubjectName[]> {
  if (changes.length === 0) return [];
  const kept = await readKept(tx, changes, numbers);
  const { set, respan, gone, dirty } = mergeTallies(kept, changes);
  const spans = await readSpans(tx, respan, numbers);
  const tallies = set.map((tally) => ({ ...tally, ...spans.get(tallyKey(tally)) }));
  for (const chunk of chunksOf(tallies, charsOf)) await writeTallies(tx, chunk, numbers);
  for (const chunk of chunksOf(gone, charsOf)) {
    await tx.execute({
      // SQLite uses the whole key only if the first column of the list is text and is cast to text (seen in query
      // plans).
      sql: `delete from tallies where (field, subject_n, value) in
            (select cast(value->>1 as text), value->>0, value->>2 from json_each(?))`,
      args: [keysOf(chunk, numbers)],
    });
  }
  return dirty;
}

function charsOf({ field, value }: Pick<TallyChange, 'field' | 'value'>): number {
  return field.length + value.length;
}

function keysOf(tallies: readonly Omit<TallyChange, 'installs' | 'days'>[], numbers: SubjectNumbers): string {
  return JSON.stringify(tallies.map((tally) => [numbers.get(subjectKey(tally)), tally.field, tally.value]));
}

async function readKept(
  tx: Transaction,
  changes: readonly TallyChange[],
  numbers: SubjectNumbers,
): Promise<readonly StoredTally[]> {
  const kept: StoredTally[] = [];
  const keys = [...new Map(changes.map((change) => [tallyKey(change), change])).values()];
  for (const chunk of chunksOf(keys, charsOf)) {
    const rows = await jsonRows<readonly [i: number, installs: number, firstDays: number[], lastDays: number[]]>(
      tx,
      `select json_group_array(json_array(key, t.installs, json(t.first_days), json(t.last_days)))
       from json_each(?) as k cross join tallies as t
         on t.subject_n = k.value->>0 and t.field = k.value->>1 and t.value = k.value->>2`,
      [keysOf(chunk, numbers)],
    );
    for (const [i, installs, firstDays, lastDays] of rows) {
      const { rollup, subject, field, value } = chunk[i]!;
      kept.push({ rollup, subject, field, value, installs, firstDays, lastDays });
    }
  }
  return kept;
}

/** Reads the first and last days of the remaining claims. */
async function readSpans(
  tx: Transaction,
  tallies: readonly StoredTally[],
  numbers: SubjectNumbers,
): Promise<ReadonlyMap<string, StoredDays>> {
  const spans = new Map<string, StoredDays>();
  for (const chunk of chunksOf(tallies, charsOf)) {
    const rows = await jsonRows<readonly [i: number, firstMs: number[], lastMs: number[]]>(
      tx,
      `select json_group_array(json_array(k.key, json(${endsOf('first_ms', 'asc')}), json(${endsOf('at_ms', 'desc')})))
       from json_each(?) as k`,
      [keysOf(chunk, numbers)],
    );
    for (const [i, firstMs, lastMs] of rows) {
      spans.set(tallyKey(chunk[i]!), { firstDays: firstMs.map(dayOf), lastDays: lastMs.map(dayOf) });
    }
  }
  return spans;
}

/** SQL for the earliest or latest times at which installs claimed the value. */
function endsOf(column: 'first_ms' | 'at_ms', order: 'asc' | 'desc'): string {
  return `(select json_group_array(ms) from (select c.${column} as ms from claims as c
    where c.subject_n = k.value->>0 and c.field = k.value->>1 and c.value = k.value->>2
    order by 1 ${order} limit ${INSTALLS_TO_PUBLISH}))`;
}

async function writeTallies(tx: Transaction, tallies: readonly StoredTally[], numbers: SubjectNumbers): Promise<void> {
  const rows = tallies.map((tally) => {
    const [firstDays, lastDays] = [JSON.stringify(tally.firstDays), JSON.stringify(tally.lastDays)];
    return [numbers.get(subjectKey(tally)), tally.field, tally.value, tally.installs, firstDays, lastDays];
  });
  const columns = 'subject_n, field, value, installs, first_days, last_days';
  await insertRows(tx, 'tallies', columns, rows, `order by 1, 2, 3 ${overwrite('installs, first_days, last_days')}`);
}
