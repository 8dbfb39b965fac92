import type { NotedRow } from '../../../../domain/ports/change_files.ts';
import type { ListRows } from '../../../../domain/ports/exports.ts';
import type { SnapshotPart } from '../../../../domain/ports/snapshots.ts';

/** Identifies a row within its list. `a` and `b` are ids of entities, or 0. */
export interface RowKey {
  readonly list: string;
  readonly key: string;
  readonly a: number;
  readonly b: number;
}

/** The new public state of a row, as JSON. A null body withdraws the row. */
export interface RowUpdate extends RowKey {
  readonly body: string | null;
  /** The rows of an end `b` are read in this order, highest first. Rows without a rank are read in order of place. */
  readonly rank?: number;
}

/** Rows of a list that share `key` and `a`, with `b` in this range. */
export interface RowRange extends Omit<RowKey, 'b'> {
  readonly first: number;
  readonly last: number;
}

export interface ListUpdate {
  readonly rows: readonly RowUpdate[];
  /** Ranges that will contain only `rows`. All other rows in them are withdrawn. */
  readonly replacedRanges?: readonly RowRange[];
}

/**
 * Declares a list of public rows, which `write/rows_writer.ts` stores in the table `rows`. A new list is a file of this
 * folder and a line in `mod.ts`.
 */
export interface PublicList {
  /** Names in the table. A list of several groups, each with its own places, has a name for each. */
  readonly names: readonly string[];
  /** Returns the rows that change with a part of a snapshot. Each row is in only one part. */
  rowsOf(part: SnapshotPart): ListUpdate;
  /** The ends by which the rows are counted. */
  readonly countedBy?: readonly ('a' | 'b')[];
  /** The list of the export whose number of rows these rows add to, or null. */
  readonly exportedAs: keyof ListRows | null;
  /** Returns what the change log and the change feed note about a row, or null if nothing. */
  changed?(row: RowKey, before: string | null, after: string | null): NotedRow | null;
  /** Returns notes for the change feed that depend on more than one row. */
  feedNotesOf?(part: SnapshotPart): Iterable<NotedRow>;
  /** Returns the entities whose importance depends on their number of rows, such as `item:5`. */
  entitiesOf?(row: RowKey): readonly string[];
}
