import { canExceedQuota, type DayQuota, type DayTotals, findExcess } from '../../../domain/intake/day_quota.ts';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/digests.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import type { Transaction } from '../database.ts';
import { readReadableRows } from './damaged_rows.ts';
import { computeIdentity, findSeqs } from './identities.ts';
import type { InstallNumbers } from './installs.ts';

/**
 * Number of elements by kind, then by day, for one install and one span of days. Days are counted from the first day of
 * the span.
 */
type SpanCounts = Record<string, Record<string, number>>;

/** Counts of several installs and spans, by row number (see `RecordPosition.row`). */
type DayCounts = Map<number, SpanCounts>;

const DAYS_PER_SPAN = 32;

/** Larger than the number of spans until the year 9999. */
const SPANS_MAX = 100_000;

const SELECT_COUNTS = `
  select json_group_array(json_array(sent.key, c.counts)) from json_each(?) as sent
  cross join day_counts as c on c.install_n = sent.value->>0 and c.span = sent.value->>1 and json_valid(c.counts)`;

const UPSERT_COUNTS = `
  insert into day_counts (install_n, span, counts)
  select value->>0, value->>1, value->>2 from json_each(?) where true
  on conflict do update set counts = excluded.counts`;

/** The row and day under which a record is counted. */
interface RecordPosition {
  /** The install and the span of days, in one number. A row for each kind and day took 9 of the 60 ms of an upload. */
  readonly row: number;
  /** Day within the span, from 0. */
  readonly day: number;
}

/** Stored counts of some installs and spans before this upload, as the JSON text of each row. */
export type EarlierDayCounts = ReadonlyMap<number, string>;

/** Reads the stored counts for the installs and spans of these records. Damaged counts restart at zero. */
export async function readEarlierDayCounts(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<EarlierDayCounts> {
  const rows = [...new Set(records.map((record) => locateDayCount(record, numbers).row))];
  const args = [JSON.stringify(rows.map(splitRowNumber))];
  const stored = await readReadableRows<readonly [i: number, counts: string]>(tx, SELECT_COUNTS, args);
  return new Map(stored.filter(([, counts]) => !isDamagedText(counts)).map(([i, counts]) => [rows[i]!, counts]));
}

/** Returns the records that exceed the quota (findExcess), each with the limit. */
export async function findOverQuotaRecords(
  tx: Transaction,
  earlier: EarlierDayCounts,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
  quota: DayQuota,
): Promise<ReadonlyMap<AdmittedRecord, number>> {
  if (!canExceedQuota(records, createDayCounter(earlier, numbers), quota)) return new Map();
  const identities = records.map((record) => [numbers.get(record.installId)!, computeIdentity(record)] as const);
  const stored = await findSeqs(tx, identities);
  return findExcess(records, (place) => stored[place] !== null, createDayCounter(earlier, numbers), quota);
}

/** Adds the stored records to the counts. */
export async function updateDayCounts(
  tx: Transaction,
  earlier: EarlierDayCounts,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<void> {
  const counts = createDayCounter(earlier, numbers);
  for (const record of records) counts.add(record);
  await tx.execute({ sql: UPSERT_COUNTS, args: [JSON.stringify(counts.changedRows())] });
}

interface DayCounter extends DayTotals {
  /** Returns the rows to which elements were added, as arguments of UPSERT_COUNTS. */
  changedRows(): readonly (readonly [installN: number, span: number, counts: string])[];
}

/** Creates totals that start with the stored counts. The stored counts themselves are not changed. */
function createDayCounter(earlier: EarlierDayCounts, numbers: InstallNumbers): DayCounter {
  const counts: DayCounts = new Map(Array.from(earlier, ([row, text]) => [row, JSON.parse(text) as SpanCounts]));
  const changed = new Set<number>();
  return {
    add: (record) => {
      const { row, day } = locateDayCount(record, numbers);
      const span = counts.get(row) ?? {};
      span[record.kind] ??= {};
      const days = span[record.kind]!;
      days[day] = (days[day] ?? 0) + (record.elements ?? 1);
      counts.set(row, span);
      changed.add(row);
      return days[day];
    },
    count: (record) => {
      const { row, day } = locateDayCount(record, numbers);
      return counts.get(row)?.[record.kind]?.[day] ?? 0;
    },
    changedRows: () => Array.from(changed, (row) => [...splitRowNumber(row), JSON.stringify(counts.get(row))]),
  };
}

function locateDayCount({ installId, capturedAtMs }: AdmittedRecord, numbers: InstallNumbers): RecordPosition {
  const day = toUtcDay(capturedAtMs);
  const span = Math.floor(day / DAYS_PER_SPAN);
  return { row: numbers.get(installId)! * SPANS_MAX + span, day: day - span * DAYS_PER_SPAN };
}

function splitRowNumber(row: number): readonly [installN: number, span: number] {
  return [Math.floor(row / SPANS_MAX), row % SPANS_MAX];
}

/** Inserts outcomes for the records that exceed a quota. */
export function insertQuotaOutcomes(
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
