import type { GameView } from './builds.ts';
import type { EvidenceCounts } from './evidence.ts';
import type { Gap, ListLedger } from './places.ts';

/** One row of the snapshot log: the state when snapshot `n` was written, and its origin. */
export interface SnapshotRow extends EvidenceCounts {
  readonly n: number;
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** Step and sequence number of the evidence from which the snapshot was written (EvidenceCursor). */
  readonly step: number;
  readonly seq: number;
  /** Number of rates and measured zeros that are not public yet because their source needs a third install. */
  readonly queued: number;
  /** Number of places assigned so far in each list, including the places of withdrawn rows. */
  readonly corpusPlaces: number;
  readonly ratePlaces: number;
  readonly zeroPlaces: number;
  readonly edgePlaces: number;
  /** The import of the game's files that the snapshot serves, or null if there is none. */
  readonly importN: number | null;
}

/** Time when the process first saw a snapshot, on the process's stopwatch, and the snapshot's age at that time. */
export interface FirstSeen {
  readonly elapsedMs: number;
  readonly ageMs: number;
}

/** The newest snapshot as kept in memory. The whole object is replaced when a newer snapshot is written. */
export interface SnapshotView {
  /** Identifies one generation of places. A rebuild or restore starts a new epoch. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly corpus: ListLedger;
  /** Groups are the names of EDGE_GROUPS. */
  readonly edges: ListLedger;
  /** Withdrawn rates, ascending by place. */
  readonly rateGaps: readonly Gap[];
  readonly zeroGaps: readonly Gap[];
  readonly game: GameView | null;
  /** Time when this process first saw the snapshot. Null for a store without a stopwatch. */
  readonly seen: FirstSeen | null;
}

/** Damage found while reading a snapshot database. `cause` is a short code for the log. */
export interface EpochDamage {
  readonly epoch: string;
  readonly cause: string;
}

export interface SnapshotLog {
  row(n: number): Promise<SnapshotRow | null>;
  rows(ns: readonly number[]): Promise<readonly SnapshotRow[]>;
  /** Returns the first snapshot that includes this record, or null if no snapshot does yet. */
  firstWith(seq: number): Promise<Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null>;
}
