import type { Tally, Witness } from '../../ports/facts.ts';
import { byNumber, byText } from './order.ts';

/**
 * Limits how many reports about a subject are used to compute its facts. Anybody may send any number of reports, so
 * without this limit, one subject could use all of the builder's memory. No real subject comes close to the limit.
 */

/** Maximum total weight of a subject's rows, in bytes of UTF-8. */
export const SUBJECT_WEIGHT_MAX = 3_000_000;

/** Weight of a row without its value: its number, field and install. */
export const ROW_WEIGHT = 60;

/**
 * Prefix of fields that are cut first when a subject is too heavy. One install can add any number of such fields.
 * Without this rule, in a family that publishes reports of fewer than three installs, it could crowd out the rest of a
 * subject.
 */
export const CUT_FIRST = '~';

/**
 * Returns all tallies. If the subject is too heavy, returns as many tallies as fit, starting with the values that most
 * installs report.
 */
export function boundedTallies(tallies: readonly Tally[]): readonly Tally[] {
  return lightest(tallies, byInstalls).toSorted((a, b) => byText(a.field, b.field) || byText(a.value, b.value));
}

/**
 * Returns all witnesses. If the subject is too heavy, returns as many witnesses as fit. Takes each install's newest
 * report, then each install's second newest, and so on, so that no install can crowd out another.
 */
export function boundedWitnesses<W extends Witness>(witnesses: readonly W[]): readonly W[] {
  if (weightOf(witnesses) <= SUBJECT_WEIGHT_MAX) return witnesses;
  const reportCounts = new Map<number, number>();
  const turns = new Map<W, number>();
  for (const witness of witnesses.toSorted((a, b) => b.atMs - a.atMs || byText(a.field, b.field))) {
    const turn = reportCounts.get(witness.installN) ?? 0;
    reportCounts.set(witness.installN, turn + 1);
    turns.set(witness, turn);
  }
  const inTurn = (a: W, b: W): number => byNumber(turns.get(a)!, turns.get(b)!) || a.installN - b.installN;
  return lightest(witnesses, inTurn).toSorted((a, b) => byText(a.field, b.field) || a.installN - b.installN);
}

function isCutFirst({ field }: Tally): number {
  return Number(field.startsWith(CUT_FIRST));
}

function byInstalls(a: Tally, b: Tally): number {
  return (
    isCutFirst(a) - isCutFirst(b) || b.installs - a.installs || byText(a.field, b.field) || byText(a.value, b.value)
  );
}

interface ValueRow {
  readonly value: string;
}

function lightest<T extends ValueRow>(rows: readonly T[], order: (a: T, b: T) => number): readonly T[] {
  if (weightOf(rows) <= SUBJECT_WEIGHT_MAX) return rows;
  let weight = 0;
  const taken: T[] = [];
  for (const row of rows.toSorted(order)) {
    weight += weightOf([row]);
    if (weight > SUBJECT_WEIGHT_MAX) break;
    taken.push(row);
  }
  return taken;
}

function weightOf(rows: readonly ValueRow[]): number {
  return rows.reduce((sum, { value }) => sum + ROW_WEIGHT + UTF8.encode(value).byteLength, 0);
}

const UTF8 = new TextEncoder();
