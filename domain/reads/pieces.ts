import type { RowsRead } from '../ports/rows.ts';

/** Rows that the reader hands out as JSON joined by commas, in pieces to be put end to end. */
export const rowsIn = <T>({ pieces }: Pick<RowsRead, 'pieces'>): readonly T[] => {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
  return JSON.parse(`[${text}]`) as T[];
};
