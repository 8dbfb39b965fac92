/**
 * A withdrawn row of a list. Rows never change their place (position) in the list: a withdrawn row leaves a gap, and a
 * row that becomes public again gets a new place. An offset counts the rows that existed at a given snapshot, so it
 * must be converted to a place by a binary search over the gaps (contract, section 1, Paging; ARCHITECTURE.md,
 * Invariants).
 */
export interface Gap {
  readonly place: number;
  readonly snapshot: number;
}

/** A half-open range of places: `from <= place < to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Index of rows in groups: the corpus by record kind, other rows by list. Each group numbers its own
 * rows from 0 in the order in which they became public. A snapshot appends its rows group by group, in name order. For
 * every snapshot that appended rows, the ledger stores each group's row count. It also stores the rows withdrawn since.
 * A binary search can therefore find any page of any set of groups (ARCHITECTURE.md, Invariants).
 */
export interface ListLedger {
  /** Numbers of the snapshots that appended rows, ascending. */
  readonly snapshots: readonly number[];
  /** Number of rows, including withdrawn ones, after each of `snapshots`, keyed by group in name order. */
  readonly counts: ReadonlyMap<string, ArrayLike<number>>;
  /** Each group's withdrawn rows, ascending by place. Groups without withdrawn rows are omitted. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Rows `from <= place < to` of one kind, some of which may be withdrawn. */
export interface ListSlice extends RowRange {
  readonly kind: string;
}
