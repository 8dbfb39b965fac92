import type { CHANGED_LISTS } from '../../schema/vocabulary.ts';
import type { OpenExport } from './exports.ts';

/**
 * A public row that a snapshot changes. The writers of a snapshot note each changed row once, and both the change feed
 * and the change log are written from these notes.
 */
export interface ChangedRow {
  /**
   * A list of the change feed, `sources` (of drops and gathering), `builds`, or the name of a family of facts, whose rows
   * are facts by subject.
   */
  readonly list: string;
  /** Identifies the row in its list. */
  readonly key: string;
  /** The row before the snapshot, or null if it was not public. Rates and zeros have none, because nobody needs it. */
  readonly before?: string | null;
  /** The whole row as finished JSON, or null if it is no longer public. */
  readonly after: string | null;
}

/**
 * Lists whose rows are noted. All other rows are builds, or facts of a family. The change feed and the change log have a
 * rule for each of these lists.
 */
export type NotedListName = 'drops' | 'edges' | 'gathering' | 'sources' | 'zeros';

export interface NotedRow extends ChangedRow {
  readonly list: NotedListName;
}

/** A line of a change file: a row that was put, or deleted if `row` is null. */
export interface FeedChange {
  readonly list: (typeof CHANGED_LISTS)[number];
  readonly key: string;
  readonly row: string | null;
}

/** The numbers of a snapshot and of the one before it in the same epoch. `previous` is 0 for the first one. */
export interface SnapshotSpan {
  readonly n: number;
  readonly previous: number;
}

/** A change file, which holds all changes of the public rows between two consecutive snapshots. */
export interface ChangeFile extends SnapshotSpan {
  readonly writtenAtMs: number;
  /** Number of lines, including the last one, which only ends the file. */
  readonly rows: number;
  /** Size in bytes before compression. */
  readonly bytes: number;
  /** SHA-256 of the uncompressed file as 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** CRC-32 of the compressed file. Absent in files of release 0.6.0 and earlier. */
  readonly packedCrc32?: number;
}

/** State of the change files of one epoch. */
export interface ChangeFolderState {
  /** Number of the oldest snapshot whose file is served. */
  readonly first: number;
  /** Files that an erasure requires to be removed, or null if there are none. */
  readonly erased: ErasedSnapshots | null;
}

export interface ErasedSnapshots {
  /** Number of the last snapshot whose file may contain erased data. */
  readonly upTo: number;
  /** Time of the first of the erasures. */
  readonly sinceMs: number;
}

/** The change files of the served epoch, as seen by the builder. */
export interface ChangeFolder {
  /** Returns null if no file was written since the epoch is served. */
  state(): Promise<ChangeFolderState | null>;
  /** Returns the time when the file of a snapshot was written, or null if it does not exist. */
  writtenAtMs(n: number): Promise<number | null>;
  storeState(state: ChangeFolderState): Promise<void>;
  /** Reads all served files, and returns the snapshots up to `upTo` whose file is damaged or missing. */
  findDamaged(upTo: number): Promise<readonly number[]>;
  /** Removes the files of the snapshots before `first`, and the files of all other epochs. */
  removeBefore(first: number): Promise<void>;
}

/** Reads change files. A file is visible from the moment its snapshot is. */
export interface ChangeFileReader {
  /**
   * Returns the files of the snapshots `after < n <= upTo` of an epoch, oldest first, or null if some of them are not kept
   * any more. Ends before a file that is lost, and throws a storage fault if that is the first one.
   */
  files(epoch: string, after: number, upTo: number): Promise<readonly ChangeFile[] | null>;
  /** Opens a file that `files` returns. Returns null if it is not kept any more. */
  open(epoch: string, n: number, coding: 'identity' | 'gzip'): Promise<OpenExport | null>;
}
