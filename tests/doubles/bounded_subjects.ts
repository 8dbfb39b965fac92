import { CUT_FIRST_PREFIX, ROW_WEIGHT, SUBJECT_WEIGHT_MAX } from '../../domain/families/counting/bounded.ts';
import { compareNumbers, compareStrings } from '../../domain/families/counting/order.ts';
import type { Tally, Witness } from '../../domain/ports/facts.ts';

/** Returns as many tallies as fit, starting with the values that most installs report. */
export function boundedTallies(tallies: readonly Tally[]): readonly Tally[] {
  return lightest(tallies, byInstalls).toSorted(
    (a, b) => compareStrings(a.field, b.field) || compareStrings(a.value, b.value),
  );
}

/** Returns as many witnesses as fit: each install's newest report, then each one's second newest, and so on. */
export function boundedWitnesses<W extends Witness>(witnesses: readonly W[]): readonly W[] {
  if (weightOf(witnesses) <= SUBJECT_WEIGHT_MAX) return witnesses;
  const reportCounts = new Map<number, number>();
  const turns = new Map<W, number>();
  for (const witness of witnesses.toSorted((a, b) => b.atMs - a.atMs || compareStrings(a.field, b.field))) {
    const turn = reportCounts.get(witness.installN) ?? 0;
    reportCounts.set(witness.installN, turn + 1);
    turns.set(witness, turn);
  }
  const inTurn = (a: W, b: W): number => compareNumbers(turns.get(a)!, turns.get(b)!) || a.installN - b.installN;
  return lightest(witnesses, inTurn).toSorted((a, b) => compareStrings(a.field, b.field) || a.installN - b.installN);
}

function isCutFirst({ field }: Tally): number {
  return Number(field.startsWith(CUT_FIRST_PREFIX));
}

function byInstalls(a: Tally, b: Tally): number {
  return (
    isCutFirst(a) - isCutFirst(b) ||
    b.installs - a.installs ||
    compareStrings(a.field, b.field) ||
    compareStrings(a.value, b.value)
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
