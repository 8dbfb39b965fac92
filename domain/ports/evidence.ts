import type { CorpusWithdrawal } from './corpus.ts';
import type { LootEvidence, Source, SourceItem, SourceTally } from './drops.ts';
import type { Tally, Witness } from './facts.ts';
import type { MarketScan, MarketSubject, ScanPart } from './market.ts';

/** Progress of the evidence. The cursor moves in the same transaction as the evidence. */
export interface EvidenceCursor {
  /** Incremented with every change, from 0. A snapshot stores the step that it was written from. */
  readonly step: number;
  /** The step of the last clearing of dirty marks. A snapshot from an earlier step cannot be updated. */
  readonly clearedStep: number;
  /** Every record up to this `seq` has been processed. */
  readonly seq: number;
  /** Every order up to this number has been carried out (UploadReader.orders). */
  readonly orderN: number;
  /** Time when the newest processed upload was received, or null if none was processed. Never goes back. */
  readonly dataAsOfMs: number | null;
  /** The UTC day for which the daily roll-ups were last computed, or null if they never were. */
  readonly dailyDay: number | null;
  /** The UTC day for which the ages of installs were last judged, or null if all count. Never goes back. */
  readonly witnessDay: number | null;
  /** The day being updated to. Installs that come of age since `witnessDay` may be partially counted. */
  readonly witnessToDay: number | null;
}

