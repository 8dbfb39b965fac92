import type { RecordKindName, RecordOfKind } from '../../../schema/record_kinds.ts';
import type { ChangeSubjectKind, Game } from '../../../schema/vocabulary.ts';
import type { CoveringGrant, FactFamily, MentionedType, SubjectFact, Tally, Witness } from '../../ports/facts.ts';
import type { CardType } from '../../values/entity_page.ts';
import type { LocalizedText, TextLanguage } from '../../values/language.ts';

/**
 * Interfaces of fact families. A family is one object in one file of domain/families. Most families consist of two pure
 * functions: `claims` returns what a record reports, and `facts` computes a subject's public facts. In between, the
 * evidence stores the newest report for each subject, field and install, so an install that changes its report moves
 * its vote (contract, section 3, Agreed values). Increment `version` whenever the rules change, so that every instance
 * recomputes the family's facts.
 */
export type Family = ClaimFamily | WindowFamily | ScanFamily;

export type ClaimFamily<F extends object = object> = TalliedFamily<F> | WitnessedFamily<F> | DailyFamily<F>;

interface FamilyTraits {
  readonly name: string;
  readonly version: number;
  readonly kinds: readonly RecordKindName[];
  /** Kind of entity that the subjects describe, or null if the change log omits this family. */
  readonly subject: SubjectMeaning | null;
  /** Globs matching the subjects of all facts about an entity, to look up their witnesses. `ID` stands for its id. */
  readonly witnesses: Readonly<Partial<Record<WitnessedKind, readonly string[]>>>;
}

/**
 * Describes how to read a subject. Either all subjects are of one kind, or each begins with its kind, as in `npc:25`.
 * If all are of one kind, `id` is the index of the id among the colon-separated parts (negative from the end), or null
 * without an id. `byMap` is true if subjects begin with the id of a map.
 */
export type SubjectMeaning =
  | { readonly kind: ChangeSubjectKind; readonly id: number | null; readonly byMap?: true }
  | { readonly kinds: readonly ChangeSubjectKind[] };

/** Kinds of entity whose witnesses an operator can look up. */
export const WITNESSED_KINDS = [
  'item',
  'npc',
  'object',
  'quest',
  'zone',
  'recipe',
  'achievement',
  'reputation',
  'title',
  'quest_chain',
] as const;

export type WitnessedKind = (typeof WITNESSED_KINDS)[number];

interface ClaimOptions<F extends object> extends FamilyTraits, FactFamily<F> {
  /**
   * Present if each claim comes from one named record and has its `seq` as field, so that the record can be removed.
   */
  readonly perRecord?: true;
  /** Returns a record's claims. If several claims have the same subject and field, the smallest value counts. */
  claims(record: AnonymousRecord, about: RecordFacts): readonly Claim[];
  readonly label?: NameFormat<F>;
  /** Present if a fact gives an entity a card and a page. The subject is the id, or starts with the id and a colon. */
  readonly carded?: { readonly type: CardType; readonly subject: 'id' | 'id-first' };
  /** Returns the other entities that a fact names, which then also get a card. Ids below 1 are ignored. */
  mentions?(fact: F, subject: string): readonly MentionRule[];
}

/** An entity's entry in the knowledge base. The subject is the entry's id. */
export interface NameFormat<F> {
  readonly kind: string;
  /** Returns the agreed name, and the number of installs that report it. */
  name(fact: F): (LocalizedText & { readonly installs: number }) | undefined;
  /** Further details as a sentence. */
  text(fact: F): string;
}

export type MentionRule = readonly [type: MentionedType, id: number | null, member: string];

/** A record as the builder sees it, without its install, upload and event. */
export type AnonymousRecord = DistributiveOmit<RecordOfKind, 'installId' | 'eventId' | 'claimToken'>;

export type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface RecordFacts {
  /** Sequence number of the stored record. */
  readonly seq: number;
  readonly capturedAtMs: number;
  readonly receivedAtMs: number;
  /** Grants that cover a named record. Empty for other records. */
  readonly grants: readonly CoveringGrant[];
  readonly language: TextLanguage;
  /** The folder's game, such as `era`. Absent as long as it is not known. */
  readonly game?: Game;
}

