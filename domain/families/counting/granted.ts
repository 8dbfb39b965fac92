import type { CoveringGrant, Witness } from '../../ports/facts.ts';
import { type AnonymousRecord, type Claim, type RecordFacts, type WitnessedFamily, witnessed } from './family.ts';
import { byText } from './order.ts';

/** A named record whose grant covers it: what stands of it is public because of the grant, not of three installs. */
export interface Granted<R> {
  readonly atMs: number;
  /** Its number among the records kept. */
  readonly seq: number;
  readonly installN: number;
  /** The smallest number among the grants that cover it. */
  readonly grant: number;
  /** No grant of the operator covers it, only ones that the holder of the install id made. */
  readonly self: boolean;
  readonly record: R;
  /** The record as JSON: equal records have equal texts. */
  readonly text: string;
}

/**
 * Whether a record stands on grants alone that the holder of its install id made (contract, section 4, Corpus page). One
 * that no grant covers does not: it names nobody, or counts nowhere.
 */
export function isSelfGranted(grants: readonly CoveringGrant[]): boolean {
  return grants.length > 0 && grants.every(({ self }) => self);
}

/**
 * Names compare as realms do. Control characters are refused in every name, so that a line break divides the two for
 * certain.
 */
export function grantedSubject(realmKey: string, nameKey: string): string {
  return `${realmKey}\n${nameKey}`;
}

type GrantedKind = AnonymousRecord['kind'];

/** A named record as it is kept behind its claim: without the moment, which stands beside it. */
export type GrantedRecord<K extends GrantedKind> = WithoutMoment<Extract<AnonymousRecord, { kind: K }>>;

type WithoutMoment<T> = T extends unknown ? Omit<T, 'capturedAt'> : never;

interface GrantedRules<K extends GrantedKind, F extends object> {
  readonly name: string;
  readonly version: number;
  readonly kinds: readonly K[];
  subjectOf(record: GrantedRecord<K>): string;
  /** What is public of a subject, from its records, newest first, at least one. */
  facts(records: readonly [Granted<GrantedRecord<K>>, ...Granted<GrantedRecord<K>>[]]): F;
}

/**
 * A family of named records: public because of a grant, so that its facts come and go with it, and nobody is told when.
 * Each record is a claim of its own and can be taken out alone.
 */
export function granted<K extends GrantedKind, F extends object>({
  name,
  version,
  kinds,
  subjectOf,
  facts,
}: GrantedRules<K, F>): WitnessedFamily<F> {
  return witnessed<F>({
    ...{ name, version, kinds, perRecord: true, subject: null, logged: false, witnesses: {} },
    claims: (record, about) =>
      (kinds as readonly GrantedKind[]).includes(record.kind)
        ? claimsOf(subjectOf(record as AnonymousRecord & GrantedRecord<K>), record, about)
        : [],
    facts: (_subject, witnesses) => {
      const [newest, ...older] = recordsBehind<GrantedRecord<K>>(witnesses);
      return newest === undefined ? null : facts([newest, ...older]);
    },
  });
}

/** The claim of one named record, under its number; none where no grant covers it. */
function claimsOf(subject: string, record: AnonymousRecord, about: RecordFacts): readonly Claim[] {
  if (about.grants.length === 0) return [];
  const { capturedAt: _at, ...fields } = record;
  const grant = Math.min(...about.grants.map(({ n }) => n));
  const self = isSelfGranted(about.grants);
  // The record comes last and as text, so that it need not be written again to be compared.
  const value = JSON.stringify([grant, self, JSON.stringify(fields)] satisfies GrantedValue);
  return [{ subject, field: String(about.seq), value }];
}

type GrantedValue = readonly [grant: number, self: boolean, text: string];

/** The records behind a subject, newest first; of several as new the one whose text is smaller. */
function recordsBehind<R>(witnesses: readonly Witness[]): readonly Granted<R>[] {
  return witnesses
    .map(({ atMs, field, installN, value }): Granted<R> => {
      const [grant, self, text] = JSON.parse(value) as GrantedValue;
      return { atMs, seq: Number(field), installN, grant, self, record: JSON.parse(text) as R, text };
    })
    .sort((a, b) => b.atMs - a.atMs || byText(a.text, b.text) || Number(a.self) - Number(b.self) || a.seq - b.seq);
}
