import type { DirtyPage, TalliedSubject, WitnessedSubject } from '../../../domain/ports/evidence.ts';
import { byText } from '../../../domain/rollups/order.ts';
import type { Testimony } from '../../../domain/rollups/rollup.ts';
import { jsonRows, type Runner } from '../database.ts';

type Told<T> = readonly [n: number, subject: string, rows: readonly T[]];
type TallyRow = readonly [field: string, value: string, installs: number, firstDay: number, lastDay: number];
type WitnessRow = readonly [field: string, installN: number, value: string, atMs: number];

export const readDirtyTallies = async (
  runner: Runner,
  rollup: string,
  after: number,
  limit: number,
): Promise<DirtyPage<TalliedSubject>> => {
  const told = await readDirty<TallyRow>(
    runner,
    'select json_group_array(json_array(field, value, installs, first_day, last_day)) from tallies where subject_n = d.n',
    { rollup, after, limit },
  );
  return pageOf(told, limit, ([, subject, rows]) => ({
    subject,
    tallies: rows
      .map(([field, value, installs, firstDay, lastDay]) => ({ field, value, installs, firstDay, lastDay }))
      .sort((a, b) => byText(a.field, b.field) || byText(a.value, b.value)),
  }));
};

export const readDirtyWitnesses = async (
  runner: Runner,
  rollup: string,
  after: number,
  limit: number,
): Promise<DirtyPage<WitnessedSubject>> => {
  const told = await readDirty<WitnessRow>(
    runner,
    'select json_group_array(json_array(field, install_n, value, at_ms)) from claims where subject_n = d.n',
    { rollup, after, limit },
  );
  return pageOf(told, limit, ([, subject, rows]) => ({
    subject,
    witnesses: rows
      .map(([field, installN, value, atMs]) => ({ installN, field, value, atMs }))
      .sort((a, b) => byText(a.field, b.field) || a.installN - b.installN),
  }));
};

/** Dirty subjects in the order of their numbers, each with what `of` answers for the subject `d.n`. */
const readDirty = <T>(
  runner: Runner,
  of: string,
  { rollup, after, limit }: { readonly rollup: string; readonly after: number; readonly limit: number },
): Promise<readonly Told<T>[]> =>
  jsonRows<Told<T>>(
    runner,
    `select json_group_array(json_array(d.n, s.subject, json((${of}))))
     from (select subject_n as n from dirty_subjects where rollup = ? and subject_n > ? order by 1 limit ?) as d
     cross join subjects as s on s.n = d.n`,
    [rollup, BigInt(after), BigInt(limit)],
  );

const pageOf = <T, U>(told: readonly Told<T>[], limit: number, rowOf: (told: Told<T>) => U): DirtyPage<U> => ({
  rows: told.map(rowOf),
  next: told.length < limit ? null : told.at(-1)![0],
});

/**
 * The reports of a daily roll-up from a day on, by subject, field and install. A field begins with its day as a number
 * of five digits (1997 to 2243), so that its text stands in the order of days.
 */
export const readTestimonies = async (
  runner: Runner,
  rollup: string,
  fromDay: number,
): Promise<readonly Testimony[]> => {
  const rows = await jsonRows<readonly [subject: string, ...WitnessRow]>(
    runner,
    `select json_group_array(json_array(s.subject, c.field, c.install_n, c.value, c.at_ms))
     from subjects as s cross join claims as c on c.subject_n = s.n
     where s.rollup = ? and c.field >= ?`,
    [rollup, String(fromDay)],
  );
  return rows
    .map(([subject, field, installN, value, atMs]) => ({ subject, installN, field, value, atMs }))
    .sort((a, b) => byText(a.subject, b.subject) || byText(a.field, b.field) || a.installN - b.installN);
};
