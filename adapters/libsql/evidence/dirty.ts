import { CUT_FIRST_PREFIX, ROW_WEIGHT, SUBJECT_WEIGHT_MAX } from '../../../domain/families/counting/bounded.ts';
import { compareNumbers, compareStrings } from '../../../domain/families/counting/order.ts';
import type { DirtyPage, TalliedSubject, WitnessedSubject } from '../../../domain/ports/evidence.ts';
import { INSTALLS_TO_PUBLISH } from '../../../domain/values/corroboration.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import { decodeCount, FIRST_IPV6_WITNESS, IPV6_COUNT_UNIT } from '../../../domain/values/witnesses.ts';
import { type Runner, readJson, readValue } from '../database.ts';

/** The start of a page: the subject number it follows, and the maximum number of subjects on it. */
interface PageStart {
  readonly after: number;
  readonly limit: number;
}

/** A tallied roll-up, and whether its tallies have days. */
export interface TalliedRollup {
  readonly rollup: string;
  readonly dated: boolean;
}

type TallyRow = readonly [field: string, value: string, installs: number, firstMs: number[], lastMs: number[]];
type WitnessRow = readonly [field: string, installN: number, value: string, atMs: number];

/** The rows to read for a subject, and which of them to prefer if they are too large together. */
interface RowQuery {
  readonly columns: string;
  /** A condition for the claims of subject `d.n`. */
  readonly where: string;
  /** A query for the rows, computed from these claims. */
  readonly rows: string;
  /** The same rows, with any additional columns used by `order`. */
  readonly ranked: string;
  /**
   * Sort order that puts the preferred rows first if not all can be read (domain/families/counting/bounded.ts). It must
   * be a total order.
   */
  readonly order: string;
}

const IS_OF_SUBJECT = 'subject_n = d.n';

/** SQL that adds up installs as a stored count. It must match findWitnessUnit (domain/values/witnesses.ts). */
const COUNT_REPORTERS = `sum(iif(install_n < ${FIRST_IPV6_WITNESS}, 1, ${IPV6_COUNT_UNIT}))`;

/** SQL that extracts the number of installs from a stored count. It must match decodeCount. */
const COUNT_INSTALLS = `max(installs % ${IPV6_COUNT_UNIT}, installs / ${IPV6_COUNT_UNIT})`;

function buildTallyQuery({ dated }: TalliedRollup): RowQuery {
  const rows = `select field, value, ${COUNT_REPORTERS} as installs from claims where ${IS_OF_SUBJECT} group by field, value`;
  const days = dated
    ? `json(${buildEndTimes('first_ms', 'asc')}), json(${buildEndTimes('at_ms', 'desc')})`
    : "json('[]'), json('[]')";
  return {
    columns: `field, value, installs, ${days}`,
    where: IS_OF_SUBJECT,
    rows,
    ranked: rows,
    order: `substr(field, 1, 1) = '${CUT_FIRST_PREFIX}', ${COUNT_INSTALLS} desc, field, value`,
  };
}

/** SQL for the earliest or latest times at which installs claimed the value of the row `r`. */
function buildEndTimes(column: 'first_ms' | 'at_ms', order: 'asc' | 'desc'): string {
  return `(select json_group_array(ms) from (select c.${column} as ms from claims as c
    where c.${IS_OF_SUBJECT} and c.field = r.field and c.value = r.value order by 1 ${order} limit ${INSTALLS_TO_PUBLISH}))`;
}

function buildWitnessQuery(where: string): RowQuery {
  return {
    columns: 'field, install_n, value, at_ms',
    where,
    rows: `select * from claims where ${where}`,
    ranked: `select *, row_number() over (partition by install_n order by at_ms desc, field) as turn from claims
      where ${where}`,
    order: 'turn, install_n',
  };
}

/** At most this many claims of a subject are weighed, because even tiny ones exceed the weight limit by then. */
const CLAIMS_WEIGHED_MAX = Math.ceil(SUBJECT_WEIGHT_MAX / ROW_WEIGHT) + 1;

/** Maximum size of a page's rows, in bytes of JSON. */
const PAGE_BYTES_MAX = SUBJECT_WEIGHT_MAX;

/**
 * A list of subject numbers of one roll-up, from which pages are read: the column, and SQL that ends with the
 * conditions.
 */
interface SubjectList {
  readonly column: string;
  readonly from: string;
}

const DIRTY_SUBJECTS: SubjectList = {
  column: 'subject_n',
  from: 'from dirty_subjects where rollup = ? and subject_n > ?',
};

// The plus sign keeps SQLite from sorting all subjects of the roll-up for every page.
const ROLLUP_SUBJECTS: SubjectList = { column: 'n', from: 'from subjects where +rollup = ? and n > ?' };

export function readDirtyTallies(
  runner: Runner,
  of: TalliedRollup,
  start: PageStart,
): Promise<DirtyPage<TalliedSubject>> {
  return readSubjectPage(runner, buildTallyQuery(of), DIRTY_SUBJECTS, of.rollup, start, toTalliedSubject);
}

export function readDirtyWitnesses(
  runner: Runner,
  rollup: string,
  start: PageStart,
): Promise<DirtyPage<WitnessedSubject>> {
  return readSubjectPage(runner, buildWitnessQuery(IS_OF_SUBJECT), DIRTY_SUBJECTS, rollup, start, toWitnessedSubject);
}

