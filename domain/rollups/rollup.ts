import type { RecordKindName, RecordOf } from '../../schema/record_kinds.ts';
import type { CoveringGrant, FactBody, Tally, Witness } from '../ports/facts.ts';

/**
 * What every roll-up is: two pure functions (design, section 1). `claims` says what one record reports of which
 * subjects; `facts` turns what is known of a subject into what is public of it. Between the two, the evidence keeps for
 * each subject, field and install the newest report: an install that changes its mind moves its vote (contract,
 * section 3, Agreed values).
 *
 * A roll-up is one file here and one line in mod.ts. A change of its rules raises its `version`, which has every
 * instance build its figures anew.
 */
export type Rollup = TalliedRollup | WitnessedRollup | DailyRollup;

interface RollupBase {
  /** Also the family under which its facts are kept. */
  readonly name: string;
  readonly version: number;
  /** The record kinds it reads. */
  readonly kinds: readonly RecordKindName[];
  /** True where each claim is of one named record and its field that record's `seq`, so that it can be taken out alone. */
  readonly perRecord?: true;
  /** What a record reports. Several claims of one subject and field: the smallest value stands. */
  claims(record: AnonymousRecord, about: RecordFacts): readonly Claim[];
}

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
 * Facts from how many installs hold which value: agreed values and edges. `dated`: the first and last day of each value
 * is kept, too. The tallies come in the order of field and value.
 */
export interface TalliedRollup extends RollupBase {
  readonly shape: 'tallied';
  readonly dated: boolean;
  /** What is public of a subject, null where nothing is. */
  facts(subject: string, tallies: readonly Tally[]): FactBody | null;
}

/** Facts that are no count of equal values: pins, recipe ranges, boards. The witnesses come in the order of field and install. */
export interface WitnessedRollup extends RollupBase {
  readonly shape: 'witnessed';
  facts(subject: string, witnesses: readonly Witness[]): FactBody | null;
}

/**
 * Facts about all subjects together over a span of days, computed anew when the day of dataAsOf changes: population.
 * `day` is that day; only what was captured and received before it may count.
 */
export interface DailyRollup extends RollupBase {
  readonly shape: 'daily';
  /** Begins to count for a day. */
  count(day: number): DailySurvey;
}

/**
 * A count under way, in two passes over all testimonies: what was told at all, then who told what of whom. It holds what it
 * has counted, not what it was given: there may be any number of subjects. Each call gives subjects with all of their
 * testimonies, one behind the other.
 */
export interface DailySurvey {
  survey(testimonies: Iterable<Testimony>): void;
  /** The first pass is done. */
  counted(): DailyCount;
}

export interface DailyCount {
  add(testimonies: Iterable<Testimony>): void;
  facts(): readonly DailyFact[];
}

export interface Testimony extends Witness {
  readonly subject: string;
}

export interface DailyFact {
  readonly subject: string;
  readonly body: FactBody;
}

export const DAY_MS = 86_400_000;

/** UTC days since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** YYYY-MM-DD of a number of UTC days since 1970. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
