import type { LootEvidence, Source, SourceItem } from './drops.ts';
import type { Tally, Witness } from './facts.ts';
import type { MarketScan, MarketSubject, ScanPart } from './market.ts';

/** How far the evidence has come. It moves in the same transaction as the evidence. */
export interface EvidenceCursor {
  /** Counts every change; a snapshot remembers the step it was written from. 0 is the empty evidence. */
  readonly step: number;
  /** The step at which the dirty marks were last cleared: a snapshot written from an earlier one cannot be caught up. */
  readonly clearedStep: number;
  /** Every record with `seq` up to this one has been taken in. */
  readonly seq: number;
  /** Every order up to this one has been carried out (UploadReader.orders). */
  readonly orderN: number;
  /** When the newest upload taken in was received; null before the first. Never goes back. */
  readonly dataAsOfMs: number | null;
  /** The UTC day for which the daily roll-ups were last computed; null before the first time. */
  readonly dailyDay: number | null;
  /** The UTC day by which installs were old enough to be witnesses; null: where each is at once. Never goes back. */
  readonly witnessDay: number | null;
  /** The day that it is being brought to: installs that come of age in between may count in part. */
  readonly witnessToDay: number | null;
}

/** Counts over all that stands in the evidence. */
export interface EvidenceCounts {
  /** Uploads that first brought a record that stands in the feed, or a legacy loot record. */
  readonly uploads: number;
  readonly legacyRecords: number;
  /** The same for loot: uploads that brought any loot record, those records (legacy included), and the admitted windows. */
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** What one install's records in one upload add to the counts. */
export interface UploadPart {
  readonly uploadN: number;
  readonly installN: number;
  readonly feedRecords: number;
  readonly legacyRecords: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** A claim as an install made it, newest of its batch (domain/families/counting/family.ts). */
export interface InstallClaim {
  readonly rollup: string;
  readonly subject: string;
  readonly field: string;
  readonly installN: number;
  readonly value: string;
  /** When the newest report was captured, and the beginning of its digest: of two as old the smaller digest stands. */
  readonly atMs: number;
  readonly tie: string;
  /** When the first was captured. */
  readonly firstMs: number;
}

/** Everything that a run of records adds. Each list names a subject and install (and field) at most once. */
export interface EvidenceBatch {
  readonly parts: readonly UploadPart[];
  readonly loot: readonly LootEvidence[];
  readonly claims: readonly InstallClaim[];
  readonly scans: readonly ScanPart[];
  /** Records among these, taken in before, that have to stand in the feed again with the next snapshot. */
  readonly feed: readonly PendingRecord[];
}

/** A record that is to get a place in the feed. */
export interface PendingRecord {
  readonly seq: number;
  readonly installN: number;
}

/** A source whose tally changed since the marks were last cleared, as it stands and as it stood then. */
export interface DirtySource {
  readonly source: Source;
  readonly kills: number;
  readonly reporters: number;
  /** Windows of the install that opened most of them. */
  readonly topWindows: number;
  /** Distinct items ever seen in its windows. */
  readonly items: number;
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

export interface TalliedSubject {
  readonly subject: string;
  /** In the order of field and value; empty where nobody says anything of it any more. */
  readonly tallies: readonly Tally[];
}

export interface WitnessedSubject {
  readonly subject: string;
  /** In the order of field and install. */
  readonly witnesses: readonly Witness[];
}

export interface DirtyMarket {
  readonly subject: MarketSubject;
  /** Every scan of the realm and day that holds the item; null where they hold so much that `marketScans` tells them. */
  readonly scans: readonly MarketScan[] | null;
}

/** A record that stands in the feed: the `place`-th of its kind. */
export interface FeedPlace {
  readonly seq: number;
  readonly installN: number;
  readonly kind: string;
  readonly place: number;
  /** Its row says that only its install granted it. */
  readonly self?: true;
}

/** A record that stands in the feed, or is pending to. */
export interface StandingRecord {
  readonly seq: number;
  /** Whether its row says that only its install granted it; null: it waits for a row, which will say what holds then. */
  readonly self: boolean | null;
}

/**
 * The evidence behind every observed fact: private, derived from the uploads alone, written by the builder alone.
 * Every function that writes is one transaction: evidence, dirty marks and cursor move together or not at all.
 * Newest reports, sums and witness sets do not depend on the order and batching of `add`s.
 */
export interface EvidenceStore extends ChangedEvidence, EvidenceWithdrawals {
  cursor(): Promise<EvidenceCursor>;
  /** Adds a batch and moves the cursor to `to` (its `clearedStep` is left alone). */
  add(to: EvidenceCursor, batch: EvidenceBatch): Promise<void>;
  /**
   * Forgets the marks and the pending withdrawals, and sets the cursor's `clearedStep` to its `step` and its `dailyDay` to
   * the day for which the daily roll-ups now stand. Of the pending feed records it forgets those up to the one and behind
   * the other number; with null, those whose places are noted.
   */
  clearMarks(dailyDay: number | null, done: { readonly upTo: number; readonly behind: number } | null): Promise<void>;
  /**
   * Notes where records stand in the feed, before the snapshot that puts them there is written. What was noted of pending
   * records before, for a snapshot that was not written, is forgotten.
   */
  notePlaces(places: readonly FeedPlace[]): Promise<void>;
  close(): Promise<void>;
}

/** `next` is what to ask for behind this page; null where it was the last. */
export interface DirtyPage<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

/** A named record that goes, with what it counted for. */
export interface NamedRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  /** It keeps its place and its count: what it claims is told anew. */
  readonly stays?: true;
}

/** A row of the feed to withdraw; a place that was noted but never written may be among them. */
export interface PendingWithdrawal {
  readonly kind: string;
  readonly place: number;
}

export interface PendingFeed {
  /** Records to append, beside those behind the snapshot's `seq`; ascending. */
  readonly seqs: readonly number[];
  /** Whether an erasure is among what the next snapshot carries out, and whether one of an install that was out. */
  readonly erased: boolean;
  readonly erasedOut: boolean;
}

/** What changed since the marks were last cleared: what the next snapshot states anew. */
export interface ChangedEvidence {
  counts(): Promise<EvidenceCounts>;
  /** Dirty sources behind `after` (null: from the first on), in the order of type and id, at most `limit`. */
  dirtySources(after: Source | null, limit: number): Promise<readonly DirtySource[]>;
  /**
   * The items of these sources with their tallies, in the order of type, id and item: `all`, or only those `changed` since
   * the marks were last cleared, among which one that no window holds any more has no drops. Behind `afterItem` of the
   * first source, at most `limit`.
   */
  sourceItems(
    sources: readonly Source[],
    which: 'all' | 'changed',
    page: { readonly afterItem: number; readonly limit: number },
  ): Promise<readonly SourceItem[]>;
  /**
   * Dirty subjects of a tallied roll-up behind `after` (in the store's own order, 0 is the beginning): at most `limit`,
   * fewer where much is said of them; of one of which too much is said, what domain/families/counting/bounded.ts leaves.
   */
  dirtyTallies(rollup: string, after: number, limit: number): Promise<DirtyPage<TalliedSubject>>;
  /**
   * The same of these subjects, at most some thousands, whether they are dirty or not; one that nobody said anything of is
   * left out. `next` may lead to a page without rows.
   */
  tallies(rollup: string, subjects: readonly string[], after: number): Promise<DirtyPage<TalliedSubject>>;
  /** How many installs looted each of these sources, in their order. */
  looters(sources: readonly Source[]): Promise<readonly number[]>;
  dirtyWitnesses(rollup: string, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
  /** Dirty days of the market, at most `limit`, fewer where much is listed. */
  dirtyMarket(after: number, limit: number): Promise<DirtyPage<DirtyMarket>>;
  /**
   * The scans behind one day of an item that speak for their installs (domain/families/market.ts), each with what counts of
   * it. Installs in the order of their numbers behind `after`, those of one install in one page.
   */
  marketScans(subject: MarketSubject, after: number): Promise<DirtyPage<MarketScan>>;
  /**
   * The subjects of a daily roll-up, dirty or not, each with all that was ever said of it in reports whose field begins
   * with a day from `fromDay` on; paged and bounded like the others.
   */
  testimonies(rollup: string, fromDay: number, after: number, limit: number): Promise<DirtyPage<WitnessedSubject>>;
}

/** Takes installs and named records out again, and says what that does to the feed. */
export interface EvidenceWithdrawals {
  /** Installs whose evidence was taken out, and whose new records are passed over (withheld ones). */
  excluded(): Promise<ReadonlySet<number>>;
  /**
   * Takes out everything an install ever said: its evidence leaves every tally, its rows of the feed become pending
   * withdrawals, and what of it was to get a place gets none. `stays`: it is remembered as excluded. `erased`: what falls because of it is not named in the change log.
   */
  takeOut(
    to: EvidenceCursor,
    installN: number,
    options: { readonly stays: boolean; readonly erased: boolean },
  ): Promise<void>;
  /** Takes out what an install told; its rows of the feed stay, and what they add to the counts. */
  takeOutTold(to: EvidenceCursor, installN: number): Promise<void>;
  /** Forgets that an install is out; its records were added again by `add` before. */
  readmit(to: EvidenceCursor, installN: number): Promise<void>;
  /** Which of these named records stand in the feed, or are pending to; in the order asked for. */
  standing(seqs: readonly number[]): Promise<readonly StandingRecord[]>;
  /**
   * Takes out single named records: their claims (field `<seq>`, in these roll-ups), counts and rows of the feed; of those
   * that stay the claims alone.
   */
  takeOutRecords(to: EvidenceCursor, records: readonly NamedRecord[], rollups: readonly string[]): Promise<void>;
  /** What the next snapshot has to do beside the dirty subjects; of the pending records the first ones up to `before`. */
  pending(before: number, limit: number): Promise<PendingFeed>;
  /** Pending withdrawals behind `after` (null: from the first on), by kind and place, at most `limit`. */
  pendingWithdrawals(after: PendingWithdrawal | null, limit: number): Promise<readonly PendingWithdrawal[]>;
}
