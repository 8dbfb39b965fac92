/**
 * A withdrawn row of a list. Rows of these lists never change their place (position): a withdrawn row leaves a gap, and
 * a row that becomes public again gets a new place. An offset counts the rows that existed at a given snapshot, so it
 * is converted to a place by a binary search over the gaps (contract, section 1, Paging; ARCHITECTURE.md, Invariants).
 */
export interface Gap {
  readonly place: number;
  /** The snapshot that withdrew the row. */
  readonly snapshot: number;
}

/** A half-open range of places: `from <= place < to`. */
export interface PlaceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Index of a list whose rows are in groups: the corpus by record kind, edges by relation. Each group numbers its own
 * rows from 0 in the order in which they became public. A snapshot that appends rows appends one run per group, groups
 * in name order. The ledger stores each group's row count after every such snapshot, and the rows withdrawn since, so a
 * binary search finds any page of any set of groups (ARCHITECTURE.md, Invariants).
 */
export interface ListLedger {
  /** Numbers of the snapshots that appended rows, ascending. */
  readonly snapshots: readonly number[];
  /** The number of rows, withdrawn ones included, after each of `snapshots`, by group in name order. */
  readonly counts: ReadonlyMap<string, ArrayLike<number>>;
  /** A map from group to its withdrawn rows, ascending by place. Groups without withdrawn rows are omitted. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Rows `from <= place < to` of one kind. Some of them may be withdrawn. */
export interface ListSlice extends PlaceRange {
  readonly kind: string;
}
