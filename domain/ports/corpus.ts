import type { ListSlice } from './places.ts';
import type { RowsRead } from './rows.ts';

/** Rows that a snapshot appends to the corpus: final JSON rows of one kind, in their final order. */
export interface CorpusAddition {
  readonly kind: string;
  readonly rows: readonly string[];
}

/** A row of the corpus to withdraw, if it was ever written. The row leaves a gap, and its bytes are cleared. */
export interface CorpusWithdrawal {
  readonly kind: string;
  readonly place: number;
}

export interface CorpusReader {
  /** Returns the rows of these slices in order, as comma-separated JSON, in pieces to be concatenated. */
  rows(slices: readonly ListSlice[], bytesMax?: number): Promise<RowsRead>;
}
