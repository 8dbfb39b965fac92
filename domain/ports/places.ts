/**
 * A withdrawn row of a list. Rows of these lists never change their place: a withdrawn row leaves a gap, and a row
 * that becomes public again gets a new place. An offset counts the rows that existed at a snapshot, so it is
 * converted to a place by a search over the gaps (contract, section 1, Paging; ARCHITECTURE.md, Invariants).
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
 * Index of a list whose rows are in groups: the corpus by record kind, edges by relation. Rows of each group have
 * places of their own, 0, 1, 2, … in the order they became public. A snapshot that appends rows appends one run per
 * group, groups in name order; the list's order is that of the runs. The ledger stores the number of rows in each
 * group after every appending snapshot, and the rows withdrawn since, so that any page of any set of groups is found
 * by binary search (ARCHITECTURE.md, Invariants).
 */
export interface ListLedger {
  /** The appending snapshots, ascending. */
  readonly snapshots: readonly number[];
  /** By group, the number of rows after each of `snapshots`, withdrawn ones included. Groups are in name order. */
  readonly counts: ReadonlyMap<string, ArrayLike<number>>;
  /** By group, the withdrawn rows, ascending by place. Groups without any are omitted. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Rows `from <= place < to` of one kind, possibly with withdrawn ones among them. */
export interface ListSlice {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}
