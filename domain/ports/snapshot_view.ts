import type { Game } from '../../schema/vocabulary.ts';
import type { GameBuild } from './builds.ts';
import type { EvidenceTotals } from './evidence.ts';
import type { ListLedger } from './places.ts';

/** One row of the snapshot log: the state when snapshot `n` was written, and what it was written from. */
export interface SnapshotRow extends EvidenceTotals {
  readonly n: number;
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** Step and sequence number of the evidence from which the snapshot was written (EvidenceCursor). */
  readonly step: number;
  readonly seq: number;
  /** Number of rates and measured zeros that are not public yet because their source needs a third install. */
  readonly queued: number;
  /**
   * The evidence of installs that do not count yet (PendingEvidence). Both are null if one or two installs wait,
   * because they would describe a single player, and if the snapshot contains no facts, so that they are unknown.
   */
  readonly waitingInstalls: number | null;
  readonly waitingWindows: number | null;
  /** Number of places assigned so far in the corpus, including places of withdrawn rows. */
  readonly corpusPlaces: number;
  /** The import of the game's files served by the snapshot, or null if there is none. */
  readonly importN: number | null;
}

/** Time on the process's stopwatch when the process first saw a snapshot, and the snapshot's age at that time. */
export interface ViewAge {
  readonly elapsedMs: number;
  readonly ageMs: number;
}

/** The newest snapshot as kept in memory. When a newer snapshot is written, the whole object is replaced. */
export interface SnapshotView {
  /** Identifies one generation of places. A rebuild or a restore starts a new epoch. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  /** The game whose records count. Absent if it is not settled. */
  readonly collects?: Game;
  readonly corpus: ListLedger;
  /** All other lists: `rates`, `zeros`, `gathering`, and a list for each of EDGE_GROUPS. */
  readonly lists: ListLedger;
  readonly game: GameBuild | null;
  /** When this process first saw the snapshot, or null for a store without a stopwatch. */
  readonly seen: ViewAge | null;
}

/** Damage found when reading a snapshot database. `cause` is a short code for the log. */
export interface EpochDamage {
  readonly epoch: string;
  readonly cause: string;
}

export interface SnapshotLog {
  row(n: number): Promise<SnapshotRow | null>;
  rows(ns: readonly number[]): Promise<readonly SnapshotRow[]>;
  /** Returns the first snapshot that includes this record, or null if none does yet. */
  firstWith(seq: number): Promise<Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null>;
}
