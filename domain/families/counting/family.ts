import type { RecordKindName, RecordOf } from '../../../schema/record_kinds.ts';
import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { CoveringGrant, FactFamily, MentionedType, Tally, Witness } from '../../ports/facts.ts';
import type { CardType } from '../../values/entity_page.ts';
import { DAY_MS } from '../../values/instant.ts';
import type { TextLanguage, Worded } from '../../values/language.ts';

/**
 * What every fact family is: one object that all who use its facts read. Those made of claims are two pure functions.
 * `claims` says what one record reports of which subjects; `facts` turns what is known of a subject into what is public
 * of it. Between the two, the evidence keeps for each subject, field and install the newest report: an install that
 * changes its mind moves its vote (contract, section 3, Agreed values).
 *
 * A family is one file here and one line in mod.ts; the type of its facts follows from `facts`. A change of its rules
 * raises its `version`, which has every instance build its figures anew.
 */
export type Family = ClaimFamily | WindowFamily | ScanFamily;

/** A family whose facts are made of claims. */
export type ClaimFamily<F extends object = object> = TalliedFamily<F> | WitnessedFamily<F> | DailyFamily<F>;

/** What is asked of every family, whatever its evidence is. */
interface FamilyTraits {
  readonly name: string;
  readonly version: number;
  /** The record kinds it reads. */
  readonly kinds: readonly RecordKindName[];
  /** What its subjects are about; null: no entity that the change log could name. */
  readonly subject: SubjectAbout | null;
  /**
   * Whether the change log tells how its facts change. Facts that move day by day, or stand under a grant, come and go
   * without a line.
   */
  readonly logged: boolean;
  /** By entity, globs over the subjects that are about it, `ID` standing for its id: whose word stands behind them. */
  readonly witnesses: Readonly<Partial<Record<WitnessedKind, readonly string[]>>>;
}

/**
 * Subjects of one kind, `id` being the part of the subject between its colons that is the id, counted from 0, from the
 * end where negative, null where there is none; or subjects that begin with their kind, such as `npc:25`.
 */
export type SubjectAbout =
  | { readonly kind: ChangeSubjectKind; readonly id: number | null }
  | { readonly kinds: readonly ChangeSubjectKind[] };

/** What an operator may ask the witnesses of. */
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
  /** True where each claim is of one named record and its field that record's `seq`, so that it can be taken out alone. */
  readonly perRecord?: true;
  /** What a record reports. Several claims of one subject and field: the smallest value stands. */
  claims(record: AnonymousRecord, about: RecordFacts): readonly Claim[];
  /** The named thing that a fact makes known to the knowledge base. */
  readonly label?: Label<F>;
  /** A fact is enough for an entity to have a card and a page: the subject is its id, or begins with it and a colon. */
  readonly carded?: { readonly type: CardType; readonly subject: 'id' | 'id-first' };
  /** What a fact names beside what it is about: an entity that is named has a card. Ids below 1 name nothing. */
  mentions?(fact: F, subject: string): readonly Mention[];
}

/** An entity of the knowledge base, its id being the subject. */
export interface Label<F> {
  readonly kind: string;
  /** Undefined where nothing is agreed. */
  name(fact: F): Worded | undefined;
  /** What is said of it beside, as a sentence. */
  text(fact: F): string;
}

/** An entity, as a fact names it in one of its members. */
export type Mention = readonly [type: MentionedType, id: number | null, member: string];

/** A record as the builder knows it: without its install, upload and event. */
export type AnonymousRecord = DistributiveOmit<RecordOf, 'installId' | 'eventId' | 'claimToken'>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What the builder knows of a record beside its fields. */
export interface RecordFacts {
  /** Its number among the records kept. */
  readonly seq: number;
  readonly capturedAtMs: number;
  readonly receivedAtMs: number;
  /** The grants that cover a named record; empty for every other. */
  readonly grants: readonly CoveringGrant[];
  /** The language that its texts count for. */
  readonly language: TextLanguage;
}

/** One statement of one record. `value` is JSON text or any other text that stands for one value only. */
export interface Claim {
  /** What it is about, as text unique within the roll-up, such as an item's id. */
  readonly subject: string;
  /** Which value of the subject, such as `name`. */
  readonly field: string;
  readonly value: string;
}

/**
 * Facts from how many installs hold which value: agreed values and edges. `dated`: the first and last days of each
 * value are kept, too. The tallies come in the order of field and value.
 */
export interface TalliedFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'tallied';
  readonly dated: boolean;
  /** What is public of a subject, null where nothing is. */
  facts(subject: string, tallies: readonly Tally[]): F | null;
}

/** Facts that are no count of equal values: pins, recipe ranges, boards. The witnesses come in the order of field and install. */
export interface WitnessedFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'witnessed';
  facts(subject: string, witnesses: readonly Witness[]): F | null;
}

/**
 * Facts about all subjects together over a span of days, computed anew when the day of dataAsOf changes: population.
 * `day` is that day; only what was captured and received before it may count.
 */
export interface DailyFamily<F extends object = object> extends ClaimTraitsOf<F> {
  readonly shape: 'daily';
  /** Begins to count for a day. */
  count(day: number): DailySurvey<F>;
}

/**
 * A count under way, in two passes over all testimonies: what was told at all, then who told what of whom. It holds what it
 * has counted, not what it was given: there may be any number of subjects. Each call gives subjects with all of their
 * testimonies, one behind the other.
 */
export interface DailySurvey<F extends object = object> {
  survey(testimonies: Iterable<Testimony>): void;
  /** The first pass is done. */
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

/** Drop rates: facts from sums of loot windows. */
export interface WindowFamily extends FamilyTraits {
  readonly shape: 'windows';
}

/** Market values: facts from auction scans. */
export interface ScanFamily extends FamilyTraits {
  readonly shape: 'scans';
}

/** Makes a family; the type of its facts is what `facts` answers. */
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

/** UTC days since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** YYYY-MM-DD of a number of UTC days since 1970. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
