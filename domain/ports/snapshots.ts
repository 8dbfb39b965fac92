import type { Gap, PlaceRange } from '../paging/gaps.ts';
import type { CorpusLedger, CorpusSlice } from '../paging/ledger.ts';
import type { Reached } from '../result.ts';
import type { DropFacts, SourceType } from '../rollups/drops.ts';

/** One line of the snapshot log: what was public when snapshot `n` was written, and from what. */
export interface SnapshotRow {
  readonly n: number;
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** The evidence it was written from (EvidenceCursor). */
  readonly step: number;
  readonly seq: number;
  readonly uploads: number;
  readonly legacyRecords: number;
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
  /** Rates and measured zeros of sources that wait for their third install. */
  readonly queued: number;
  /** Places given out so far in each list, withdrawn ones included. */
  readonly corpusPlaces: number;
  readonly ratePlaces: number;
  readonly zeroPlaces: number;
}

/** Rows that one snapshot appends to the corpus: finished JSON texts of one kind, in their final order. */
export interface CorpusAddition {
  readonly kind: string;
  readonly rows: readonly string[];
}

/** What one snapshot changes. The writer gives out the places and completes the row's three place counts. */
export interface SnapshotChange {
  readonly row: Omit<SnapshotRow, 'corpusPlaces' | 'ratePlaces' | 'zeroPlaces'>;
  readonly corpus: readonly CorpusAddition[];
  readonly drops: readonly DropFacts[];
}

/**
 * Writes the public database; the builder alone holds one. `write` is one transaction: either the snapshot is there
 * with its row, or nothing of it is. Stating facts that already stand changes nothing.
 */
export interface SnapshotWriter {
  newest(): Promise<Reached<SnapshotRow | null>>;
  write(change: SnapshotChange): Promise<Reached<SnapshotRow>>;
  close(): Promise<void>;
}

/** A public rate as stored: the source's windows and reporters stand beside the item's drops. */
export interface StoredRate {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly itemId: number;
  readonly drops: number;
  readonly kills: number;
  readonly reporters: number;
}

export interface StoredZero {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly kills: number;
  readonly reporters: number;
}

/** The newest snapshot as a reader holds it in memory. It is replaced whole when a newer one is written. */
export interface SnapshotView {
  /** Names one generation of places; a rebuild or restore starts another. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly corpus: CorpusLedger;
  /** Withdrawn rows, ascending by place. */
  readonly rateGaps: readonly Gap[];
  readonly zeroGaps: readonly Gap[];
}

/** Reads the public database, from memory where it can. */
export interface SnapshotReader {
  /**
   * The newest view. Null: no snapshot was ever written. Cheap; a snapshot written by another process is seen
   * at once after `refresh`, else within a second.
   */
  view(): Promise<Reached<SnapshotView | null>>;
  /** What `view` would answer without looking anew; null where it would look, has found none, or cannot read. */
  current(): SnapshotView | null;
  /** The log's row `n` of the view's epoch, null where there is none. */
  row(view: SnapshotView, n: number): Promise<Reached<SnapshotRow | null>>;
  /** The rows of these slices in order, as JSON joined by commas, in pieces to be put end to end. */
  corpusRows(view: SnapshotView, slices: readonly CorpusSlice[]): Promise<Reached<readonly Uint8Array[]>>;
  /** Standing rates and zeros in these ranges of places, by place, both from one snapshot; withdrawn rows are left out. */
  drops(
    view: SnapshotView,
    rates: PlaceRange,
    zeros: PlaceRange,
  ): Promise<Reached<{ readonly rates: readonly StoredRate[]; readonly zeros: readonly StoredZero[] }>>;
  /** Looks for a newer snapshot now. */
  refresh(): Promise<Reached<void>>;
  close(): Promise<void>;
}
