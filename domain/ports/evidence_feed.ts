/** Records of the feed as the evidence knows them. */

/** A record that will get a place in the feed. */
export interface PendingRecord {
  readonly seq: number;
  readonly installN: number;
}

/** A record's position in the feed: the `place`-th of its kind. */
export interface FeedPlace {
  readonly seq: number;
  readonly installN: number;
  readonly kind: string;
  readonly place: number;
  /** Present if the row is marked as granted only by its own install. */
  readonly self?: true;
}

/** A record that is in the feed or pending. */
export interface FeedRecord {
  readonly seq: number;
  /**
   * True if its row says that only its install granted it. Null if it has no row yet; the row will say what is true
   * then.
   */
  readonly self: boolean | null;
}

/** A named record to remove, with the upload and install that it counted for. */
export interface NamedRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  /** Present if it keeps its place and its count, because its claims are added again. */
  readonly stays?: true;
}

/** A feed row to withdraw. Its place may have been noted but never written. */
export interface PendingWithdrawal {
  readonly kind: string;
  readonly place: number;
}

export interface PendingFeed {
  /** Records to append in addition to those after the snapshot's `seq`; ascending. */
  readonly seqs: readonly number[];
  /** True if the next snapshot carries out an erasure. `erasedOut` is true if that is of an excluded install. */
  readonly erased: boolean;
  readonly erasedOut: boolean;
}