export interface EvidenceCounts {
  /** Number of uploads that were the first to bring some record of the feed, or that brought a legacy loot record. */
  readonly uploads: number;
  readonly legacyRecords: number;
  /** The uploads that brought any loot record, all loot records, and the loot windows that count. */
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

export interface UploadPart {
  readonly uploadN: number;
  readonly installN: number;
  readonly feedRecords: number;
  readonly legacyRecords: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** The newest claim of an install within its batch (domain/families/counting/family.ts). */
export interface InstallClaim {
  readonly rollup: string;
  readonly subject: string;
  readonly field: string;
  readonly installN: number;
  readonly value: string;
  /** Time of the newest report, and the start of its digest. Of reports with the same time, the smaller wins. */
  readonly atMs: number;
  readonly tie: string;
  readonly firstMs: number;
}

/** Everything that records add to the evidence. No list names a subject and install (and field) twice. */
export interface EvidenceBatch {
  readonly parts: readonly UploadPart[];
  readonly loot: readonly LootEvidence[];
  readonly claims: readonly InstallClaim[];
  readonly scans: readonly ScanPart[];
  /** Records from earlier batches that must enter the feed again with the next snapshot. */
  readonly feed: readonly PendingRecord[];
}

/** A source whose tally changed since the marks were last cleared, with its current and previous figures. */
export interface DirtySource extends SourceTally {
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

export interface TalliedSubject {
  readonly subject: string;
  /** Ordered by field and value. Empty if the subject has no reports left. */
  readonly tallies: readonly Tally[];
}

export interface WitnessedSubject {
  readonly subject: string;
  /** Ordered by field and install. */
  readonly witnesses: readonly Witness[];
}

export interface DirtyMarket {
  readonly subject: MarketSubject;
  /** Every scan of the realm and day with the item, or null if there are too many (use `marketScans`). */
  readonly scans: readonly MarketScan[] | null;
}

/**
 * The evidence behind every observed fact. It is private, derived only from the uploads, and written only by the
 * builder. Every method that writes is one transaction: evidence, dirty marks and cursor change together or not at all.
 * The order and batching of `add` calls do not affect newest reports, sums and witness sets.
 */
export interface EvidenceStore extends ChangedEvidence, EvidenceWithdrawals {
  cursor(): Promise<EvidenceCursor>;
  /** Adds a batch and moves the cursor to `to`. Leaves `clearedStep` unchanged. */
  add(to: EvidenceCursor, batch: EvidenceBatch): Promise<void>;
  /**
   * Clears the marks and the pending withdrawals. Sets the cursor's `clearedStep` to its `step`, and its `dailyDay` to
   * the day for which the daily roll-ups were computed. Clears the pending feed records up to `upTo` and after
   * `behind`. If `done` is null, clears the pending records whose feed positions have been noted.
   */
  clearMarks(dailyDay: number | null, done: { readonly upTo: number; readonly behind: number } | null): Promise<void>;
  /** Notes records' feed positions before their snapshot is written. Replaces notes of an unwritten snapshot. */
  notePlaces(places: readonly FeedPlace[]): Promise<void>;
  close(): Promise<void>;
}

/** One page of results. Pass `next` to read the following page; it is null on the last page. */
export interface DirtyPage<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

export interface ChangedEvidence {
  counts(): Promise<EvidenceCounts>;
  /** Returns dirty sources ordered by type and id, at most `limit`, after `after` (null for the beginning). */
  dirtySources(after: Source | null, limit: number): Promise<readonly DirtySource[]>;
  /**
   * Returns the items of these sources with their tallies, ordered by source type, source id and item. `all`: every
   * item. `changed`: only items that changed since the marks were last cleared. Changed items that no loot window
   * contains any more have zero drops. Starts after `afterItem` of the first source and returns at most `limit` items.
   */
  sourceItems(
    sources: readonly Source[],
    which: 'all' | 'changed',
    page: { readonly afterItem: number; readonly limit: number },
  ): Promise<readonly SourceItem[]>;
  /**
   * Returns dirty subjects of a tallied roll-up after `after`, a position in the store's own order from 0. Returns
   * fewer than `limit` if they have many reports, and cuts subjects as in domain/families/counting/bounded.ts.
   */
  dirtyTallies(rollup: string, after: number, limit: number): Promise<DirtyPage<TalliedSubject>>;
  /** Like `dirtyTallies`, for at most a few thousand given subjects, dirty or not. A page may be empty. */
  tallies(rollup: string, subjects: readonly string[], after: number): Promise<DirtyPage<TalliedSubject>>;
  /** Returns the number of installs that looted each source, in the order of `sources`. */
  looters(sources: readonly Source[]): Promise<readonly number[]>;
  dirtyWitnesses(rollup: string, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
  /** Returns dirty market days, at most `limit`, and fewer if they contain many listings. */
  dirtyMarket(after: number, limit: number): Promise<DirtyPage<DirtyMarket>>;
  /**
   * Returns the scans that determine an item's value on one day (domain/families/market.ts), each with the rows that
   * count. Installs are in numerical order, starting after `after`. All scans of one install are on the same page.
   */
  marketScans(subject: MarketSubject, after: number): Promise<DirtyPage<MarketScan>>;
  /** Returns the subjects of a daily roll-up with their reports from `fromDay` on, paged like `dirtyTallies`. */
  testimonies(rollup: string, fromDay: number, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
}

export interface EvidenceWithdrawals {
  /** Returns the withheld installs, whose evidence was removed and whose new records are skipped. */
  excluded(): Promise<ReadonlySet<number>>;
  /**
   * Removes everything an install ever reported from tallies and pending records; its feed rows become pending
   * withdrawals. `stays` marks the install as excluded. `erased` keeps the withdrawals out of the change log.
   */
  removeInstall(
    to: EvidenceCursor,
    installN: number,
    options: { readonly stays: boolean; readonly erased: boolean },
  ): Promise<void>;
  /** Removes an install's claims. Its feed rows and its part of the counts stay. */
  removeInstallClaims(to: EvidenceCursor, installN: number): Promise<void>;
  /** Ends the exclusion of an install after `add` has added its records again. */
  readmit(to: EvidenceCursor, installN: number): Promise<void>;
  /** Returns the given named records that are in the feed or pending, in the order of `seqs`. */
  feedRecords(seqs: readonly number[]): Promise<readonly FeedRecord[]>;
  /** Removes named records: their claims (field `<seq>`) and, unless they have `stays`, counts and feed rows. */
  removeRecords(to: EvidenceCursor, records: readonly NamedRecord[], rollups: readonly string[]): Promise<void>;
  /** Returns work for the next snapshot other than dirty subjects, with pending records up to `before`. */
  pending(before: number, limit: number): Promise<PendingFeed>;
  /** Returns pending withdrawals by kind and position, at most `limit`, after `after` (null for the beginning). */
  pendingWithdrawals(after: CorpusWithdrawal | null, limit: number): Promise<readonly CorpusWithdrawal[]>;
}

/** Records of the feed as the evidence knows them. */

/** A record that will get a place in the feed. */
export interface PendingRecord {
  readonly seq: number;
  readonly installN: number;
}

/** A record's position in the feed: the `place`-th of its kind. */
export interface FeedPlace {
  readonly seq: number;
  readonly installN: number;
  readonly kind: string;
  readonly place: number;
  /** Present if the row is marked as granted only by its own install. */
  readonly self?: true;
}

/** A record that is in the feed or pending. */
export interface FeedRecord {
  readonly seq: number;
  /** True if its row says that only its install granted it, or null if it has no row yet. */
  readonly self: boolean | null;
}

/** A named record to remove, with the upload and install that it counted for. */
export interface NamedRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  /** Present if it keeps its place and its count, because its claims are added again. */
  readonly stays?: true;
}

export interface PendingFeed {
  /** Records to append in addition to those after the snapshot's `seq`; ascending. */
  readonly seqs: readonly number[];
  /** True if the next snapshot carries out an erasure. `erasedOut` is true if that is of an excluded install. */
  readonly erased: boolean;
  readonly erasedOut: boolean;
}
