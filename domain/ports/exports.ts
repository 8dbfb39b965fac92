import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { EXPORT_STATES } from '../../schema/vocabulary.ts';
import type { GameView } from './builds.ts';
import type { StoredRate, StoredZero } from './drops.ts';
import type { SnapshotRow } from './snapshot_view.ts';

/** Rows of an export as final JSON, in batches: as text or as its UTF-8 bytes. */
export type ExportRows = readonly (string | Uint8Array)[];

/** Observed lists that are exported. */
export type ExportList = 'corpus' | 'edges' | 'rates' | 'zeros';

/** Number of rows per list. */
export type ListRows = Readonly<Record<ExportList, number>>;

/** Current and withdrawn rows per list. */
export interface ListCounts {
  /** Withdrawn so far, including earlier epochs. */
  readonly withdrawn: ListRows;
  readonly standing: ListRows;
}

/**
 * Rows of one snapshot in the order of the API's lists, read in small batches, without withdrawn rows. No read
 * transaction stays open between batches, so the next snapshot may be written meanwhile; its rows are not visible.
 * Iterating throws a storage fault if the storage fails, and the code that writes the rows must handle it.
 */
export interface ExportSource {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly feedTime: FeedTime;
  /** State of the rows of each list when the snapshot was written. */
  readonly lists: ListCounts;
  /** The build that the snapshot serves. Null if none was imported; the build's lists are then empty. */
  readonly game: GameView | null;
  corpus(): AsyncIterable<ExportRows>;
  edges(): AsyncIterable<ExportRows>;
  rates(): AsyncIterable<readonly StoredRate[]>;
  zeros(): AsyncIterable<readonly StoredZero[]>;
  /** Items of the build. */
  items(): AsyncIterable<ExportRows>;
  /** Relations of the build. */
  clientEdges(): AsyncIterable<ExportRows>;
  close(): Promise<void>;
}

/** Size and digest of a file, uncompressed. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** Identifies an import of the game's files in any epoch. */
export type ImportMark = Pick<GameView, 'build' | 'importedAtMs'>;

/** Stored next to the index of an export, for checks of the next export. */
export interface ExportNotes {
  readonly epoch: string;
  readonly n: number;
  /** Last record in its snapshot. Absent in notes of release 0.4.0 and earlier. */
  readonly seq?: number;
  /** When the export was written. Its index has the time of the snapshot. */
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** Import of its game-file rows. Null, or absent in notes of release 0.2.0, if there are none. */
  readonly imported?: ImportMark | null;
  /** Absent in notes of release 0.4.0 and earlier, which means `exact`. */
  readonly feedTime?: FeedTime;
  /** One entry per file and layer. A file with two layers has two entries. */
  readonly files: readonly FileNotes[];
}

/** Notes about the rows of one layer in a file. */
export interface FileNotes {
  readonly name: string;
  /** Absent in notes of release 0.2.0, whose rows are observed. */
  readonly layer?: 'observed' | 'game-files';
  readonly rows: number;
  /** Rows of its list withdrawn so far. In notes of release 0.4.0 and earlier only those of its epoch. */
  readonly withdrawn: number;
  readonly columns: ExportColumns;
}

/** An export that was written and not published, so the previous one stays. */
export interface UnpublishedExport {
  /** A sentence for the operator. */
  readonly reason: string;
  readonly heldAtMs: number;
}

export interface ExportState {
  /** Notes of the export that is served, or null if there is none. */
  readonly served: ExportNotes | null;
  /** Null if the newest attempt was published. */
  readonly held: UnpublishedExport | null;
  /** True if an erasure demanded an export that has not been published yet. */
  readonly demanded: boolean;
}

/** The export folder for its only writer. The holder of the builder's lock may write. */
export interface ExportFolder {
  state(): Promise<ExportState>;
  /** Remembers that the served export must be replaced, until a new one is published. */
  demand(): Promise<void>;
  /** Starts an export next to the one that is served. Removes anything an earlier writer left unfinished. */
  begin(): Promise<ExportDraft>;
}

/** An export under construction. Readers see none of it until it is published. */
export interface ExportDraft {
  /** Writes a file and its gzip twin, one row per line. Faults of the storage that the rows come from are passed on. */
  write(name: string, rows: AsyncIterable<ExportRows>): Promise<WrittenFile>;
  /** Writes the index last, then serves this export instead of the previous one, whose files are removed. */
  publish(index: BulkIndex, notes: ExportNotes): Promise<void>;
  /** Removes the files and stores the reason. The served export does not change. */
  hold(held: UnpublishedExport): Promise<void>;
  /** Removes the files. */
  discard(): Promise<void>;
}

/** State of exports in the health answer (contract, section 4, Health). */
export interface ExportHealth {
  /** Null if nothing was exported yet, or if it cannot be read. */
  readonly state: (typeof EXPORT_STATES)[number] | null;
  readonly reason: string | null;
  /** Null if nothing was exported yet, or if it cannot be read. */
  readonly writtenAtMs: number | null;
}

export const UNKNOWN_EXPORTS: ExportHealth = { state: null, reason: null, writtenAtMs: null };

/**
 * An exported file that is held open, so that it can be read to its end even if another export is published
 * meanwhile.
 */
export interface OpenExport {
  readonly byteLength: number;
  /** SHA-256 of the uncompressed file, for either twin. */
  readonly sha256: string;
  /** Layers of its rows. */
  readonly data: BulkIndex['files'][number]['data'];
  /** Streams bytes `from <= i < to`. Call it at most once. Reading to the end or cancelling closes the file. */
  stream(from: number, to: number): ReadableStream<Uint8Array>;
  /** Closes the file if no stream was requested. */
  close(): Promise<void>;
  /** Resolves when the file is closed for any reason. */
  readonly closed: Promise<void>;
}

/** Reads the export that is served. */
export interface ExportReader {
  /** Returns the bytes of index.json, or null if nothing was exported yet. */
  index(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens a file of the index. Returns null if the index has no such file. */
  open(name: string, twin: 'identity' | 'gzip'): Promise<OpenExport | null>;
  health(): Promise<ExportHealth>;
}

/** Fields in the first and last rows of a file (contract, section 4, Bulk: an export that lost a column). */
export interface ExportColumns {
  /** Fields that all of these rows have. */
  readonly every: readonly string[];
  /** Fields that at least one of these rows has. */
  readonly any: readonly string[];
}

/** `exact` keeps capturedAt as reported. `day` cuts it to its UTC day (contract, section 3, Corpus; TW_FEED_TIME). */
export type FeedTime = 'exact' | 'day';
