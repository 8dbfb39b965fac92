import { Buffer } from 'node:buffer';
import type { ListSlice } from '../../domain/ports/places.ts';
import type { RowsRead } from '../../domain/ports/rows.ts';

/** Joins the rows of the slices, up to a bound in bytes; `textAt` answers null for a place where no row stands. */
export const rowsRead = <Slice extends Pick<ListSlice, 'from' | 'to'>>(
  slices: readonly Slice[],
  bytesMax: number | undefined,
  textAt: (slice: Slice, place: number) => string | null,
): RowsRead => {
  const rows: string[] = [];
  let bytes = 0;
  for (const [i, slice] of slices.entries()) {
    for (let place = slice.from; place < slice.to; place++) {
      const text = textAt(slice, place);
      if (text === null) continue;
      bytes += Buffer.byteLength(text) + 1;
      if (rows.length > 0 && bytes > (bytesMax ?? bytes)) return { pieces: joined(rows), cut: { slice: i, place } };
      rows.push(text);
    }
  }
  return { pieces: joined(rows), cut: null };
};

/** As one piece a row, so that whoever puts pieces together sees several. */
const joined = (rows: readonly string[]): readonly Uint8Array[] =>
  rows.map((text, i) => Buffer.from(i === 0 ? text : `,${text}`));
