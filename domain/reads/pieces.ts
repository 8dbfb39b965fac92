import type { RowsRead, TextPiece } from '../ports/rows.ts';

export const isPlain = (piece: TextPiece): piece is Uint8Array => piece instanceof Uint8Array;

/** A piece as text, unpacked where it is packed. */
export const textOf = (piece: TextPiece): Uint8Array => (isPlain(piece) ? piece : piece.text());

/** Rows that the reader hands out as JSON joined by commas, in pieces to be put end to end. */
export const rowsIn = <T>({ pieces }: Pick<RowsRead, 'pieces'>): readonly T[] => {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(textOf(piece), { stream: true })).join('');
  return JSON.parse(`[${text}]`) as T[];
};
