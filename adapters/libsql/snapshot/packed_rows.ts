import { Buffer } from 'node:buffer';

/**
 * Many rows for one statement, packed into two values: whole numbers at a fixed width, and all texts one behind the other.
 * The statement cuts them out where they stand. Rows as a JSON array cost three times as much: the database reads the text
 * of a row anew for every cell of it.
 */
export interface PackedRows {
  /** The statement's arguments, in the order of `PACKED`. */
  readonly args: readonly [each: string, numbers: Uint8Array, texts: Uint8Array];
}

/** Where a statement takes rows from: `key` is the row's number, from 0. Uses the arguments 1 to 3. */
export const PACKED = 'json_each(?1)';

/** A number from 0 to 4,294,967,295 has at most so many digits. */
const DIGITS = 10;

/** The cell of a row that is a whole number; `cells`: how many numbers a row takes, two of them a text. */
export function packedInteger(cell: number, cells: number): string {
  return `cast(substr(?2, 1 + key * ${cells * DIGITS} + ${cell * DIGITS}, ${DIGITS}) as integer)`;
}

/** The text whose two numbers begin at this cell. */
export function packedText(cell: number, cells: number): string {
  return `cast(substr(?3, ${packedInteger(cell, cells)}, ${packedInteger(cell + 1, cells)}) as text)`;
}

/** Packs rows of whole numbers and texts, all of one shape; a text takes two cells. */
export function packRows(rows: readonly (readonly (number | string)[])[]): PackedRows {
  const cells = rows[0]?.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? 2 : 1), 0) ?? 0;
  const numbers = new Uint8Array(rows.length * cells * DIGITS);
  const texts: string[] = [];
  let textBytes = 0;
  let at = 0;
  const put = (value: number): void => {
    putDigits(numbers, at, value);
    at += DIGITS;
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
  return { args: [`[${'0,'.repeat(Math.max(0, rows.length - 1))}0]`, numbers, Buffer.from(texts.join(''))] };
}

const ZERO = 48;

function putDigits(bytes: Uint8Array, first: number, value: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value < 10 ** DIGITS)) throw new Error(`${value} cannot be packed`);
  let rest = value;
  for (let at = first + DIGITS - 1; at >= first; at--) {
    const digit = rest % 10;
    bytes[at] = ZERO + digit;
    rest = (rest - digit) / 10;
  }
}
