import { Buffer } from 'node:buffer';

/**
 * Many rows for one statement, packed into its first three arguments. All numbers have a fixed width, and all texts are
 * concatenated. The statement extracts each cell by its position. A JSON array of rows would be three times as slow,
 * because the database parses a row again for each of its cells.
 */
type PackedRows = readonly [each: string, numbers: Uint8Array, texts: Uint8Array];

/** The `from` clause of a statement over packed rows. Its `key` column is the row number, counted from 0. */
export const PACKED_ROWS = 'json_each(?1)';

/** Number of decimal digits of the largest number, 4,294,967,295. */
const INTEGER_DIGITS = 10;

/** Returns SQL for an integer cell. `cells` is the number of cells per row; a text takes two of them. */
export function buildPackedInteger(cell: number, cells: number): string {
  return `cast(substr(?2, 1 + key * ${cells * INTEGER_DIGITS} + ${cell * INTEGER_DIGITS}, ${INTEGER_DIGITS}) as integer)`;
}

/** Returns SQL for a text cell, whose two numbers (offset and length) begin at `cell`. */
export function buildPackedText(cell: number, cells: number): string {
  return `cast(substr(?3, ${buildPackedInteger(cell, cells)}, ${buildPackedInteger(cell + 1, cells)}) as text)`;
}

/** Packs rows of integers and texts, which all have the same columns. A text takes two cells. */
export function packRows(rows: readonly (readonly (number | string)[])[]): PackedRows {
  const cells = rows[0]?.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? 2 : 1), 0) ?? 0;
  const numbers = new Uint8Array(rows.length * cells * INTEGER_DIGITS);
  const texts: string[] = [];
  let textBytes = 0;
  let at = 0;
  const put = (value: number): void => {
    writeDigits(numbers, at, value);
    at += INTEGER_DIGITS;
  };
  for (const row of rows) {
    for (const cell of row) {
      if (typeof cell === 'number') put(cell);
      else {
        const bytes = Buffer.byteLength(cell);
        put(textBytes + 1);
        put(bytes);
        texts.push(cell);
        textBytes += bytes;
      }
    }
  }
  return [`[${'0,'.repeat(Math.max(0, rows.length - 1))}0]`, numbers, Buffer.from(texts.join(''))];
}

const ZERO_CODE = 48;

function writeDigits(bytes: Uint8Array, first: number, value: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value < 10 ** INTEGER_DIGITS))
    throw new Error(`${value} cannot be packed`);
  let rest = value;
  for (let at = first + INTEGER_DIGITS - 1; at >= first; at--) {
    const digit = rest % 10;
    bytes[at] = ZERO_CODE + digit;
    rest = (rest - digit) / 10;
  }
}