/** A statement made by one record. `value` is JSON, or any other string that represents exactly one value. */
export interface Claim {
  /** Subject of the claim as a string that is unique within the roll-up, such as an item's id. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  /**
   * Present if the value is a set, written as a hexadecimal number. The evidence then keeps the union of an install's
   * sets instead of the newest one, and no time.
   */
  readonly joins?: true;
}

/**
 * A family whose facts depend on how many installs report each value: agreed values and edges. If `dated`, the first
 * and last days of each value are stored as well. Tallies are ordered by field and value.
 */
export interface TalliedFamily<F extends object = object> extends ClaimOptions<F> {
  readonly shape: 'tallied';
  readonly dated?: true;
  facts(subject: string, tallies: readonly Tally[]): F | null;
}

/** A family whose facts are more than counts of equal values: pins, recipe ranges, boards. */
export interface WitnessedFamily<F extends object = object> extends ClaimOptions<F> {
  readonly shape: 'witnessed';
  facts(subject: string, witnesses: readonly Witness[]): F | null;
}

/**
 * A family whose facts cover all subjects over a range of days: population and talents. They are recomputed for `day`
 * whenever the UTC day of dataAsOf changes. Only reports captured and received before `day` may count.
 */
export interface DailyFamily<F extends object = object> extends ClaimOptions<F> {
  readonly shape: 'daily';
  count(day: number): OpenDailySurvey<F>;
}

/**
 * Counts in two passes over all testimonies. The first pass finds the reported texts, and the second counts who
 * reported what about whom. Because the number of subjects is unlimited, a survey keeps its counts in memory but not
 * its input. Each call within a pass receives some of the subjects, each with all of its testimonies.
 */
export interface OpenDailySurvey<F extends object = object> {
  survey(testimonies: Iterable<InstallTestimony>): void;
  /** Ends the first pass and starts the second. */
  counted(): DailyCount<F>;
}

export interface DailyCount<F extends object = object> {
  add(testimonies: Iterable<InstallTestimony>): void;
  facts(): readonly SubjectFact<F>[];
}

export interface InstallTestimony extends Witness {
  readonly subject: string;
}

/** A family whose facts are sums of loot windows: drop rates. */
export interface WindowFamily extends FamilyTraits {
  readonly shape: 'windows';
}

/** A family whose facts come from auction scans: market values. */
export interface ScanFamily extends FamilyTraits {
  readonly shape: 'scans';
}

/** A family as defined in its file, where `claims` receives only records of the family's kinds. */
type FamilyRules<K extends AnonymousRecord['kind'], T extends ClaimFamily> = Omit<
  T,
  'shape' | 'fact' | 'kinds' | 'claims'
> & {
  readonly kinds: readonly K[];
  claims(record: Extract<AnonymousRecord, { kind: K }>, about: RecordFacts): readonly Claim[];
};

/** Creates a family. The type of its facts is inferred from `facts`. */
export function defineTalliedFamily<K extends AnonymousRecord['kind'], F extends object>(
  family: FamilyRules<K, TalliedFamily<F>>,
): TalliedFamily<F> {
  return { ...family, claims: createKindFilter(family), shape: 'tallied' };
}

export function defineWitnessedFamily<K extends AnonymousRecord['kind'], F extends object>(
  family: FamilyRules<K, WitnessedFamily<F>>,
): WitnessedFamily<F> {
  return { ...family, claims: createKindFilter(family), shape: 'witnessed' };
}

export function defineDaily<K extends AnonymousRecord['kind'], F extends object>(
  family: FamilyRules<K, DailyFamily<F>>,
): DailyFamily<F> {
  return { ...family, claims: createKindFilter(family), shape: 'daily' };
}

function createKindFilter<K extends AnonymousRecord['kind']>({
  kinds,
  claims,
}: Pick<FamilyRules<K, ClaimFamily>, 'kinds' | 'claims'>) {
  return (record: AnonymousRecord, about: RecordFacts): readonly Claim[] =>
    (kinds as readonly string[]).includes(record.kind)
      ? claims(record as Extract<AnonymousRecord, { kind: K }>, about)
      : [];
}

export type FactOfFamily<T> = T extends FactFamily<infer F> ? F : never;
