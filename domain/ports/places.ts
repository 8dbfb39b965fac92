/**
 * Lists whose rows keep their place for good. A row that is withdrawn leaves a gap; a row made public again takes a
 * new place. An offset counts the rows that stood at a snapshot, so it becomes a place by a search over the gaps
 * (contract, section 1, Paging; ARCHITECTURE.md, Invariants).
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
 * Where the rows of a list are whose rows fall into groups: the corpus by record kind, edges by relation. Each group's
 * rows have places of their own, 0, 1, 2, … in the order they became public; a snapshot that appends rows appends a run
 * of every group it brings, groups in name order. The list's order is that of the runs. The ledger keeps, for every
 * appending snapshot, how many rows of each group there were after it, and which rows were withdrawn since, so that any
 * page of any set of groups is found by binary search (ARCHITECTURE.md, Invariants).
 */
export interface ListLedger {
  /** The appending snapshots, ascending. */
  readonly snapshots: readonly number[];
  /** Per group, the rows there were after each of `snapshots`, withdrawn ones included; groups in name order. */
  readonly counts: ReadonlyMap<string, ArrayLike<number>>;
  /** Per group that has any, its withdrawn rows, ascending by place. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Rows `from <= place < to` of one kind; withdrawn ones may lie among them. */
export interface ListSlice {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}
