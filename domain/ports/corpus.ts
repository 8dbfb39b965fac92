import type { ListSlice } from './places.ts';
import type { RowsRead } from './rows.ts';
import type { SnapshotView } from './snapshot_view.ts';

/** Rows that one snapshot appends to the corpus: finished JSON texts of one kind, in their final order. */
export interface CorpusAddition {
  readonly kind: string;
  readonly rows: readonly string[];
}

/** A row of the corpus that is withdrawn: it leaves a gap, and its bytes are emptied. */
export interface CorpusWithdrawal {
  readonly kind: string;
  readonly place: number;
}

/** Reads the public feed. */
export interface CorpusReader {
  /** The rows of these slices in order, as JSON joined by commas, in pieces to be put end to end. */
  corpusRows(view: SnapshotView, slices: readonly ListSlice[], bytesMax?: number): Promise<RowsRead>;
}
