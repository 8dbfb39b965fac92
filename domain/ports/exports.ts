import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { EXPORT_STATES } from '../../schema/vocabulary.ts';
import type { GameView } from './builds.ts';
import type { StoredRate, StoredZero } from './drops.ts';
import type { SnapshotRow } from './snapshot_view.ts';

/** Rows of an export as final JSON, in batches. Each batch is a string or its UTF-8 bytes. */
export type ExportRows = readonly (string | Uint8Array)[];

export type ExportList = 'corpus' | 'edges' | 'rates' | 'zeros';

export type ListRows = Readonly<Record<ExportList, number>>;

export interface ListCounts {
  /** Number of rows withdrawn so far, including earlier epochs. */
  readonly withdrawn: ListRows;
  readonly remaining: ListRows;
}

/**
 * Rows of one snapshot in the order of the API's lists, read in small batches, without withdrawn rows. No read
 * transaction stays open between batches, so the next snapshot may be written meanwhile; rows of that snapshot are not
 * visible. Iterating throws a storage fault if the storage fails. The code that writes the rows must handle the fault.
 */
export interface ExportSource {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly feedTime: FeedTime;
  /** Row counts of each list at the time the snapshot was written. */
  readonly lists: ListCounts;
  /** The build that the snapshot serves. Null if no build was imported; the build's lists are then empty. */
  readonly game: GameView | null;
  corpus(): AsyncIterable<ExportRows>;
  edges(): AsyncIterable<ExportRows>;
  rates(): AsyncIterable<readonly StoredRate[]>;
  zeros(): AsyncIterable<readonly StoredZero[]>;
  items(): AsyncIterable<ExportRows>;
  clientEdges(): AsyncIterable<ExportRows>;
  close(): Promise<void>;
}

/** Size and digest of the uncompressed file. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** Identifies an import of the game's files in any epoch. */
export type ImportMark = Pick<GameView, 'build' | 'importedAtMs'>;

/** Notes about an export, stored next to its index. The next export is checked against them. */
export interface ExportNotes {
  readonly epoch: string;
  readonly n: number;
  /** The last record that the snapshot includes. Absent in notes of release 0.4.0 and earlier. */
  readonly seq?: number;
  /** Time when the export was written. The export's index gives the time of the snapshot instead. */
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** The import of the game-file rows. Null, or absent in notes of release 0.2.0, if there are no such rows. */
  readonly imported?: ImportMark | null;
  /** Absent in notes of release 0.4.0 and earlier, which means `exact`. */
  readonly feedTime?: FeedTime;
  /** One entry per file and layer. A file with two layers has two entries. */
  readonly files: readonly FileNotes[];
}

export interface FileNotes {
  readonly name: string;
  /** Absent in notes of release 0.2.0, which only exported observed rows. */
  readonly layer?: 'observed' | 'game-files';
  readonly rows: number;
  /** Rows of the list withdrawn so far; in this epoch only, in notes of release 0.4.0 and earlier. */
  readonly withdrawn: number;
  readonly columns: ExportColumns;
}

/** An export that was written but not published. The previous export stays in place. */
export interface UnpublishedExport {
  /** The reason, as a sentence for the operator. */
  readonly reason: string;
  readonly heldAtMs: number;
}

export interface ExportState {
  readonly served: ExportNotes | null;
  readonly held: UnpublishedExport | null;
  /** True if an erasure requires a new export that has not been published yet. */
  readonly demanded: boolean;
}

/** The export folder, as its only writer sees it. Whoever holds the builder's lock may write. */
export interface ExportFolder {
  state(): Promise<ExportState>;
  /** Records that the served export must be replaced. The record stays until a new export is published. */
  demand(): Promise<void>;
  /** Starts an export next to the one that is served. Removes anything an earlier writer left unfinished. */
  begin(): Promise<ExportDraft>;
}

/** An export under construction. Readers cannot see any of its files until it is published. */
export interface ExportDraft {
  /** Writes a file and a gzip copy of it, one row per line. Passes on faults of the rows' storage. */
  write(name: string, rows: AsyncIterable<ExportRows>): Promise<WrittenFile>;
  /** Writes the index last, then serves this export and removes the previous one. */
  publish(index: BulkIndex, notes: ExportNotes): Promise<void>;
  /** Removes the draft's files and stores the reason. The served export does not change. */
  hold(held: UnpublishedExport): Promise<void>;
  discard(): Promise<void>;
}

/** State of exports in the health answer (contract, section 4, Health). */
export interface ExportHealth {
  /** Null if nothing was exported yet, or if the state cannot be read. */
  readonly state: (typeof EXPORT_STATES)[number] | null;
  readonly reason: string | null;
  /** Null if nothing was exported yet, or if the time cannot be read. */
  readonly writtenAtMs: number | null;
}

export const UNKNOWN_EXPORTS: ExportHealth = { state: null, reason: null, writtenAtMs: null };

/** An open exported file. It can be read to its end even if another export is published meanwhile. */
export interface OpenExport {
  readonly byteLength: number;
  /** SHA-256 of the uncompressed file. The same for the gzip copy. */
  readonly sha256: string;
  readonly data: BulkIndex['files'][number]['data'];
  /** Streams bytes `from <= i < to`. Call it at most once. Reading to the end or cancelling closes the file. */
  stream(from: number, to: number): ReadableStream<Uint8Array>;
  /** Closes the file if `stream` was never called. */
  close(): Promise<void>;
  /** Resolves when the file is closed for any reason. */
  readonly closed: Promise<void>;
}

export interface ExportReader {
  /** Returns the bytes of index.json, or null if nothing was exported yet. */
  index(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens a file of the index. Returns null if the index has no such file. */
  open(name: string, twin: 'identity' | 'gzip'): Promise<OpenExport | null>;
  health(): Promise<ExportHealth>;
}

/** Fields in the first and last rows of a file, which show lost columns (contract, section 4, Bulk). */
export interface ExportColumns {
  /** Fields that all of the inspected rows have. */
  readonly every: readonly string[];
  /** Fields that at least one of the inspected rows has. */
  readonly any: readonly string[];
}

/** `exact` keeps capturedAt; `day` truncates it to the UTC day (contract, section 3, Corpus; TW_FEED_TIME). */
export type FeedTime = 'exact' | 'day';
