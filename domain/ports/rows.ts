import type { DeflatedPart } from '../values/gzip_member.ts';

/** Deflated text that can be copied into a gzip member unchanged. It does not end the member. */
export interface PackedText extends DeflatedPart {
  /** Returns the text itself, inflated anew on each call. */
  text(): Uint8Array;
}

/** A piece of final text, deflated or not. */
export type TextPiece = Uint8Array | PackedText;

/**
 * Rows as comma-separated final JSON, in pieces to be concatenated. If there is a limit in bytes, reading ends before
 * the row that would exceed it, unless it is the first row.
 */
export interface RowsRead {
  readonly pieces: readonly TextPiece[];
  /** The first place that was not read, and its slice, or null if everything was read. */
  readonly cut: RowsCut | null;
}

export interface RowsCut {
  readonly slice: number;
  readonly place: number;
}
