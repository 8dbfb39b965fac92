/**
 * Rows as finished JSON joined by commas, in pieces to be put end to end. Where a bound in bytes is given, reading ends
 * before the row that would pass it, unless that is the first.
 */
export interface RowsRead {
  readonly pieces: readonly Uint8Array[];
  /** The first place that was not looked at, and which slice it is in; null: all of them were read. */
  readonly cut: RowsCut | null;
}

export interface RowsCut {
  readonly slice: number;
  readonly place: number;
}
