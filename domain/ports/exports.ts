import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { EXPORT_STATES } from '../../schema/vocabulary.ts';
import type { GameView } from './builds.ts';
import type { StoredRate, StoredZero } from './drops.ts';
import type { SnapshotRow } from './snapshot_view.ts';

/** Rows of an export as finished JSON, some at a time: as text or as its UTF-8 bytes. */
export type ExportRows = readonly (string | Uint8Array)[];

/** The observed lists that exports are made of. */
export type ExportList = 'corpus' | 'edges' | 'rates' | 'zeros';

/** A number of rows of each of them. */
export type ListRows = Readonly<Record<ExportList, number>>;

/** What became of the rows of each list. */
export interface ListCounts {
  /** Withdrawn so far, in earlier epochs included. */
  readonly withdrawn: ListRows;
  readonly standing: ListRows;
}

/**
 * The rows of one snapshot in the order of the API's lists, read a little at a time, withdrawn ones left out. Nothing is
 * held open between two reads, so that the newest snapshot may be written meanwhile; rows it brings are not seen.
 * Walking throws a storage fault where the storage fails: whoever writes the rows answers it.
 */
export interface ExportSource {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly feedTime: FeedTime;
  /** What had become of the rows of each list when the snapshot was written. */
  readonly lists: ListCounts;
  /** The build that the snapshot serves; null: none was imported, and the build's lists are empty. */
  readonly game: GameView | null;
  corpus(): AsyncIterable<ExportRows>;
  edges(): AsyncIterable<ExportRows>;
  rates(): AsyncIterable<readonly StoredRate[]>;
  zeros(): AsyncIterable<readonly StoredZero[]>;
  /** The items of the build. */
  items(): AsyncIterable<ExportRows>;
  /** The relations of the build. */
  clientEdges(): AsyncIterable<ExportRows>;
  close(): Promise<void>;
}

/** What a file came to, unpacked. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

/** Names an import of the game's files, in whichever epoch it is served. */
export type ImportMark = Pick<GameView, 'build' | 'importedAtMs'>;

/** What is remembered of an export beside its index, for the guards over the next one. */
export interface ExportNotes {
  readonly epoch: string;
  readonly n: number;
  /** The last record that its snapshot had taken in; absent in notes of release 0.4.0 and before. */
  readonly seq?: number;
  /** When it was written; its index holds the time of the snapshot. */
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** The import that its game-file rows are of; null or absent (in notes of release 0.2.0): none. */
  readonly imported?: ImportMark | null;
  /** Absent in notes of release 0.4.0 and before, which is taken for `exact`. */
  readonly feedTime?: FeedTime;
  /** What each file holds of each layer; a file of two layers is here twice. */
  readonly files: readonly FileNotes[];
}

/** What is remembered of the rows of one layer in a file. */
export interface FileNotes {
  readonly name: string;
  /** Absent in notes of release 0.2.0, whose rows are observed. */
  readonly layer?: 'observed' | 'game-files';
  readonly rows: number;
  /** Rows of its list withdrawn so far; in notes of release 0.4.0 and before, in its epoch. */
  readonly withdrawn: number;
  readonly columns: ExportColumns;
}

/** An export that was written and not published: the one before it stays. */
export interface HeldExport {
  /** A sentence for the operator. */
  readonly reason: string;
  readonly heldAtMs: number;
}

export interface ExportState {
  /** Of the export that is served; null where there is none. */
  readonly served: ExportNotes | null;
  /** Null where the newest try was published. */
  readonly held: HeldExport | null;
  /** Whether an erasure asked for an export that has not been published yet. */
  readonly demanded: boolean;
}

/** The export folder as its one writer sees it; whoever holds the builder's turn may write. */
export interface ExportFolder {
  state(): Promise<ExportState>;
  /** Remembers that what is served must be replaced, until an export is published. */
  demand(): Promise<void>;
  /** Begins an export beside the one that is served. What an earlier writer left unfinished is removed. */
  begin(): Promise<ExportDraft>;
}

/** An export under construction; no reader sees any of it before it is published. */
export interface ExportDraft {
  /** Writes a file and its gzip twin, one row a line. A fault of the storage that the rows come from is answered, too. */
  write(name: string, rows: AsyncIterable<ExportRows>): Promise<WrittenFile>;
  /** Writes the index last, then serves this export in place of the one before it, whose files go. */
  publish(index: BulkIndex, notes: ExportNotes): Promise<void>;
  /** Removes the files, which changes nothing that is served, and remembers why. */
  hold(held: HeldExport): Promise<void>;
  /** Removes the files. */
  discard(): Promise<void>;
}

/** How health tells of exports (contract, section 4, Health). */
export interface ExportHealth {
  /** Null if nothing was exported yet, or if it cannot be read. */
  readonly state: (typeof EXPORT_STATES)[number] | null;
  readonly reason: string | null;
  /** Null if nothing was exported yet, or if it cannot be read. */
  readonly writtenAtMs: number | null;
}

export const UNKNOWN_EXPORTS: ExportHealth = { state: null, reason: null, writtenAtMs: null };

/** An exported file held open, so that it is read to its end whatever is published meanwhile. */
export interface OpenExport {
  readonly byteLength: number;
  /** The SHA-256 of the unpacked file, whichever twin this is. */
  readonly sha256: string;
  /** The layers that its rows belong to. */
  readonly data: BulkIndex['files'][number]['data'];
  /** Bytes `from <= i < to`. Asked for at most once; reading to the end or cancelling closes the file. */
  stream(from: number, to: number): ReadableStream<Uint8Array>;
  /** Closes the file where no stream was asked for. */
  close(): Promise<void>;
  /** Resolves when the file is closed, whatever closed it. */
  readonly closed: Promise<void>;
}

/** Reads the export that is served. */
export interface ExportReader {
  /** The bytes of index.json; null where nothing was exported yet. */
  index(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** A file that the index names; null where it names no such file. */
  open(name: string, twin: 'identity' | 'gzip'): Promise<OpenExport | null>;
  health(): Promise<ExportHealth>;
}

/** Which fields the first and the last rows of a file have (contract, section 4, Bulk: an export that lost a column). */
export interface ExportColumns {
  /** Fields that every one of these rows has. */
  readonly every: readonly string[];
  /** Fields that at least one of them has. */
  readonly any: readonly string[];
}

/** `exact`: capturedAt as reported. `day`: cut to its UTC day (contract, section 3, Corpus; TW_FEED_TIME). */
export type FeedTime = 'exact' | 'day';
