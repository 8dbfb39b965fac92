/** A record that will get a place in the feed. */
export interface PendingRecord {
  readonly seq: number;
  readonly installN: number;
}

/** A record's position in the feed: its place among the records of its kind. */
export interface FeedPosition {
  readonly seq: number;
  readonly installN: number;
  readonly kind: string;
  readonly place: number;
  /** Present if the row is marked as granted only by the record's own install. */
  readonly self?: true;
}

/** A record that is in the feed or pending. */
export interface FeedRecord {
  readonly seq: number;
  /** True if the record's row says that only its own install granted it, or null if it has no row yet. */
  readonly self: boolean | null;
}

/** A named record to remove, with the upload and install for which it was counted. */
export interface RecordToReview {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  /** Present if the record keeps its place and its count because its claims will be added again. */
  readonly stays?: true;
}

export interface PendingFeedRows {
  /** Sequence numbers, ascending, of records to append in addition to those after the snapshot's `seq`. */
  readonly seqs: readonly number[];
  /** True if the next snapshot carries out an erasure. `erasedOut` is true if the erased install was excluded. */
  readonly erased: boolean;
  readonly erasedOut: boolean;
}
