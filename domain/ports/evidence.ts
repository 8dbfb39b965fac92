import type { RateWeights } from '../values/estimates/model.ts';
import type { CorpusWithdrawal } from './corpus.ts';
import type { AnySource, LootWindow, SourceLoot } from './drops.ts';
import type { Tally, Witness } from './facts.ts';
import type { MarketScan, MarketSubject, ScanPart } from './market.ts';
import type { FeedPosition, FeedRecord, PendingFeedRows, PendingRecord, RecordToReview } from './pending_feed.ts';

/** Progress of the evidence. The cursor is updated in the same transaction as the evidence. */
export interface EvidenceCursor {
  /** Incremented with every change, starting at 0. A snapshot stores the step from which it was written. */
  readonly step: number;
  /** The step at which dirty marks were last cleared. A snapshot from an earlier step cannot be updated. */
  readonly clearedStep: number;
  /** Every record up to and including this `seq` has been processed. */
  readonly seq: number;
  /** Every order up to and including this number has been carried out (UploadReader.orders). */
  readonly orderN: number;
  /** Time when the newest processed upload was received, or null if none has been processed. Never goes back. */
  readonly dataAsOfMs: number | null;
  /** The UTC day for which the daily roll-ups were last computed, or null if they never were. */
  readonly dailyDay: number | null;
  /** The UTC day for which the ages of installs were last judged, or null if all installs count. Never goes back. */
  readonly witnessDay: number | null;
  /** Day to which the evidence is being updated. Installs coming of age since `witnessDay` may be partly counted. */
  readonly witnessToDay: number | null;
  /** The weights of the estimator of drop rates, or null before the first record (domain/snapshot/rate_weights.ts). */
  readonly rateFit: RateFitState | null;
}

export interface RateFitState {
  /** The Monday before which the windows were received, in days since 1970. */
  readonly weekDay: number;
  /** False if the weights must be fitted again, because an install was removed or added. */
  readonly isFitted: boolean;
  readonly weights: RateWeights;
}

