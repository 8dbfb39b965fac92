import { CUT_FIRST, ROW_WEIGHT, SUBJECT_WEIGHT_MAX } from '../../../domain/families/counting/bounded.ts';
import { byText } from '../../../domain/families/counting/order.ts';
import type { DirtyPage, TalliedSubject, WitnessedSubject } from '../../../domain/ports/evidence.ts';
import { IPV6_WEIGHT, readCount } from '../../../domain/values/witnesses.ts';
import { jsonRows, type Runner, value } from '../database.ts';

/** Behind which number a page begins, and how many subjects it holds at most. */
interface PageStart {
  readonly after: number;
  readonly limit: number;
}

type TallyRow = readonly [field: string, value: string, installs: number, firstDays: number[], lastDays: number[]];
type WitnessRow = readonly [field: string, installN: number, value: string, atMs: number];

/** What is read of a subject: its rows, and how they are put in order where they weigh too much together. */
interface Source {
  /** A query of the subject `d.n`. */
  readonly from: string;
  readonly columns: string;
  /** `from` with further columns, of which `order` may speak. */
  readonly ranked: string;
  /** Which rows come first where not all can be read (domain/families/counting/bounded.ts); a total order. */
  readonly order: string;
}

/** The number of installs in a kept count, as readCount has it (domain/values/witnesses.ts). */
const INSTALLS = `max(installs % ${IPV6_WEIGHT}, installs / ${IPV6_WEIGHT})`;

const TALLIES: Source = {
  from: 'from tallies where subject_n = d.n',
  columns: 'field, value, installs, json(first_days), json(last_days)',
  ranked: 'select * from tallies where subject_n = d.n',
  order: `substr(field, 1, 1) = '${CUT_FIRST}', ${INSTALLS} desc, field, value`,
};

function witnesses(where: string): Source {
  return {
    from: `from claims where ${where}`,
    columns: 'field, install_n, value, at_ms',
    ranked: `select *, row_number() over (partition by install_n order by at_ms desc, field) as turn from claims
    where ${where}`,
    order: 'turn, install_n',
  };
}

const WITNESSES = witnesses('subject_n = d.n');

/** Subjects read at once weigh no more than one may weigh alone. */
const PAGE_WEIGHT_MAX = SUBJECT_WEIGHT_MAX;

/** So many rows weigh too much whatever they hold: there is no need to weigh more of them. */
const ROWS_WEIGHED = Math.ceil(SUBJECT_WEIGHT_MAX / ROW_WEIGHT) + 1;

export async function readDirtyTallies(
  runner: Runner,
  rollup: string,
  { after, limit }: PageStart,
): Promise<DirtyPage<TalliedSubject>> {
  const told = await readDirty<TallyRow>(runner, TALLIES, { rollup, after, limit });
  return pageOf(runner, { after, isMore: MORE_DIRTY, rollup }, told, talliedOf);
}

/** The tallies of some subjects behind the number `after`, as many as weigh little enough. */
export async function readTalliesOf(
  runner: Runner,
  rollup: string,
  subjects: readonly string[],
  after: number,
): Promise<DirtyPage<TalliedSubject>> {
  const numbers = `select s.n from json_each(?) as k cross join subjects as s on s.rollup = ? and s.subject = k.value
    where s.n > ? order by 1`;
  const told = await readWeighed<TallyRow>(runner, TALLIES, numbers, [JSON.stringify(subjects), rollup, BigInt(after)]);
  return { rows: told.map(talliedOf), next: told.at(-1)?.[0] ?? null };
}

function talliedOf([, subject, rows]: AnonymousRecord<TallyRow>): TalliedSubject {
  return {
    subject,
    tallies: rows
      .map(([field, text, kept, firstDays, lastDays]) => ({
        field,
        value: text,
        installs: readCount(kept),
        ...(kept < IPV6_WEIGHT ? {} : { kept }),
        firstDays,
        lastDays,
      }))
      .sort((a, b) => byText(a.field, b.field) || byText(a.value, b.value)),
  };
}

export async function readDirtyWitnesses(
  runner: Runner,
  rollup: string,
  { after, limit }: PageStart,
): Promise<DirtyPage<WitnessedSubject>> {
  const told = await readDirty<WitnessRow>(runner, WITNESSES, { rollup, after, limit });
  return pageOf(runner, { after, isMore: MORE_DIRTY, rollup }, told, witnessedOf);
}

