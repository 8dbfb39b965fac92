import type { DeflatedPart } from '../values/gzip_member.ts';

/** Text that is packed already: it goes into a gzip member as it is. Does not end the member. */
export interface PackedText extends DeflatedPart {
  /** The text itself; unpacked anew each time. */
  text(): Uint8Array;
}

/** A piece of finished text, as it is or packed already. */
export type TextPiece = Uint8Array | PackedText;

/**
 * Rows as finished JSON joined by commas, in pieces to be put end to end. Where a bound in bytes is given, reading ends
 * before the row that would pass it, unless that is the first.
 */
export interface RowsRead {
  readonly pieces: readonly TextPiece[];
  /** The first place that was not looked at, and which slice it is in; null: all of them were read. */
  readonly cut: RowsCut | null;
}

export interface RowsCut {
  readonly slice: number;
  readonly place: number;
}
