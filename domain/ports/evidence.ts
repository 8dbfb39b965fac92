import type { LootEvidence, Source, SourceItem } from './drops.ts';
import type {
  FeedPlace,
  FeedRecord,
  NamedRecord,
  PendingFeed,
  PendingRecord,
  PendingWithdrawal,
} from './evidence_feed.ts';
import type { Tally, Witness } from './facts.ts';
import type { MarketScan, MarketSubject, ScanPart } from './market.ts';

/** Progress of the evidence. It moves in the same transaction as the evidence. */
export interface EvidenceCursor {
  /** Counts every change. A snapshot stores the step it was written from. Empty evidence is at step 0. */
  readonly step: number;
  /**
   * The step at which the dirty marks were last cleared. A snapshot written from an earlier step cannot be brought up
   * to date.
   */
  readonly clearedStep: number;
  /** Every record with `seq` up to this one has been taken in. */
  readonly seq: number;
  /** Every order up to this one has been carried out (UploadReader.orders). */
  readonly orderN: number;
  /** When the newest upload taken in was received, or null before the first. Never goes back. */
  readonly dataAsOfMs: number | null;
  /** The UTC day for which the daily roll-ups were last computed, or null before the first time. */
  readonly dailyDay: number | null;
  /**
   * The UTC day on which installs were judged old enough to be witnesses, or null if every install counts
   * immediately. Never goes back.
   */
  readonly witnessDay: number | null;
  /**
   * The day that the evidence is being brought up to. Installs that reach the required age in between may be
   * partially counted.
   */
  readonly witnessToDay: number | null;
}

/** Counts over all evidence. */
export interface EvidenceCounts {
  /** Uploads that first brought a record of the feed, or a legacy loot record. */
  readonly uploads: number;
  readonly legacyRecords: number;
  /**
   * The same for loot: uploads that brought any loot record, these records (legacy included), and the windows that
   * count.
   */
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** Counts that one install's records in one upload contribute. */
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
  /**
   * When the newest report was captured, and the beginning of its digest. Of two equally new reports the smaller
   * digest counts.
   */
  readonly atMs: number;
  readonly tie: string;
  /** When the first report was captured. */
  readonly firstMs: number;
}

/** Everything that a sequence of records adds. Each list names a subject and install (and field) at most once. */
export interface EvidenceBatch {
  readonly parts: readonly UploadPart[];
  readonly loot: readonly LootEvidence[];
  readonly claims: readonly InstallClaim[];
  readonly scans: readonly ScanPart[];
  /** Records, taken in earlier, that must enter the feed again with the next snapshot. */
  readonly feed: readonly PendingRecord[];
}

