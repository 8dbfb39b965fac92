import type { Tally, Witness } from '../../ports/facts.ts';
import { byNumber, byText } from './order.ts';

/**
 * How much of what was said of one subject its facts are computed from. Anybody may send reports without end, so without a
 * bound one subject could take all of the builder's memory. No subject of a game comes near it.
 */

/** What the rows of one subject may weigh together, in bytes of UTF-8. */
export const SUBJECT_WEIGHT_MAX = 3_000_000;

/** What a row weighs beside its value: its number, field and install. */
export const ROW_WEIGHT = 60;

/**
 * A field that begins so is read only where the others leave room. Of such fields one install may fill any number: without
 * this, a family that speaks of what few installs told would let one of them hide the rest of a subject.
 */
export const CUT_FIRST = '~';

/** Of a subject that weighs more: the values that most installs hold, as many as weigh no more together. */
export function boundedTallies(tallies: readonly Tally[]): readonly Tally[] {
  return lightest(tallies, byInstalls).toSorted((a, b) => byText(a.field, b.field) || byText(a.value, b.value));
}

/**
 * The same of witnesses: of each install its newest report, then of each the one before, and so on, so that no install
 * can crowd out another.
 */
export function boundedWitnesses<W extends Witness>(witnesses: readonly W[]): readonly W[] {
  if (weightOf(witnesses) <= SUBJECT_WEIGHT_MAX) return witnesses;
  const told = new Map<number, number>();
  const turns = new Map<W, number>();
  for (const witness of witnesses.toSorted((a, b) => b.atMs - a.atMs || byText(a.field, b.field))) {
    const turn = told.get(witness.installN) ?? 0;
    told.set(witness.installN, turn + 1);
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

interface Weighed {
  readonly value: string;
}

function lightest<T extends Weighed>(rows: readonly T[], order: (a: T, b: T) => number): readonly T[] {
  if (weightOf(rows) <= SUBJECT_WEIGHT_MAX) return rows;
  let weight = 0;
  const kept: T[] = [];
  for (const row of rows.toSorted(order)) {
    weight += weightOf([row]);
    if (weight > SUBJECT_WEIGHT_MAX) break;
    kept.push(row);
  }
  return kept;
}

function weightOf(rows: readonly Weighed[]): number {
  return rows.reduce((sum, { value }) => sum + ROW_WEIGHT + UTF8.encode(value).byteLength, 0);
}

const UTF8 = new TextEncoder();
