import type { CoveringGrant, Witness } from '../../ports/facts.ts';
import {
  type AnonymousRecord,
  type Claim,
  type DistributiveOmit,
  defineWitnessedFamily,
  type RecordFacts,
  type WitnessedFamily,
} from './family.ts';
import { compareStrings } from './order.ts';

/** A named record covered by a grant. Because of the grant, its facts are public without three installs. */
export interface GrantedReading<R> {
  readonly atMs: number;
  readonly seq: number;
  readonly installN: number;
  readonly grant: number;
  /** True if all grants covering the record were issued by the holder of the install id, and none by the operator. */
  readonly self: boolean;
  readonly record: R;
  /** The record as JSON. Equal records serialize to equal strings. */
  readonly text: string;
}

/**
 * Returns whether there are grants and the holder of the install id issued all of them (contract, section 4, Corpus
 * page).
 */
export function isSelfGranted(grants: readonly CoveringGrant[]): boolean {
  return grants.length > 0 && grants.every(({ self }) => self);
}

/** Builds a subject from two normalized names, neither of which can contain a line feed. */
export function toGrantSubject(realmKey: string, nameKey: string): string {
  return `${realmKey}\n${nameKey}`;
}

type GrantedKind = AnonymousRecord['kind'];

/** A named record as stored in its claim. Its capture time is stored separately. */
export type GrantedRecord<K extends GrantedKind> = DistributiveOmit<
  Extract<AnonymousRecord, { kind: K }>,
  'capturedAt'
>;

interface GrantedFamilyRules<K extends GrantedKind, F extends object>
  extends Pick<WitnessedFamily<F>, 'name' | 'version'> {
  readonly kinds: readonly K[];
  subjectOf(record: GrantedRecord<K>): string;
  /** Computes a subject's public facts from its records, newest first. */
  facts(records: readonly [GrantedReading<GrantedRecord<K>>, ...GrantedReading<GrantedRecord<K>>[]]): F;
}

/** Builds a family of named records. Its facts are public because of a grant and silently disappear with it. */
export function defineGrantedFamily<K extends GrantedKind, F extends object>({
  subjectOf,
  facts,
  ...traits
}: GrantedFamilyRules<K, F>): WitnessedFamily<F> {
  return defineWitnessedFamily<K, F>({
    ...traits,
    perRecord: true,
    subject: null,
    witnesses: {},
    claims: (record: AnonymousRecord, about) =>
      buildRecordClaim(subjectOf(record as AnonymousRecord & GrantedRecord<K>), record, about),
    facts: (_subject, witnesses) => {
      const [newest, ...older] = readNewestRecords<GrantedRecord<K>>(witnesses);
      return newest === undefined ? null : facts([newest, ...older]);
    },
  });
}

/** Returns the claim of a named record, with its `seq` as the field, or no claim if no grant covers the record. */
function buildRecordClaim(subject: string, record: AnonymousRecord, about: RecordFacts): readonly Claim[] {
  if (about.grants.length === 0) return [];
  const { capturedAt: _at, ...fields } = record;
  const grant = Math.min(...about.grants.map(({ n }) => n));
  const self = isSelfGranted(about.grants);
  // The record comes last and is already serialized, so records can be compared without serializing them again.
  const value = JSON.stringify([grant, self, JSON.stringify(fields)] satisfies GrantedReport);
  return [{ subject, field: String(about.seq), value }];
}

type GrantedReport = readonly [grant: number, self: boolean, text: string];

/** Returns a subject's records, newest first. Records with equal times are ordered by their JSON. */
function readNewestRecords<R>(witnesses: readonly Witness[]): readonly GrantedReading<R>[] {
  return witnesses
    .map(({ atMs, field, installN, value }): GrantedReading<R> => {
      const [grant, self, text] = JSON.parse(value) as GrantedReport;
      return { atMs, seq: Number(field), installN, grant, self, record: JSON.parse(text) as R, text };
    })
    .sort(
      (a, b) => b.atMs - a.atMs || compareStrings(a.text, b.text) || Number(a.self) - Number(b.self) || a.seq - b.seq,
    );
}
