import type { GameTables } from '../game_files/tables.ts';
import type { ReadProgress } from '../game_files/watch_tables.ts';
import type { ChangeFolder } from '../ports/change_files.ts';
import type { ChangeLine } from '../ports/change_log.ts';
import type { Clock } from '../ports/clock.ts';
import type { DamagedRow } from '../ports/damaged_row.ts';
import type { Digest } from '../ports/digest.ts';
import type { EvidenceStore } from '../ports/evidence.ts';
import type { ExportListCounts } from '../ports/exports.ts';
import type { DocumentFolder, DocumentLine, ImportFolder } from '../ports/imports.ts';
import type { Log } from '../ports/log.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import type { ChainLink, UploadReader } from '../ports/uploads.ts';
import type { SnapshotProgress, SnapshotSettings } from '../snapshot/run.ts';
import type { Result } from '../values/result.ts';
import type { WitnessReader } from './witnesses.ts';

export interface WorkEpoch {
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  close(): Promise<void>;
}

export interface NewEpoch extends WorkEpoch {
  /** Closes the epoch and starts serving it. */
  serve(): Promise<void>;
}

/** Data that a rebuild carries over from the served epoch because the uploads do not contain it. */
export interface CarriedHistory {
  readonly changeLog: readonly ChangeLine[];
  /** Carried over so that `dataAsOf` never goes backwards. */
  readonly dataAsOfMs: number | null;
  /** Carried over so that withdrawals still explain why an export shrank after a rebuild. */
  readonly lists: ExportListCounts;
}

/** An epoch that is built only for comparison with the served epoch. It is never served. */
export interface ScratchEpoch extends WorkEpoch {
  /** Closes the epoch. Returns the first public figure that differs from the served epoch, or null if all agree. */
  compareWithServed(): Promise<string | null>;
  remove(): Promise<void>;
}

/** The reason of a rebuild because another release built the epoch, with other rules. */
export const OTHER_RELEASE_CAUSE = 'other-rollups';

/**
 * Why the served epoch cannot be continued. With `rebuild`, a new epoch must be built, and `reason` is a short code
 * such as `damaged`. With `refused`, the operator has to decide what to do, and `error` is a sentence.
 */
export type EpochFailure =
  | { readonly kind: 'rebuild'; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: string };

export interface EpochRow extends DamagedRow {
  readonly database: 'evidence' | 'snapshot';
}

/** Dependencies of the jobs that write the derived databases. Files that cannot be opened cause storage faults. */
export interface BuilderContext {
  /** Holds `builder.lock` while `work` reads the uploads. Returns null if asked to stop while waiting for the lock. */
  turn<T>(work: (uploads: UploadReader) => Promise<T>): Promise<T | null>;
  /**
   * Settles the game of a folder without one, if its installs or its import name one. Only for a turn that then builds a
   * snapshot, because the served epoch has counted other games and is built anew.
   */
  settleGame(uploads: UploadReader): Promise<void>;
  openServed(): Promise<Result<WorkEpoch, EpochFailure>>;
  createEpoch(): Promise<NewEpoch>;
  /** Creates an epoch in a temporary folder next to the served epoch. */
  createScratch(): Promise<ScratchEpoch>;
  /** Overwrites the bytes of erased data in the files and logs of the served epoch, which must be closed. */
  scrubServed(): Promise<void>;
  /** Returns the data that a new epoch carries over, or null if there is no readable served epoch. */
  readCarriedHistory(): Promise<CarriedHistory | null>;
  /** Deletes the files of every epoch that is not served. */
  removeOtherEpochs(): Promise<void>;
  /** Makes a running instance load the newest snapshot. An error is a sentence from that instance. */
  refreshInstance(): Promise<Result<void, string>>;
  /**
   * Returns the newest chain link in the file `link`, by which a loss of uploads is noticed, or null if there is none.
   */
  knownLink(): Promise<ChainLink | null>;
  readonly witnesses: WitnessReader;
  /** Opens a folder of client tables exported from this build. An error is a sentence. */
  openGameTables(dir: string, build: string): Promise<Result<GameTables, string>>;
  readonly changes: ChangeFolder;
  /** Time from one scheduled run to the next. */
  readonly intervalMs: number;
  /** Imported builds, which are stored next to the databases. */
  readonly imports: ImportFolder;
  /** Opens a file of documents and reads its non-empty lines. An error is a sentence. */
  openDocumentLines(path: string, lineBytesMax: number): Promise<Result<AsyncIterable<DocumentLine>, string>>;
  /** Imported documents of the knowledge base, which are stored next to the databases. */
  readonly documents: DocumentFolder;
  /** Returns the short code of a thrown storage fault, or null if the error is a bug. */
  faultOf(error: unknown): string | null;
  /** Whether a storage fault with this code means that the file is damaged. */
  isDamage(cause: string): boolean;
  /** Returns the code of the damage that a running instance found in the served epoch, or null if it found none. */
  damageSeenByInstance(): Promise<string | null>;
  /**
   * Scans the whole served epoch for damage, at most once a day. Returns the damage's code, or null if there is none.
   */
  checkServed(): Promise<string | null>;
  /** Runs `check` once a day, and also when the running instance found a damaged file since. */
  checkFiles(check: () => Promise<void>): Promise<void>;
  /** Finds rows of the served epoch that violate their table's checks. Not limited to once a day. */
  damagedRows(): Promise<readonly EpochRow[]>;
  readonly digest: Digest;
  /** Version of the contract that the rows of imports follow. */
  readonly protocol: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<SnapshotSettings, 'kinds' | 'feedTime' | 'installAgeDays' | 'witnessNetworks'>;
  /** Reports progress. Returns false if the work should stop. */
  readonly shouldContinue: (progress: SnapshotProgress) => Promise<boolean>;
  /** Yields to the event loop to let signals be handled. Returns false if the work should stop. */
  readonly pause: () => Promise<boolean>;
  readonly onTable: (reading: ReadProgress) => void;
}
