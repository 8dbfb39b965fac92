import type { GameView } from './builds.ts';
import type { Gap, ListLedger } from './places.ts';

/** One row of the snapshot log: the state when snapshot `n` was written, and its source. */
export interface SnapshotRow {
  readonly n: number;
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** Position of the evidence it was written from (EvidenceCursor). */
  readonly step: number;
  readonly seq: number;
  readonly uploads: number;
  readonly legacyRecords: number;
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
  /** Rates and measured zeros of sources that need a third install. */
  readonly queued: number;
  /** Places assigned so far in each list, including withdrawn ones. */
  readonly corpusPlaces: number;
  readonly ratePlaces: number;
  readonly zeroPlaces: number;
  readonly edgePlaces: number;
  /** The import of the game's files that it serves, or null if there is none. */
  readonly importN: number | null;
}

/** When the process first saw a snapshot, on its stopwatch, and the snapshot's age at that moment. */
export interface FirstSeen {
  readonly elapsedMs: number;
  readonly ageMs: number;
}

/** The newest snapshot as a reader holds it in memory. It is replaced as a whole when a newer one is written. */
export interface SnapshotView {
  /** Identifies one generation of places. A rebuild or restore starts another. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly corpus: ListLedger;
  /** Groups are those of EDGE_GROUPS, by name. */
  readonly edges: ListLedger;
  /** Withdrawn rows, ascending by place. */
  readonly rateGaps: readonly Gap[];
  readonly zeroGaps: readonly Gap[];
  /** The build that is served, or null if none was imported. */
  readonly game: GameView | null;
  /** When this process first saw the snapshot. Null for a store without a stopwatch. */
  readonly seen: FirstSeen | null;
}

/** Damage found while reading a snapshot database. `cause` is a short code for the log. */
export interface EpochDamage {
  readonly epoch: string;
  readonly cause: string;
}

/** Reads the log of the snapshots of one epoch. */
export interface SnapshotLog {
  /** Returns row `n` of the log, or null if there is none. */
  row(n: number): Promise<SnapshotRow | null>;
  /** Returns those of these log rows that exist, ascending. */
  rows(ns: readonly number[]): Promise<readonly SnapshotRow[]>;
  /** Returns the first snapshot that took in this record, or null if none has yet. */
  firstWith(seq: number): Promise<Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null>;
}