function witnessedOf([, subject, rows]: AnonymousRecord<WitnessRow>): WitnessedSubject {
  return {
    subject,
    witnesses: rows
      .map(([field, installN, text, atMs]) => ({ installN, field, value: text, atMs }))
      .sort((a, b) => byText(a.field, b.field) || a.installN - b.installN),
  };
}

/** A subject by its number, with its rows. */
type AnonymousRecord<T> = readonly [n: number, subject: string, rows: readonly T[]];

/** Dirty subjects in the order of their numbers. */
function readDirty<T>(
  runner: Runner,
  source: Source,
  { rollup, after, limit }: { readonly rollup: string; readonly after: number; readonly limit: number },
): Promise<readonly AnonymousRecord<T>[]> {
  const subjects = 'select subject_n as n from dirty_subjects where rollup = ? and subject_n > ? order by 1 limit ?';
  return readWeighed<T>(runner, source, subjects, [rollup, BigInt(after), BigInt(limit)]);
}

/**
 * The first of these subjects, as many as weigh little enough together, at least one of any. Of a subject that weighs too
 * much alone, only what may be read of it.
 */
async function readWeighed<T>(
  runner: Runner,
  { from, columns, ranked, order }: Source,
  subjects: string,
  args: (string | bigint)[],
): Promise<readonly AnonymousRecord<T>[]> {
  const weight = `(select coalesce(sum(w), 0) from (select ${ROW_WEIGHT} + octet_length(value) as w ${from}
    limit ${ROWS_WEIGHED}))`;
  const rows = await jsonRows<readonly [n: number, subject: string, rows: readonly T[] | null]>(
    runner,
    `select json_group_array(json_array(d.n, s.subject, iif(d.weight > ${SUBJECT_WEIGHT_MAX}, null,
       json((select json_group_array(json_array(${columns})) ${from})))))
     from (select n, weight, sum(weight) over (order by n rows unbounded preceding) as upto
       from (select d.n, ${weight} as weight from (${subjects}) as d)) as d
     cross join subjects as s on s.n = d.n
     where d.upto <= ${PAGE_WEIGHT_MAX} or d.upto = d.weight`,
    args,
  );
  // One that weighs too much comes alone, first of its page.
  const [first] = rows;
  if (first === undefined || first[2] !== null) return rows as readonly AnonymousRecord<T>[];
  const bounded = await jsonRows<T>(
    runner,
    `select json_group_array(json_array(${columns})) from (select *,
       sum(${ROW_WEIGHT} + octet_length(value)) over (order by ${order} rows unbounded preceding) as upto
       from (${ranked.replaceAll('d.n', '?1')})) where upto <= ${SUBJECT_WEIGHT_MAX}`,
    [BigInt(first[0])],
  );
  return [[first[0], first[1], bounded]];
}

const MORE_DIRTY = 'select exists (select 1 from dirty_subjects where rollup = ? and subject_n > ?)';

async function pageOf<T, U>(
  runner: Runner,
  { rollup, after, isMore }: { readonly rollup: string; readonly after: number; readonly isMore: string },
  told: readonly AnonymousRecord<T>[],
  rowOf: (told: AnonymousRecord<T>) => U,
): Promise<DirtyPage<U>> {
  const last = told.at(-1)?.[0] ?? after;
  const more = told.length > 0 && (await value(runner, isMore, [rollup, BigInt(last)])) === 1;
  return { rows: told.map(rowOf), next: more ? last : null };
}

/**
 * The reports of a daily roll-up from a day on, subjects in the order of their numbers. A field begins with its day as a
 * number of five digits (1997 to 2243), so that its text stands in the order of days.
 */
export async function readTestimonies(
  runner: Runner,
  rollup: string,
  fromDay: number,
  { after, limit }: PageStart,
): Promise<DirtyPage<WitnessedSubject>> {
  const source = witnesses(`subject_n = d.n and field >= '${Math.trunc(fromDay)}'`);
  // The plus keeps SQLite from sorting all subjects of the roll-up for every page.
  const ofRollup = 'from subjects where +rollup = ? and n > ?';
  const told = await readWeighed<WitnessRow>(runner, source, `select n ${ofRollup} order by n limit ?`, [
    rollup,
    BigInt(after),
    BigInt(limit),
  ]);
  return pageOf(runner, { after, isMore: `select exists (select 1 ${ofRollup})`, rollup }, told, witnessedOf);
}
