import { findClaimRules, type RulesByFamily } from '../../domain/families/counting/claims.ts';
import { compareStrings } from '../../domain/families/counting/order.ts';
import type { DirtyPage, InstallClaim, TalliedSubject, WitnessedSubject } from '../../domain/ports/evidence.ts';
import { groupBy } from '../../domain/values/group_by.ts';
import { toUtcDay } from '../../domain/values/instant.ts';
import { boundedTallies, boundedWitnesses } from './bounded_subjects.ts';
import { countsOf, IPV6 } from './families.ts';

/** Claims in memory, for tests. Tallies are computed from claims on every read. */
export interface MemoryClaims {
  add(claims: readonly InstallClaim[]): void;
  takeOut(installN: number): void;
  takeOutField(installN: number, field: string, rollups: readonly string[]): void;
  dirtyTallies(rollup: string, after: number, limit: number): DirtyPage<TalliedSubject>;
  talliesOf(rollup: string, asked: readonly string[], after: number): DirtyPage<TalliedSubject>;
  dirtyWitnesses(rollup: string, after: number, limit: number): DirtyPage<WitnessedSubject>;
  testimonies(rollup: string, fromDay: number, after: number, limit: number): DirtyPage<WitnessedSubject>;
  clear(): void;
}

interface Subject {
  readonly key: string;
  readonly n: number;
  readonly rollup: string;
  readonly subject: string;
  readonly claims: Map<string, InstallClaim>;
}

export function createMemoryClaims(rollups: RulesByFamily): MemoryClaims {
  const subjects = new Map<string, Subject>();
  const dirty = new Set<Subject>();
  let numbered = 0;

  const subjectOf = ({ rollup, subject }: InstallClaim): Subject => {
    const key = JSON.stringify([rollup, subject]);
    const found = subjects.get(key) ?? { key, n: ++numbered, rollup, subject, claims: new Map() };
    subjects.set(key, found);
    return found;
  };

  const add = (claim: InstallClaim): void => {
    const { shape, dated } = findClaimRules(rollups, claim.rollup);
    const subject = subjectOf(claim);
    const key = JSON.stringify([claim.field, claim.installN]);
    const kept = subject.claims.get(key);
    const now = kept === undefined ? claim : merged(kept, claim);
    subject.claims.set(key, now);
    const counted = ({ value, firstMs, atMs }: InstallClaim) =>
      JSON.stringify(dated ? [value, toUtcDay(firstMs), toUtcDay(atMs)] : value);
    if (shape !== 'daily' && (kept === undefined || counted(kept) !== counted(now))) dirty.add(subject);
  };

  const remove = (goes: (claim: InstallClaim) => boolean): void => {
    for (const subject of subjects.values()) {
      for (const [key, claim] of subject.claims) {
        if (!goes(claim)) continue;
        subject.claims.delete(key);
        dirty.add(subject);
      }
    }
  };

  const page = <T>(
    among: Iterable<Subject>,
    { rollup, after, limit }: { readonly rollup: string; readonly after: number; readonly limit: number },
    rowOf: (subject: Subject) => T,
  ): DirtyPage<T> => {
    const found = [...among]
      .filter((subject) => subject.rollup === rollup && subject.n > after)
      .sort((a, b) => a.n - b.n);
    return { rows: found.slice(0, limit).map(rowOf), next: found.length > limit ? found[limit - 1]!.n : null };
  };

  const tallied = ({ rollup, subject, claims }: Subject): TalliedSubject => {
    const { dated } = findClaimRules(rollups, rollup);
    const groups = groupBy(claims.values(), ({ field, value }) => JSON.stringify([field, value]));
    const tallies = [...groups.values()].map((group) => ({
      field: group[0]!.field,
      value: group[0]!.value,
      ...countsOf(group.map(({ installN }) => installN)),
      firstDays: dated ? smallest(group.map(({ firstMs }) => toUtcDay(firstMs))) : [],
      lastDays: dated ? smallest(group.map(({ atMs }) => -toUtcDay(atMs))).map((day) => -day) : [],
    }));
    return { subject, tallies: boundedTallies(tallies) };
  };

  const witnessed = ({ subject, claims }: Subject, fromDay: number): WitnessedSubject => {
    const witnesses = [...claims.values()]
      .filter(({ field }) => fromDay === 0 || Number.parseInt(field, 10) >= fromDay)
      .map(({ installN, field, value, atMs }) => ({ installN, field, value, atMs }))
      .sort((a, b) => compareStrings(a.field, b.field) || a.installN - b.installN);
    return { subject, witnesses: boundedWitnesses(witnesses) };
  };

  return {
    add: (claims) => claims.forEach(add),
    takeOut: (installN) => remove((claim) => claim.installN % IPV6 === installN),
    takeOutField: (installN, field, names) =>
      remove((claim) => claim.installN % IPV6 === installN && claim.field === field && names.includes(claim.rollup)),
    dirtyTallies: (rollup, after, limit) => page(dirty, { rollup, after, limit }, tallied),
    talliesOf: (rollup, asked, after) =>
      page(
        [...subjects.values()].filter(({ subject }) => asked.includes(subject)),
        { rollup, after, limit: 2 },
        tallied,
      ),
    dirtyWitnesses: (rollup, after, limit) => page(dirty, { rollup, after, limit }, (subject) => witnessed(subject, 0)),
    testimonies: (rollup, fromDay, after, limit) =>
      page(subjects.values(), { rollup, after, limit }, (subject) => witnessed(subject, fromDay)),
    clear: () => {
      for (const { key, claims } of dirty) if (claims.size === 0) subjects.delete(key);
      dirty.clear();
    },
  };
}

/** Returns the newer of two claims with the earlier first time of both, or the union of two sets. */
function merged(kept: InstallClaim, claim: InstallClaim): InstallClaim {
  if (claim.joins) return { ...kept, value: joined(kept.value, claim.value) };
  const [newest] = [kept, claim].sort(
    (a, b) => b.atMs - a.atMs || compareStrings(a.tie, b.tie) || compareStrings(a.value, b.value),
  );
  return { ...newest!, firstMs: Math.min(kept.firstMs, claim.firstMs) };
}

/** Returns the union of two sets that are written as hexadecimal numbers, digit by digit. */
export function joined(a: string, b: string): string {
  const length = Math.max(a.length, b.length);
  const [left, right] = [a.padStart(length, '0'), b.padStart(length, '0')];
  return [...left]
    .map((digit, i) => (Number.parseInt(digit, 16) | Number.parseInt(right[i]!, 16)).toString(16))
    .join('');
}

/** Returns the three smallest numbers. */
function smallest(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b).slice(0, 3);
}
