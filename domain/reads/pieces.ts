import type { RowsRead, TextPiece } from '../ports/rows.ts';

export function isPlain(piece: TextPiece): piece is Uint8Array {
  return piece instanceof Uint8Array;
}

/** A piece as text, unpacked where it is packed. */
export function textOf(piece: TextPiece): Uint8Array {
  return isPlain(piece) ? piece : piece.text();
}

/** Rows that the reader hands out as JSON joined by commas, in pieces to be put end to end. */
export function rowsIn<T>({ pieces }: Pick<RowsRead, 'pieces'>): readonly T[] {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(textOf(piece), { stream: true })).join('');
  return JSON.parse(`[${text}]`) as T[];
}