/**
 * Returns the reports of a daily roll-up since a day, in order of subject number. A field begins with its day as a
 * five-digit number (1997 to 2243), so sorting fields as text also sorts them by day.
 */
export function readTestimonies(
  runner: Runner,
  rollup: string,
  fromDay: number,
  start: PageStart,
): Promise<DirtyPage<WitnessedSubject>> {
  const source = buildWitnessQuery(`${IS_OF_SUBJECT} and field >= '${Math.trunc(fromDay)}'`);
  return readSubjectPage(runner, source, ROLLUP_SUBJECTS, rollup, start, toWitnessedSubject);
}

/**
 * Returns the tallies of these subjects in order of subject number, starting after `after`, up to the weight limit of a
 * page.
 */
export async function readSubjectTallies(
  runner: Runner,
  of: TalliedRollup,
  subjects: readonly string[],
  after: number,
): Promise<DirtyPage<TalliedSubject>> {
  const numbers = `select s.n from json_each(?) as k cross join subjects as s on s.rollup = ? and s.subject = k.value
    where s.n > ? order by 1`;
  const args = [JSON.stringify(subjects), of.rollup, BigInt(after)];
  const read = await readBoundedRows<TallyRow>(runner, buildTallyQuery(of), numbers, args);
  return { rows: read.map(toTalliedSubject), next: read.at(-1)?.[0] ?? null };
}

function toTalliedSubject([, subject, rows]: SubjectRows<TallyRow>): TalliedSubject {
  return {
    subject,
    tallies: rows
      .map(([field, text, kept, firstMs, lastMs]) => ({
        field,
        value: text,
        installs: decodeCount(kept),
        ...(kept < IPV6_COUNT_UNIT ? {} : { kept }),
        firstDays: firstMs.sort(compareNumbers).map(toUtcDay),
        lastDays: lastMs.sort(compareNumbers).reverse().map(toUtcDay),
      }))
      .sort((a, b) => compareStrings(a.field, b.field) || compareStrings(a.value, b.value)),
  };
}

function toWitnessedSubject([, subject, rows]: SubjectRows<WitnessRow>): WitnessedSubject {
  return {
    subject,
    witnesses: rows
      .map(([field, installN, text, atMs]) => ({ installN, field, value: text, atMs }))
      .sort((a, b) => compareStrings(a.field, b.field) || a.installN - b.installN),
  };
}

type SubjectRows<T> = readonly [n: number, subject: string, rows: readonly T[]];

async function readSubjectPage<T, U>(
  runner: Runner,
  source: RowQuery,
  { column, from }: SubjectList,
  rollup: string,
  { after, limit }: PageStart,
  rowOf: (read: SubjectRows<T>) => U,
): Promise<DirtyPage<U>> {
  const subjects = `select ${column} as n ${from} order by 1 limit ?`;
  const read = await readBoundedRows<T>(runner, source, subjects, [rollup, BigInt(after), BigInt(limit)]);
  const last = read.at(-1)?.[0];
  const isMore =
    last !== undefined && (await readValue(runner, `select exists (select 1 ${from})`, [rollup, BigInt(last)])) === 1;
  return { rows: read.map(rowOf), next: isMore ? last : null };
}

/**
 * Reads as many of these subjects as fit on a page, but at least one. If the claims of a single subject exceed the weight
 * limit, its rows are weighed one by one, and those that do not fit are left out.
 */
async function readBoundedRows<T>(
  runner: Runner,
  { columns, where, rows, ranked, order }: RowQuery,
  subjects: string,
  args: (string | bigint)[],
): Promise<readonly SubjectRows<T>[]> {
  const weightOf = `${ROW_WEIGHT} + octet_length(value)`;
  const weight = `(select sum(w) from (select ${weightOf} as w from claims where ${where} limit ${CLAIMS_WEIGHED_MAX}))`;
  const page = await readJson<readonly [n: number, subject: string, rows: readonly T[] | null]>(
    runner,
    `with read as materialized (select d.n, iif(${weight} > ${SUBJECT_WEIGHT_MAX}, null,
         (select json_group_array(json_array(${columns})) from (${rows}) as r)) as rows from (${subjects}) as d)
     select json_group_array(json_array(r.n, s.subject, json(r.rows)))
     from (select *, sum(bytes) over (order by n rows unbounded preceding) as upto
       from (select *, coalesce(octet_length(rows), ${PAGE_BYTES_MAX} + 1) as bytes from read)) as r
     cross join subjects as s on s.n = r.n where upto <= ${PAGE_BYTES_MAX} or upto = bytes`,
    args,
  );
  // A subject that exceeds the limit is returned without rows, and only if it is the first of its page.
  const [first] = page;
  if (first === undefined || first[2] !== null) return page as readonly SubjectRows<T>[];
  const bounded = await readJson<T>(
    runner,
    `select json_group_array(json_array(${columns})) from (select ?1 as n) as d cross join (select *,
       sum(${weightOf}) over (order by ${order} rows unbounded preceding) as upto
       from (${ranked.replaceAll('d.n', '?1')})) as r where upto <= ${SUBJECT_WEIGHT_MAX}`,
    [BigInt(first[0])],
  );
  return [[first[0], first[1], bounded]];
}
