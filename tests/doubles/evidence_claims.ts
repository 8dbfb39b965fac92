import { type TraitsByFamily, traitsOf } from '../../domain/families/counting/claims.ts';
import { byText } from '../../domain/families/counting/order.ts';
import type { DirtyPage, InstallClaim, TalliedSubject, WitnessedSubject } from '../../domain/ports/evidence.ts';
import type { Tally } from '../../domain/ports/facts.ts';
import { dayOf } from '../../domain/values/instant.ts';
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
  readonly n: number;
  readonly rollup: string;
  readonly subject: string;
  readonly claims: Map<string, InstallClaim>;
}

export function createMemoryClaims(rollups: TraitsByFamily): MemoryClaims {
  const subjects = new Map<string, Subject>();
  const dirty = new Set<Subject>();
  let numbered = 0;

  const keyOf = ({ rollup, subject }: Pick<Subject, 'rollup' | 'subject'>): string => JSON.stringify([rollup, subject]);
  const shapeOf = ({ rollup }: Subject) => traitsOf(rollups, rollup).shape;

  const subjectOf = (claim: InstallClaim): Subject => {
    const key = keyOf(claim);
    const { rollup, subject } = claim;
    const found = subjects.get(key) ?? { n: ++numbered, rollup, subject, claims: new Map() };
    subjects.set(key, found);
    return found;
  };

  const talliesOf = ({ rollup, claims }: Subject): readonly Tally[] => {
    const groups = new Map<string, InstallClaim[]>();
    for (const claim of claims.values()) {
      const key = JSON.stringify([claim.field, claim.value]);
      groups.set(key, [...(groups.get(key) ?? []), claim]);
    }
    const { dated } = traitsOf(rollups, rollup);
    return [...groups.values()]
      .map((group) => ({
        field: group[0]!.field,
        value: group[0]!.value,
        ...countsOf(group.map(({ installN }) => installN)),
        firstDays: dated ? outermost(group, ({ firstMs }) => dayOf(firstMs)) : [],
        lastDays: dated ? outermost(group, ({ atMs }) => -dayOf(atMs)).map((day) => -day) : [],
      }))
      .sort((a, b) => byText(a.field, b.field) || byText(a.value, b.value));
  };

  /** Returns the data from which a subject's facts are computed. A subject is dirty if this changes. */
  const standing = (subject: Subject): unknown => {
    switch (shapeOf(subject)) {
      case 'tallied':
        return talliesOf(subject);
      case 'witnessed':
        return claimsOf(subject).map(({ field, installN, value }) => [field, installN, value]);
      case 'daily':
        return null;
    }
  };

  const addTo = (subject: Subject, claim: InstallClaim): void => {
    const key = JSON.stringify([claim.field, claim.installN]);
    const kept = subject.claims.get(key);
    if (claim.joins && kept !== undefined) {
      subject.claims.set(key, { ...kept, value: joined(kept.value, claim.value) });
      return;
    }
    const [newest] = (kept === undefined ? [claim] : [kept, claim]).sort(newestFirst);
    const firstMs = Math.min(claim.firstMs, kept?.firstMs ?? claim.firstMs);
    subject.claims.set(key, { ...newest!, firstMs });
  };

  const remove = (goes: (claim: InstallClaim) => boolean): void => {
    for (const [name, subject] of subjects) {
      for (const [key, claim] of subject.claims) {
        if (!goes(claim)) continue;
        subject.claims.delete(key);
        if (shapeOf(subject) !== 'daily') dirty.add(subject);
        else if (subject.claims.size === 0) subjects.delete(name);
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

  const tallied = (subject: Subject): TalliedSubject => ({
    subject: subject.subject,
    tallies: boundedTallies(talliesOf(subject)),
  });

  const witnessed = (subject: Subject, counts: (field: string) => boolean): WitnessedSubject => ({
    subject: subject.subject,
    witnesses: boundedWitnesses(
      claimsOf(subject)
        .filter(({ field }) => counts(field))
        .map(({ installN, field, value, atMs }) => ({ installN, field, value, atMs })),
    ),
  });

  return {
    add: (claims) => {
      const before = new Map<Subject, string>();
      for (const claim of claims) {
        const subject = subjectOf(claim);
        if (!before.has(subject)) before.set(subject, JSON.stringify(standing(subject)));
        addTo(subject, claim);
      }
      for (const [subject, stood] of before) if (JSON.stringify(standing(subject)) !== stood) dirty.add(subject);
    },
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
    dirtyWitnesses: (rollup, after, limit) =>
      page(dirty, { rollup, after, limit }, (subject) => witnessed(subject, () => true)),
    testimonies: (rollup, fromDay, after, limit) =>
      page(subjects.values(), { rollup, after, limit }, (subject) =>
        witnessed(subject, (field) => Number.parseInt(field, 10) >= fromDay),
      ),
    clear: () => {
      for (const subject of dirty) if (subject.claims.size === 0) subjects.delete(keyOf(subject));
      dirty.clear();
    },
  };
}

/** Returns the union of two sets that are written as hexadecimal numbers, digit by digit. */
export function joined(a: string, b: string): string {
  const length = Math.max(a.length, b.length);
  const [left, right] = [a.padStart(length, '0'), b.padStart(length, '0')];
  return [...left]
    .map((digit, i) => (Number.parseInt(digit, 16) | Number.parseInt(right[i]!, 16)).toString(16))
    .join('');
}

/** Returns the three smallest values of the claims. */
function outermost(claims: readonly InstallClaim[], of: (claim: InstallClaim) => number): readonly number[] {
  return claims
    .map(of)
    .sort((a, b) => a - b)
    .slice(0, 3);
}

function newestFirst(a: InstallClaim, b: InstallClaim): number {
  return b.atMs - a.atMs || byText(a.tie, b.tie) || byText(a.value, b.value);
}

/** Returns the claims of a subject, ordered by field and install. */
function claimsOf({ claims }: Subject): readonly InstallClaim[] {
  return [...claims.values()].sort((a, b) => byText(a.field, b.field) || a.installN - b.installN);
}
