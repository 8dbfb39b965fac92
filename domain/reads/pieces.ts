import type { RowPieces, TextPiece } from '../ports/rows.ts';

export function isBytes(piece: TextPiece): piece is Uint8Array {
  return piece instanceof Uint8Array;
}

/** Returns a piece's bytes, inflating the piece if necessary. */
export function inflatePiece(piece: TextPiece): Uint8Array {
  return isBytes(piece) ? piece : piece.text();
}

/** Parses rows that the reader returned as comma-separated JSON in pieces. */
export function parseRows<T>({ pieces }: Pick<RowPieces, 'pieces'>): readonly T[] {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(inflatePiece(piece), { stream: true })).join('');
  return JSON.parse(`[${text}]`) as T[];
}
