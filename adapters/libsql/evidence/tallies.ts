import type { Transaction } from '@libsql/client';
import {
  type DaySpan,
  type KeptTally,
  mergeTallies,
  type SubjectName,
  subjectKey,
  type TallyChange,
  tallyKey,
} from '../../../domain/families/counting/claims.ts';
import { dayOf } from '../../../domain/families/counting/family.ts';
import { jsonRows } from '../database.ts';
import { chunksOf, type SubjectNumbers } from './rows.ts';

/** Brings tallies in line with claims that are written already. Answers the subjects whose tallies changed. */
export const changeTallies = async (
  tx: Transaction,
  changes: readonly TallyChange[],
  numbers: SubjectNumbers,
): Promise<readonly SubjectName[]> => {
  if (changes.length === 0) return [];
  const kept = await readKept(tx, changes, numbers);
  const { set, respan, gone, dirty } = mergeTallies(kept, changes);
  const spans = await readSpans(tx, respan, numbers);
  const tallies = set.map((tally) => {
    const span = spans.get(tallyKey(tally));
    return span === undefined ? tally : { ...tally, firstDay: span[0], lastDay: span[1] };
  });
  for (const chunk of chunksOf(tallies, charsOf)) await writeTallies(tx, chunk, numbers);
  for (const chunk of chunksOf(gone, charsOf)) {
    await tx.execute({
      // Found by the whole key only where the first column of the list is text and said to be (seen in query plans).
      sql: `delete from tallies where (field, subject_n, value) in
            (select cast(value->>1 as text), value->>0, value->>2 from json_each(?))`,
      args: [keysOf(chunk, numbers)],
    });
  }
  return dirty;
};

const charsOf = ({ field, value }: Pick<TallyChange, 'field' | 'value'>): number => field.length + value.length;

const keysOf = (tallies: readonly Omit<TallyChange, 'installs' | 'came' | 'went'>[], numbers: SubjectNumbers): string =>
  JSON.stringify(tallies.map((tally) => [numbers.get(subjectKey(tally)), tally.field, tally.value]));

const readKept = async (
  tx: Transaction,
  changes: readonly TallyChange[],
  numbers: SubjectNumbers,
): Promise<readonly KeptTally[]> => {
  const kept: KeptTally[] = [];
  const keys = [...new Map(changes.map((change) => [tallyKey(change), change])).values()];
  for (const chunk of chunksOf(keys, charsOf)) {
    const rows = await jsonRows<readonly [i: number, installs: number, firstDay: number, lastDay: number]>(
      tx,
      `select json_group_array(json_array(key, t.installs, t.first_day, t.last_day))
       from json_each(?) as k cross join tallies as t
         on t.subject_n = k.value->>0 and t.field = k.value->>1 and t.value = k.value->>2`,
      [keysOf(chunk, numbers)],
    );
    for (const [i, installs, firstDay, lastDay] of rows) {
      const { rollup, subject, field, value } = chunk[i]!;
      kept.push({ rollup, subject, field, value, installs, firstDay, lastDay });
    }
  }
  return kept;
};

/** The first and last day of what is still claimed. */
const readSpans = async (
  tx: Transaction,
  tallies: readonly KeptTally[],
  numbers: SubjectNumbers,
): Promise<ReadonlyMap<string, DaySpan>> => {
  const spans = new Map<string, DaySpan>();
  for (const chunk of chunksOf(tallies, charsOf)) {
    const rows = await jsonRows<readonly [i: number, firstMs: number, lastMs: number]>(
      tx,
      `select json_group_array(json_array(i, first_ms, last_ms)) from (
         select key as i, min(c.first_ms) as first_ms, max(c.at_ms) as last_ms
         from json_each(?) as k cross join claims as c
           on c.subject_n = k.value->>0 and c.field = k.value->>1 and c.value = k.value->>2 group by key)`,
      [keysOf(chunk, numbers)],
    );
    for (const [i, firstMs, lastMs] of rows) spans.set(tallyKey(chunk[i]!), [dayOf(firstMs), dayOf(lastMs)]);
  }
  return spans;
};

const writeTallies = async (tx: Transaction, tallies: readonly KeptTally[], numbers: SubjectNumbers): Promise<void> => {
  await tx.execute({
    sql: `insert into tallies (subject_n, field, value, installs, first_day, last_day)
          select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(?)
          where true order by 1, 2, 3
          on conflict do update set installs = excluded.installs, first_day = excluded.first_day,
            last_day = excluded.last_day`,
    args: [
      JSON.stringify(
        tallies.map((tally) => [
          ...[numbers.get(subjectKey(tally)), tally.field, tally.value],
          ...[tally.installs, tally.firstDay, tally.lastDay],
        ]),
      ),
    ],
  });
};
