import type { RecordKindName, RecordOf } from '../../../schema/record_kinds.ts';
import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { CoveringGrant, FactFamily, MentionedType, Tally, Witness } from '../../ports/facts.ts';
import type { CardType } from '../../values/entity_page.ts';
import { DAY_MS } from '../../values/instant.ts';
import type { LocalizedText, TextLanguage } from '../../values/language.ts';

/**
 * Interfaces of fact families. A family is one object, which all code that uses its facts reads. A family based on
 * claims consists of two pure functions: `claims` returns what a record reports about which subjects, and `facts`
 * computes a subject's public facts from the evidence about it. In between, the evidence stores the newest report for
 * each subject, field and install, so an install that changes its report moves its vote (contract, section 3, Agreed
 * values).
 *
 * Each family is one file in domain/families and one line in mod.ts. The type of its facts is inferred from `facts`.
 * Raise `version` whenever the rules change; every instance then recomputes the family's figures.
 */
export type Family = ClaimFamily | WindowFamily | ScanFamily;

/** A family whose facts are computed from claims. */
export type ClaimFamily<F extends object = object> = TalliedFamily<F> | WitnessedFamily<F> | DailyFamily<F>;

/** Traits that every family has, regardless of its kind of evidence. */
interface FamilyTraits {
  readonly name: string;
  readonly version: number;
  /** Record kinds that the family reads. */
  readonly kinds: readonly RecordKindName[];
  /** Kind of entity that the subjects describe, or null if the change log cannot name one. */
  readonly subject: SubjectAbout | null;
  /**
   * True if the change log reports changes of the family's facts. Facts that change every day or depend on a grant
   * become public and disappear without a line.
   */
  readonly logged: boolean;
  /**
   * Globs over subjects, keyed by kind of entity, with `ID` in place of the entity's id. They find the witnesses of all
   * facts about an entity.
   */
  readonly witnesses: Readonly<Partial<Record<WitnessedKind, readonly string[]>>>;
}

/**
 * Describes how to read a subject. Either all subjects are of one kind, and `id` is the index of the id among the
 * colon-separated parts (from 0; negative from the end; null if there is no id). Or each subject begins with its kind,
 * such as `npc:25`.
 */
export type SubjectAbout =
  | { readonly kind: ChangeSubjectKind; readonly id: number | null }
  | { readonly kinds: readonly ChangeSubjectKind[] };

/** Kinds of entity for which an operator can look up the witnesses. */
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

interface ClaimTraitsOf<F extends object> extends FamilyTraits, FactFamily<F> {
  /**
   * Present if each claim comes from one named record and its field is that record's `seq`, so that individual records
   * can be removed.
   */
  readonly perRecord?: true;
  /**
   * Returns the claims of a record. If there are several claims on one subject and field, the smallest value counts.
   */
  claims(record: AnonymousRecord, about: RecordFacts): readonly Claim[];
  /** Describes the fact's entity for the knowledge base. */
  readonly label?: Label<F>;
  /**
   * Present if a fact is enough to give an entity a card and a page. The subject is the entity's id, or begins with the
   * id and a colon.
   */
  readonly carded?: { readonly type: CardType; readonly subject: 'id' | 'id-first' };
  /**
   * Returns the entities that a fact names in addition to its own entity. Named entities get a card. Ids below 1 are
   * ignored.
   */
  mentions?(fact: F, subject: string): readonly Mention[];
}

/** An entity's entry in the knowledge base. The entry's id is the subject. */
export interface Label<F> {
  readonly kind: string;
  /** The agreed name, or undefined if there is none. */
  name(fact: F): LocalizedText | undefined;
  /** A sentence with further details. */
  text(fact: F): string;
}

/** An entity, and the member of the fact that names it. */
export type Mention = readonly [type: MentionedType, id: number | null, member: string];

/** A record as the builder sees it: without its install, upload and event. */
export type AnonymousRecord = DistributiveOmit<RecordOf, 'installId' | 'eventId' | 'claimToken'>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Information about a record that is not in its fields. */
export interface RecordFacts {
  /** Sequence number of the record among the stored records. */
  readonly seq: number;
  readonly capturedAtMs: number;
  readonly receivedAtMs: number;
  /** Grants that cover a named record. Empty for other records. */
  readonly grants: readonly CoveringGrant[];
  /** Language of the record's texts, which decides where they count. */
  readonly language: TextLanguage;
}

/** One statement made by one record. `value` is JSON text, or any other text that represents exactly one value. */
export interface Claim {
  /** Subject of the claim, as a text that is unique within the roll-up, such as an item's id. */
  readonly subject: string;
  /** The reported field, such as `name`. */
  readonly field: string;
  readonly value: string;
}

/**
 * A family whose facts depend on the number of installs that report each value: agreed values and edges. If `dated`,
 * the first and last days of each value are also stored. Tallies are ordered by field and value.
 */
export interface TalliedFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'tallied';
  readonly dated: boolean;
  /** Returns the public facts of a subject, or null if there are none. */
  facts(subject: string, tallies: readonly Tally[]): F | null;
}

/**
 * A family whose facts are not counts of equal values: pins, recipe ranges, boards. Witnesses are ordered by field and
 * install.
 */
export interface WitnessedFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'witnessed';
  facts(subject: string, witnesses: readonly Witness[]): F | null;
}

/**
 * A family whose facts cover all subjects over a range of days and are recomputed when the day of dataAsOf changes:
 * population and talents. `day` is that day. Only reports captured and received before that day may count.
 */
export interface DailyFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'daily';
  /** Starts the count for a day. */
  count(day: number): DailySurvey<F>;
}

/**
 * A count in two passes over all testimonies. The first pass finds the reported texts, and the second counts who
 * reported what about whom. There may be any number of subjects, so a survey keeps its counts in memory but not its
 * input. The calls of a pass hand over the subjects one after another, each with all of its testimonies.
 */
export interface DailySurvey<F extends object = object> {
  survey(testimonies: Iterable<Testimony>): void;
  /** Ends the first pass and starts the second. */
  counted(): DailyCount<F>;
}

export interface DailyCount<F extends object = object> {
  add(testimonies: Iterable<Testimony>): void;
  facts(): readonly DailyFact<F>[];
}

export interface Testimony extends Witness {
  readonly subject: string;
}

export interface DailyFact<F extends object = object> {
  readonly subject: string;
  readonly body: F;
}

/** A family whose facts are sums of loot windows: drop rates. */
export interface WindowFamily extends FamilyTraits {
  readonly shape: 'windows';
}

/** A family whose facts come from auction scans: market values. */
export interface ScanFamily extends FamilyTraits {
  readonly shape: 'scans';
}

/** Creates a family. The type of its facts is inferred from `facts`. */
export function tallied<F extends object>(family: Omit<TalliedFamily<F>, 'shape' | 'fact'>): TalliedFamily<F> {
  return {
    ...family,
    shape: 'tallied',
  };
}

export function witnessed<F extends object>(family: Omit<WitnessedFamily<F>, 'shape' | 'fact'>): WitnessedFamily<F> {
  return {
    ...family,
    shape: 'witnessed',
  };
}

export function daily<F extends object>(family: Omit<DailyFamily<F>, 'shape' | 'fact'>): DailyFamily<F> {
  return {
    ...family,
    shape: 'daily',
  };
}

/** The type of a family's facts. */
export type FactOf<T> = T extends FactFamily<infer F> ? F : never;

/** Returns the number of UTC days since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Formats a number of UTC days since 1970 as YYYY-MM-DD. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
