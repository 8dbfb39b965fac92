import type { Transaction } from '@libsql/client';
import { dayOf } from '../../../domain/families/counting/family.ts';
import type { DayQuota } from '../../../domain/intake/day_quota.ts';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/damaged_text.ts';
import { jsonRows } from '../database.ts';
import { readableRows } from './damaged_rows.ts';
import type { InstallNumbers } from './installs.ts';
import { PACKED, packRecords } from './pack.ts';

/** What one install told in the days of one row: elements by kind, then by day counted from the row's first. */
type Counts = Record<string, Record<string, number>>;

/** Counts of several installs and spans of days. */
type Rows = Map<number, Counts>;

const DAYS_A_ROW = 32;

/** More spans than there are until the year 9999. */
const SPANS = 100_000;

const SELECT_COUNTS = `
  select json_group_array(json_array(sent.key, c.counts)) from json_each(?) as sent
  cross join day_counts as c on c.install_n = sent.value->>0 and c.span = sent.value->>1 and json_valid(c.counts)`;

const KEEP_COUNTS = `
  insert into day_counts (install_n, span, counts)
  select value->>0, value->>1, value->>2 from json_each(?) where true
  on conflict do update set counts = excluded.counts`;

/** Places among the packed records of those that are kept already. */
const SELECT_KNOWN = `
  select json_group_array(sent.key) from json_each(?1) as sent
  where exists (select 1 from records as r where r.install_n = ${PACKED.installN} and r.identity = ${PACKED.identity})
    and ?2 is not null and ?3 is not null`;

/** Where a record is counted: its row, by install and span in one number, and its day there. */
interface Place {
  readonly row: number;
  readonly day: number;
}

function placeOf({ installId, capturedAtMs }: AdmittedRecord, numbers: InstallNumbers): Place {
  const day = dayOf(capturedAtMs);
  const span = Math.floor(day / DAYS_A_ROW);
  return { row: numbers.get(installId)! * SPANS + span, day: day - span * DAYS_A_ROW };
}

function keyOf(row: number): readonly [installN: number, span: number] {
  return [Math.floor(row / SPANS), row % SPANS];
}

/** Adds to what is counted; answers what it comes to. */
function count(rows: Rows, { row, day }: Place, kind: string, elements: number): number {
  let counts = rows.get(row);
  if (counts === undefined) {
    counts = {};
    rows.set(row, counts);
  }
  counts[kind] ??= {};
  const days = counts[kind];
  const sum = (days[day] ?? 0) + elements;
  days[day] = sum;
  return sum;
}

function countOf(rows: Rows, { row, day }: Place, kind: string): number {
  return rows.get(row)?.[kind]?.[day] ?? 0;
}

function elementsOf({ elements = 1 }: AdmittedRecord): number {
  return elements;
}

/** What was told before by some installs in some spans of days: the kept text of each row. */
export type EarlierDayCounts = ReadonlyMap<number, string>;

/** Reads what was told before by the installs and in the spans of days of these records. Damaged counts begin at zero. */
export async function readEarlierDayCounts(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<EarlierDayCounts> {
  const keys = [...new Set(records.map((record) => placeOf(record, numbers).row))];
  const args = [JSON.stringify(keys.map(keyOf))];
  const rows = await readableRows<readonly [i: number, counts: string]>(tx, SELECT_COUNTS, args);
  return new Map(rows.filter(([, counts]) => !isDamagedText(counts)).map(([i, counts]) => [keys[i]!, counts]));
}

/** Counts that the caller adds to. */
function countsOn(told: EarlierDayCounts): Rows {
  return new Map(Array.from(told, ([row, text]) => [row, JSON.parse(text) as Counts]));
}

/**
 * The records that would take their install over what it may tell of a kind and day, with that limit. Records are looked at
 * in their order; repeats cost nothing. Hardly any upload comes near a limit, so only then are its records looked up.
 */
export async function overDayQuota(
  tx: Transaction,
  told: EarlierDayCounts,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
  quota: DayQuota,
): Promise<ReadonlyMap<AdmittedRecord, number>> {
  const sums = countsOn(told);
  let near = false;
  for (const record of records) {
    const { kind } = record;
    if (count(sums, placeOf(record, numbers), kind, elementsOf(record)) > quota(kind)) near = true;
  }
  if (!near) return new Map();

  const { starts, fields, digests } = packRecords(records, (installId) => numbers.get(installId)!);
  const known = new Set(await jsonRows<number>(tx, SELECT_KNOWN, [starts, fields, digests]));
  const counted = countsOn(told);
  const seen = new Set<string>();
  const over = new Map<AdmittedRecord, number>();
  for (const [n, record] of records.entries()) {
    const identity = JSON.stringify([record.installId, record.eventId ?? [record.digest]]);
    if (known.has(n) || seen.has(identity)) continue;
    const place = placeOf(record, numbers);
    if (countOf(counted, place, record.kind) + elementsOf(record) > quota(record.kind)) {
      over.set(record, quota(record.kind));
    } else {
      count(counted, place, record.kind, elementsOf(record));
      seen.add(identity);
    }
  }
  return over;
}

/** Counts the records that were kept. */
export async function countDays(
  tx: Transaction,
  told: EarlierDayCounts,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<void> {
  const rows = countsOn(told);
  const touched = new Set<number>();
  for (const record of records) {
    const place = placeOf(record, numbers);
    count(rows, place, record.kind, elementsOf(record));
    touched.add(place.row);
  }
  const kept = Array.from(touched, (row) => [...keyOf(row), JSON.stringify(rows.get(row))]);
  await tx.execute({ sql: KEEP_COUNTS, args: [JSON.stringify(kept)] });
}

/** Puts the records over a quota back between the outcomes of the others. */
export function withOver(
  records: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  over: ReadonlyMap<AdmittedRecord, number>,
): readonly Outcome[] {
  if (over.size === 0) return outcomes;
  let place = 0;
  return records.map((record) => {
    const limit = over.get(record);
    return limit === undefined ? outcomes[place++]! : { overQuota: limit };
  });
}