export interface EvidenceTotals {
  /** Number of uploads that added at least one record to the feed or contained a legacy loot record. */
  readonly uploads: number;
  readonly legacyRecords: number;
  /** Number of uploads with any loot record, of all loot records, and of the loot windows that count. */
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** Amount of evidence from installs that do not count yet (contract, section 3, Waiting). */
export interface PendingEvidence {
  /** Number of these installs with a record in the feed or with a legacy loot record. */
  readonly installs: number;
  readonly windows: number;
}

export interface UploadPart {
  readonly uploadN: number;
  readonly installN: number;
  readonly feedRecords: number;
  readonly legacyRecords: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** An install's newest claim within its batch (domain/families/counting/family.ts). */
export interface InstallClaim {
  readonly rollup: string;
  readonly subject: string;
  readonly field: string;
  readonly installN: number;
  readonly value: string;
  /** Time of the newest report, and the start of its digest. Of reports with the same time, the smaller digest wins. */
  readonly atMs: number;
  readonly tie: string;
  readonly firstMs: number;
  /** Present if the value is a set (domain/families/counting/family.ts). Both times are then 0, and `tie` is empty. */
  readonly joins?: true;
}

/** Everything that records add to the evidence. `claims` has each subject, field and install once. */
export interface EvidenceBatch {
  readonly parts: readonly UploadPart[];
  readonly loot: readonly LootWindow[];
  readonly claims: readonly InstallClaim[];
  readonly scans: readonly ScanPart[];
  /** Records from earlier batches that must enter the feed again with the next snapshot. */
  readonly feed: readonly PendingRecord[];
}

/** A source whose loot windows changed since the marks were last cleared, with its current and previous figures. */
export interface DirtySource {
  readonly source: AnySource;
  /** Number of distinct installs that looted it, counted up to the number that makes it public. */
  readonly reporters: number;
  /** Number of different items in its windows, or 0 if the source is public. */
  readonly items: number;
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

export interface TalliedSubject {
  readonly subject: string;
  /** Tallies ordered by field and value. Empty if the subject has no reports left. */
  readonly tallies: readonly Tally[];
}

export interface WitnessedSubject {
  readonly subject: string;
  /** Witnesses ordered by field and install. */
  readonly witnesses: readonly Witness[];
}

export interface DirtyMarket {
  readonly subject: MarketSubject;
  /** Every scan of the realm and day that lists the item, or null if there are too many (use `marketScans`). */
  readonly scans: readonly MarketScan[] | null;
}

/**
 * The evidence behind every observed fact. It is private, derived only from the uploads, and written only by the
 * builder. Every method that writes is one transaction: evidence, dirty marks and cursor change together or not at all.
 * An epoch that is still being built may write later and in parts, because a crash discards it.
 * The order and batching of `add` calls do not affect newest reports, sums or witness sets.
 */
export interface EvidenceStore extends ChangedEvidence, EvidenceWithdrawals {
  cursor(): Promise<EvidenceCursor>;
  /** Adds a batch and moves the cursor to `to`. Leaves `clearedStep` unchanged. */
  add(to: EvidenceCursor, batch: EvidenceBatch): Promise<void>;
  /**
   * Clears the marks and the pending withdrawals. Sets the cursor's `clearedStep` to its `step`, and its `dailyDay` to
   * the day for which the daily roll-ups were computed. Also clears pending feed records: those up to `upTo` and after
   * `behind`, or, if `done` is null, those whose feed positions have been noted.
   */
  clearMarks(dailyDay: number | null, done: { readonly upTo: number; readonly behind: number } | null): Promise<void>;
  /** Marks sources as dirty, or all of them, because their rates must be estimated again. Unknown ones are ignored. */
  markSources(sources: readonly AnySource[] | 'all'): Promise<void>;
  /**
   * Marks the sources with windows received before this day that were not yet part of the estimates of an earlier day.
   * Each is marked once.
   */
  beginDay(day: number): Promise<void>;
  /** Notes the feed positions of records before their snapshot is written. Replaces notes of an unwritten snapshot. */
  notePlaces(places: readonly FeedPosition[]): Promise<void>;
  close(): Promise<void>;
}

/** One page of results. Pass `next` to read the following page. It is null on the last page. */
export interface DirtyPage<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

/** A place in the loot of several sources: the index of a source, and the first install to read. */
export interface LootPageStart {
  readonly source: number;
  readonly installN: number;
}

export interface LootPage {
  readonly rows: readonly SourceLoot[];
  readonly next: LootPageStart | null;
}

export interface ChangedEvidence {
  counts(): Promise<EvidenceTotals>;
  /** Counts the evidence of these installs. Withheld and erased installs have none. */
  waiting(installs: ReadonlySet<number>): Promise<PendingEvidence>;
  /** Returns dirty sources ordered by type and id, at most `limit`, after `after` (null to start at the beginning). */
  dirtySources(after: AnySource | null, limit: number): Promise<readonly DirtySource[]>;
  /**
   * Returns, for each of these sources, the items in windows that were added or removed since the marks were last
   * cleared, in ascending order.
   */
  changedItems(sources: readonly AnySource[]): Promise<readonly (readonly number[])[]>;
  /**
   * Returns dirty subjects of a tallied roll-up after `after`, a position in the store's own order, starting at 0.
   * Returns fewer than `limit` subjects if they have many reports. Cuts large subjects as in
   * domain/families/counting/bounded.ts.
   */
  dirtyTallies(rollup: string, after: number, limit: number): Promise<DirtyPage<TalliedSubject>>;
  /** Like `dirtyTallies`, for the given subjects, dirty or not, at most a few thousand. A page may be empty. */
  tallies(rollup: string, subjects: readonly string[], after: number): Promise<DirtyPage<TalliedSubject>>;
  /** Returns the number of installs that looted each source, in the order of `sources`. */
  looters(sources: readonly AnySource[]): Promise<readonly number[]>;
  /**
   * Returns the windows that each install opened on these sources, ordered by source and install, as many sources as fit
   * on a page. A source with very many installs has pages of its own. Pass null first, then `next` until it is null. `quests` are the quests to
   * list in the contexts of windows.
   */
  lootOf(sources: readonly AnySource[], quests: ReadonlySet<number>, after: LootPageStart | null): Promise<LootPage>;
  dirtyWitnesses(rollup: string, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
  /** Returns dirty market days, at most `limit`, or fewer if they contain many listings. */
  dirtyMarket(after: number, limit: number): Promise<DirtyPage<DirtyMarket>>;
  /**
   * Returns the scans that determine an item's value on one day (domain/families/market.ts), each with the rows that
   * count. Installs are in numerical order, starting after `after`. A page never splits the scans of one install.
   */
  marketScans(subject: MarketSubject, after: number): Promise<DirtyPage<MarketScan>>;
  /** Returns the subjects of a daily roll-up with their reports since `fromDay`, paged like `dirtyTallies`. */
  testimonies(rollup: string, fromDay: number, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
}

export interface EvidenceWithdrawals {
  /** Returns the withheld installs, whose evidence has been removed and whose new records are skipped. */
  excluded(): Promise<ReadonlySet<number>>;
  /**
   * Removes all reports and pending records of an install. Its feed rows become pending withdrawals.
   * `stays` marks the install as excluded. `erased` keeps the withdrawals out of the change log.
   */
  removeInstall(
    to: EvidenceCursor,
    installN: number,
    options: { readonly stays: boolean; readonly erased: boolean },
  ): Promise<void>;
  /** Removes an install's claims. Its feed rows and its share of the counts stay. */
  removeInstallClaims(to: EvidenceCursor, installN: number): Promise<void>;
  /** Ends the exclusion of an install after `add` has added its records again. */
  readmit(to: EvidenceCursor, installN: number): Promise<void>;
  /** Returns the given named records that are in the feed or pending, in the order of `seqs`. */
  feedRecords(seqs: readonly number[]): Promise<readonly FeedRecord[]>;
  /** Removes the claims of named records (field `<seq>`) and, unless a record has `stays`, its counts and feed row. */
  removeRecords(to: EvidenceCursor, records: readonly RecordToReview[], rollups: readonly string[]): Promise<void>;
  /** Returns the next snapshot's work other than dirty subjects, with pending records up to `before`. */
  pending(before: number, limit: number): Promise<PendingFeedRows>;
  /** Returns pending withdrawals by kind and position, at most `limit`, after `after` (null to start at the first). */
  pendingWithdrawals(after: CorpusWithdrawal | null, limit: number): Promise<readonly CorpusWithdrawal[]>;
}
