import type { DeflatedPart } from '../values/gzip_member.ts';

/** Deflated text that can be copied into a gzip member unchanged. It does not end the member. */
export interface PackedText extends DeflatedPart {
  /** Returns the uncompressed text, which is inflated on each call. */
  text(): Uint8Array;
}

/** A piece of finished text, deflated or not. */
export type TextPiece = Uint8Array | PackedText;

/** Rows as comma-separated finished JSON, in pieces to be concatenated, up to a size limit but at least one row. */
export interface RowPieces {
  readonly pieces: readonly TextPiece[];
  /** The first position that was not read, with its slice, or null if everything was read. */
  readonly cut: CutPosition | null;
}

export interface CutPosition {
  readonly slice: number;
  readonly place: number;
}