/** A source whose tally changed since the marks were last cleared, with its current and previous figures. */
export interface DirtySource {
  readonly source: Source;
  readonly kills: number;
  readonly reporters: number;
  /** Windows of the install that opened the most. */
  readonly topWindows: number;
  /** Distinct items ever seen in its windows. */
  readonly items: number;
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

export interface TalliedSubject {
  readonly subject: string;
  /** Ordered by field and value. Empty if no reports about it remain. */
  readonly tallies: readonly Tally[];
}

export interface WitnessedSubject {
  readonly subject: string;
  /** Ordered by field and install. */
  readonly witnesses: readonly Witness[];
}

export interface DirtyMarket {
  readonly subject: MarketSubject;
  /**
   * Every scan of the realm and day that contains the item, or null if there are so many that they must be read with
   * `marketScans`.
   */
  readonly scans: readonly MarketScan[] | null;
}

/**
 * The evidence behind every observed fact. It is private, derived only from the uploads, and written only by the
 * builder. Every method that writes is one transaction: evidence, dirty marks and cursor move together or not at all.
 * Newest reports, sums and witness sets do not depend on the order and batching of `add` calls.
 */
export interface EvidenceStore extends ChangedEvidence, EvidenceWithdrawals {
  cursor(): Promise<EvidenceCursor>;
  /** Adds a batch and moves the cursor to `to`. Leaves `clearedStep` unchanged. */
  add(to: EvidenceCursor, batch: EvidenceBatch): Promise<void>;
  /**
   * Clears the marks and pending withdrawals. Sets the cursor's `clearedStep` to its `step`, and its `dailyDay` to
   * the day that the daily roll-ups are for. Clears the pending feed records up to `upTo` and after `behind`; if
   * `done` is null, clears those whose places are noted.
   */
  clearMarks(dailyDay: number | null, done: { readonly upTo: number; readonly behind: number } | null): Promise<void>;
  /**
   * Notes the places of records in the feed, before the snapshot that puts them there is written. Replaces notes
   * about pending records that were made for a snapshot that was never written.
   */
  notePlaces(places: readonly FeedPlace[]): Promise<void>;
  close(): Promise<void>;
}

/** One page. Pass `next` to read the following page; it is null on the last one. */
export interface DirtyPage<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

/** Reads changes since the marks were last cleared, for the next snapshot to publish. */
export interface ChangedEvidence {
  counts(): Promise<EvidenceCounts>;
  /** Returns dirty sources after `after` (from the start if null), by type and id, at most `limit`. */
  dirtySources(after: Source | null, limit: number): Promise<readonly DirtySource[]>;
  /**
   * Returns the items of these sources with their tallies, by type, id and item: `all`, or only those `changed` since
   * the marks were last cleared. Changed items that no window contains any more have zero drops. Starts after
   * `afterItem` of the first source and returns at most `limit`.
   */
  sourceItems(
    sources: readonly Source[],
    which: 'all' | 'changed',
    page: { readonly afterItem: number; readonly limit: number },
  ): Promise<readonly SourceItem[]>;
  /**
   * Returns dirty subjects of a tallied roll-up after `after` (in the store's own order, 0 is the start): at most
   * `limit`, fewer if there are many reports. Subjects with too many reports are cut as in
   * domain/families/counting/bounded.ts.
   */
  dirtyTallies(rollup: string, after: number, limit: number): Promise<DirtyPage<TalliedSubject>>;
  /**
   * Returns the same for given subjects, at most some thousands, dirty or not. Subjects without reports are omitted.
   * A page may be empty although `next` is not null.
   */
  tallies(rollup: string, subjects: readonly string[], after: number): Promise<DirtyPage<TalliedSubject>>;
  /** Returns the number of installs that looted each source, in the order of `sources`. */
  looters(sources: readonly Source[]): Promise<readonly number[]>;
  dirtyWitnesses(rollup: string, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
  /** Returns dirty days of the market, at most `limit`, fewer if they contain many listings. */
  dirtyMarket(after: number, limit: number): Promise<DirtyPage<DirtyMarket>>;
  /**
   * Returns the scans behind one day of an item that count for their installs (domain/families/market.ts), each with
   * the rows that count. Installs are in numerical order after `after`; all scans of one install are on one page.
   */
  marketScans(subject: MarketSubject, after: number): Promise<DirtyPage<MarketScan>>;
  /**
   * Returns the subjects of a daily roll-up, dirty or not, each with all reports whose field begins with a day from
   * `fromDay` on. Paged and bounded like the others.
   */
  testimonies(rollup: string, fromDay: number, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
}

/** Removes installs and named records, and tracks the effect on the feed. */
export interface EvidenceWithdrawals {
  /** Returns the installs whose evidence was removed and whose new records are skipped (withheld ones). */
  excluded(): Promise<ReadonlySet<number>>;
  /**
   * Removes everything an install ever reported. Its evidence leaves every tally, its feed rows become pending
   * withdrawals, and its pending records are dropped. `stays` marks the install as excluded. `erased` keeps the
   * resulting withdrawals out of the change log.
   */
  removeInstall(
    to: EvidenceCursor,
    installN: number,
    options: { readonly stays: boolean; readonly erased: boolean },
  ): Promise<void>;
  /** Removes an install's claims. Its feed rows and its contribution to the counts stay. */
  removeInstallClaims(to: EvidenceCursor, installN: number): Promise<void>;
  /** Ends the exclusion of an install whose records `add` has already added again. */
  readmit(to: EvidenceCursor, installN: number): Promise<void>;
  /** Returns those of these named records that are in the feed or pending, in the order of `seqs`. */
  feedRecords(seqs: readonly number[]): Promise<readonly FeedRecord[]>;
  /**
   * Removes single named records: their claims (field `<seq>`, in these roll-ups), counts and feed rows. For records
   * that stay, removes only the claims.
   */
  removeRecords(to: EvidenceCursor, records: readonly NamedRecord[], rollups: readonly string[]): Promise<void>;
  /**
   * Returns work for the next snapshot apart from dirty subjects. Of the pending records it returns the first ones up
   * to `before`.
   */
  pending(before: number, limit: number): Promise<PendingFeed>;
  /** Returns pending withdrawals after `after` (from the start if null), by kind and place, at most `limit`. */
  pendingWithdrawals(after: PendingWithdrawal | null, limit: number): Promise<readonly PendingWithdrawal[]>;
}
