import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { AddonFile } from './addon.ts';
import type { ExportNotes, ExportRows, FileEntry, WrittenFile } from './exports.ts';

/** An export that was written but not published. The previous export stays in place. */
export interface UnpublishedExport {
  readonly reason: string;
  readonly heldAtMs: number;
  /** Whether no export was written, but files of the served one were found damaged. */
  readonly isDamaged: boolean;
}

export interface ExportState {
  readonly served: ExportNotes | null;
  readonly held: UnpublishedExport | null;
  /** True if an erasure requires a new export that has not been published yet. */
  readonly demanded: boolean;
}

/** The export folder, as seen by its only writer, the process that holds the builder's lock. */
export interface ExportFolder {
  state(): Promise<ExportState>;
  /** Reads the served export completely, and returns the names of its damaged and missing files. */
  findDamaged(): Promise<readonly string[]>;
  /** Notes that the served export is damaged, unless the next one was held, which is retried only after a day. */
  noteDamaged(reason: string, nowMs: number): Promise<void>;
  /** Notes that the served export must be replaced. The note stays until a new export is published. */
  demand(): Promise<void>;
  /** Starts an export next to the one being served. Removes anything left unfinished by an earlier writer. */
  begin(): Promise<ExportDraft>;
}

/** An export under construction. Readers do not see any of its files until it is published. */
export interface ExportDraft {
  /**
   * Writes files in one pass. Each batch has the rows of each file, in the order of `names`. A row is a line, or part of
   * an archive or a Parquet file. Errors of the iteration over the rows are passed on.
   */
  write(names: readonly string[], rows: AsyncIterable<readonly ExportRows[]>): Promise<readonly WrittenFile[]>;
  /**
   * Creates the writer of a Parquet file, whose bytes are the rows of a file with a name that ends in `.parquet`. Null if
   * the rows are no table, such as records of different kinds.
   */
  table(shape: TableShape): Promise<TableWriter | null>;
  /** Returns the bytes of a zip archive with these files. Equal files always give equal bytes. */
  packZip(files: readonly AddonFile[]): Promise<Uint8Array>;
  /** Takes over a file of the served export. Returns false, and takes nothing, if it is missing or damaged. */
  keep(from: string, entry: FileEntry): Promise<boolean>;
  /**
   * Writes the index last, so that it never lists a missing file. Then serves this export and removes the previous one.
   */
  publish(index: BulkIndex, notes: ExportNotes): Promise<void>;
  /** Removes the draft's files and stores the reason. The served export stays unchanged. */
  hold(held: UnpublishedExport): Promise<void>;
  discard(): Promise<void>;
}

/** Names the rows of a table as the index does. */
export type TableShape = Pick<BulkIndex['files'][number], 'rowsOf' | 'field'>;

/** Encodes the rows of a table. Memory is bounded. */
export interface TableWriter {
  /** Paths of the columns in the rows, such as `npcId` or `name.value`. */
  readonly columns: readonly string[];
  /** Returns the bytes that are complete so far, which may be none. */
  add(rows: readonly object[]): ExportRows;
  end(): ExportRows;
}
