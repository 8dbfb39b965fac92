import type { GameView } from './builds.ts';
import type { Gap, ListLedger } from './places.ts';

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
  readonly edgePlaces: number;
  /** The import of the game's files that it serves; null: none. */
  readonly importN: number | null;
}

/** When a snapshot was first seen, on the process' stopwatch, and how old it was then. */
export interface FirstSeen {
  readonly elapsedMs: number;
  readonly ageMs: number;
}

/** The newest snapshot as a reader holds it in memory. It is replaced whole when a newer one is written. */
export interface SnapshotView {
  /** Names one generation of places; a rebuild or restore starts another. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly corpus: ListLedger;
  /** Groups are those of EDGE_GROUPS, by name. */
  readonly edges: ListLedger;
  /** Withdrawn rows, ascending by place. */
  readonly rateGaps: readonly Gap[];
  readonly zeroGaps: readonly Gap[];
  /** The build that is served; null where none was imported. */
  readonly game: GameView | null;
  /** Since when this process knows of the snapshot; null: of a store without a stopwatch. */
  readonly seen: FirstSeen | null;
}

/** Damage that a read of a snapshot database met. `cause` is a short code fit for a log. */
export interface EpochDamage {
  readonly epoch: string;
  readonly cause: string;
}

/** Says what the newest snapshot is. */
export interface ViewReader {
  /**
   * The newest view. Null: no snapshot was ever written. Cheap; a snapshot written by another process is seen
   * at once after `refresh`, else within a second.
   */
  view(): Promise<SnapshotView | null>;
  /** What `view` would answer without looking anew; null where it would look, has found none, or cannot read. */
  current(): SnapshotView | null;
  /** The log's row `n` of the view's epoch, null where there is none. */
  row(view: SnapshotView, n: number): Promise<SnapshotRow | null>;
  /** The first snapshot of the view's epoch that took the record with this number in; null: none has yet. */
  taking(view: SnapshotView, seq: number): Promise<Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null>;
  /** Those of these rows of the log that there are, ascending. */
  rows(view: SnapshotView, ns: readonly number[]): Promise<readonly SnapshotRow[]>;
  /** Damage that reads met in the current database, or null: it stays until another database has replaced it. */
  damage(): EpochDamage | null;
  /** Notes damage that another reader of the same database met, as if a read of this one had. */
  noteDamage(damage: EpochDamage): void;
  /** Looks for a newer snapshot now. */
  refresh(): Promise<void>;
}
