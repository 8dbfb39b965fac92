import type { Reached } from '../result.ts';
import type { LootEvidence, Source, SourceItem } from '../rollups/drops.ts';

/** How far the evidence has come, with the counts that only ever grow with it. It moves in the same transaction as the evidence. */
export interface EvidenceCursor {
  /** Counts every `add`; a snapshot remembers the step it was written from. 0 is the empty evidence. */
  readonly step: number;
  /** The step at which the dirty marks were last cleared: a snapshot written from an earlier one cannot be caught up. */
  readonly clearedStep: number;
  /** Every record with `seq` up to this one has been taken in. */
  readonly seq: number;
  /** When the newest upload taken in was received; null before the first. Never goes back. */
  readonly dataAsOfMs: number | null;
  /** Uploads that first brought a record of the public feed or a legacy loot record, and the number of the newest of them. */
  readonly uploads: number;
  readonly lastUploadN: number;
  readonly legacyRecords: number;
  /** The same for loot: uploads that brought any loot record, those records (legacy included), and the admitted windows. */
  readonly lootUploads: number;
  readonly lastLootUploadN: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
}

/** A source whose tally changed since the marks were last cleared, as it stands and as it stood then. */
export interface DirtySource {
  readonly source: Source;
  readonly kills: number;
  readonly reporters: number;
  /** Distinct items ever seen in its windows. */
  readonly items: number;
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

/**
 * The evidence behind every observed fact: private, derived from the uploads alone, written by the builder alone.
 * `add` is one transaction: evidence, dirty marks and cursor move together or not at all.
 * Tallies are sums and witness sets, so the order and batching of `add`s change nothing.
 */
export interface EvidenceStore {
  cursor(): Promise<Reached<EvidenceCursor>>;
  /** Moves the cursor to `to` (its `clearedStep` is left alone). `loot` names a source and install at most once. */
  add(to: EvidenceCursor, loot: readonly LootEvidence[]): Promise<Reached<void>>;
  dirtySources(): Promise<Reached<readonly DirtySource[]>>;
  /** The items of these sources with their tallies: `all`, or only those `changed` since the marks were last cleared. */
  sourceItems(sources: readonly Source[], which: 'all' | 'changed'): Promise<Reached<readonly SourceItem[]>>;
  /** Forgets the marks, and sets the cursor's `clearedStep` to its `step`. */
  clearMarks(): Promise<Reached<void>>;
  close(): Promise<void>;
}
