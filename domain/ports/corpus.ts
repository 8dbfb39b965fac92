import type { ListSlice } from './places.ts';
import type { RowPieces } from './rows.ts';

/** Rows that a snapshot appends to the corpus, as finished JSON of one kind, in their final order. */
export interface CorpusAddition {
  readonly kind: string;
  readonly rows: readonly string[];
}

/** A row to withdraw from the corpus, if it was ever written. It leaves a gap, and its bytes are cleared. */
export interface CorpusWithdrawal {
  readonly kind: string;
  readonly place: number;
}

export interface CorpusReader {
  /** Returns the rows of these slices in order, as comma-separated JSON, in pieces to be concatenated. */
  rows(slices: readonly ListSlice[], bytesMax?: number): Promise<RowPieces>;
}
