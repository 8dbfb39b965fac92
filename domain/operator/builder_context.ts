import type { GameTables } from '../game_files/tables.ts';
import type { TableReading } from '../game_files/watch_tables.ts';
import type { ChangeLine } from '../ports/change_log.ts';
import type { Clock } from '../ports/clock.ts';
import type { DamagedRow } from '../ports/damaged_row.ts';
import type { Digest } from '../ports/digest.ts';
import type { DocumentFolder, DocumentLine } from '../ports/documents.ts';
import type { EvidenceStore } from '../ports/evidence.ts';
import type { ListCounts } from '../ports/exports.ts';
import type { ImportFolder } from '../ports/imports.ts';
import type { Log } from '../ports/log.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import type { ChainLink, UploadReader } from '../ports/uploads.ts';
import type { SnapshotProgress, SnapshotSettings } from '../snapshot/run.ts';
import type { Result } from '../values/result.ts';
import type { WitnessReader } from './witnesses.ts';

/** Evidence and snapshot databases that belong together. */
export interface WorkEpoch {
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  close(): Promise<void>;
}

/** A new epoch under construction. */
export interface NewEpoch extends WorkEpoch {
  /** Closes it and makes it the one that is served. */
  serve(): Promise<void>;
}

/** What cannot be built again from the uploads. */
export interface CarriedHistory {
  readonly changeLog: readonly ChangeLine[];
  /** `dataAsOf` never goes back. */
  readonly dataAsOfMs: number | null;
  /** A withdrawal explains why an export is shorter, also behind a rebuild. */
  readonly lists: ListCounts;
}

/** An epoch built anew to hold the served one against; it is never served. */
export interface ScratchEpoch extends WorkEpoch {
  /** Closes it and names the first public figure in which it and the served epoch differ; null where there is none. */
  compareWithServed(): Promise<string | null>;
  /** Removes it. */
  remove(): Promise<void>;
}

/** `rebuild`: what is served cannot be carried on, `reason` says why in a word. `refused`: the operator has to decide. */
export type EpochFailure =
  | { readonly kind: 'rebuild'; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: string };

/** A damaged row of a derived database. */
export interface EpochRow extends DamagedRow {
  readonly database: 'evidence' | 'snapshot';
}

/**
 * What the jobs that write the derived databases work with; jobs/main.ts builds it from adapters. Its functions throw
 * the storage's own error where files cannot be opened at all, which ends the command with a sentence.
 */
export interface BuilderContext {
  /** Waits for the builder's turn and holds it during `work`, with the uploads open to read; null: stopped waiting. */
  turn<T>(work: (uploads: UploadReader) => Promise<T>): Promise<T | null>;
  /** The epoch that is served, to go on in. */
  openServed(): Promise<Result<WorkEpoch, EpochFailure>>;
  createEpoch(): Promise<NewEpoch>;
  /** Makes an epoch in a temporary folder beside the served one. */
  createScratch(): Promise<ScratchEpoch>;
  /** Takes what was erased out of the bytes of the served epoch, which must be closed, and out of its logs. */
  scrubServed(): Promise<void>;
  /** What a new epoch carries over from the served one; null where there is none that can be read. */
  servedPast(): Promise<CarriedHistory | null>;
  /** Removes the files of every epoch that is not served. */
  removeOtherEpochs(): Promise<void>;
  /** Has a running instance look for the newest snapshot, so that it answers from it when the command returns; an error is the instance's own sentence. */
  refreshInstance(): Promise<Result<void, string>>;
  /** The newest link of the uploads' chain as their owner noted it outside the databases; null where none is. */
  knownLink(): Promise<ChainLink | null>;
  readonly witnesses: WitnessReader;
  /** The client's tables in a folder, read as of this build; a refusal is a sentence. */
  openGameTables(dir: string, build: string): Promise<Result<GameTables, string>>;
  /** Imports as they are kept beside the databases. */
  readonly imports: ImportFolder;
  /** The lines of a file of documents that are not empty; a refusal is a sentence. */
  openDocumentLines(path: string, lineBytesMax: number): Promise<Result<AsyncIterable<DocumentLine>, string>>;
  /** Documents of the knowledge base as they are kept beside the databases. */
  readonly documents: DocumentFolder;
  /** The short code of a thrown storage fault, or null if the error is a bug. */
  faultOf(error: unknown): string | null;
  /** Whether a storage fault of a derived database means that the file is beyond use. */
  isDamage(cause: string): boolean;
  /** Damage that the running instance met in the served epoch, as a short code; null if none, or no instance runs. */
  damageMet(): Promise<string | null>;
  /** Once a day reads the served epoch whole: what is damaged in it, as a short code; null where nothing is. */
  checkServed(): Promise<string | null>;
  /** Rows of the served epoch with what none of their rows may hold, whenever it was checked last. */
  damagedRows(): Promise<readonly EpochRow[]>;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<SnapshotSettings, 'kinds' | 'feedTime' | 'installAgeDays' | 'witnessNetworks'>;
  /** Shows how far the work is; false asks to stop. */
  readonly goOn: (progress: SnapshotProgress) => Promise<boolean>;
  /** Lets signals be seen; false asks to stop. */
  readonly pause: () => Promise<boolean>;
  /** Shows how far reading the client's tables has come. */
  readonly onTable: (reading: TableReading) => void;
}
