/** Formats rows as CSV with a line of column names. Lines end with CRLF, as RFC 4180 asks. */
export function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
  isNumbers = false,
): string {
  return [formatCsvHead(columns, isNumbers), ...rows.map(formatCsvLine)].map((line) => `${line}\r\n`).join('');
}

/**
 * Formats the line of column names without its line break. A byte order mark precedes it, because spreadsheets read texts
 * as UTF-8 only then. Files of numbers and ASCII words have none, because some programs take it for a part of the name.
 */
export function formatCsvHead(columns: readonly string[], isNumbers: boolean): string {
  return `${isNumbers ? '' : '\uFEFF'}${formatCsvLine(columns)}`;
}

/** Formats a row without its line break. */
export function formatCsvLine(cells: readonly CsvValue[]): string {
  return cells.map(formatCsvCell).join(',');
}

/**
 * Returns a function that reads the cells of a row. A column is a field of the row, or one of a nested object, such as
 * `quest.kills`. Absent fields and null are empty cells, and other values that nest are JSON.
 */
export function createCellReader(columns: readonly string[]): (row: object) => readonly CsvValue[] {
  const readers = columns.map(createFieldReader);
  return (row) => readers.map((read) => toCsvValue(read(row)));
}

/** Returns a function that reads the value of a column from a row: undefined if it, or an object around it, is absent. */
export function createFieldReader(column: string): (row: object) => unknown {
  const path = column.split('.');
  return (row) => path.reduce<unknown>(readField, row);
}

function readField(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function toCsvValue(value: unknown): CsvValue {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);
}

export type CsvValue = string | number | boolean | null | undefined;

/**
 * Characters at which a formula begins. Excel also runs formulas with the full-width ones if its language is Japanese
 * (https://github.com/OWASP/www-community/issues/1088). Spreadsheets may skip quotes and spaces in front of them.
 */
const FORMULA_START = '["\\s]*[=+\\-@＝＋－＠]';

/** Spreadsheets that separate cells by semicolons or tabs also split texts there, and at line breaks within quotes. */
const FORMULA_INSIDE = new RegExp(`[;\\t\\r\\n](?=${FORMULA_START})`, 'g');

const FORMULA_AT_START = new RegExp(`^(?:[\\t\\r\\n]|${FORMULA_START})`);

/** Formats a cell. An apostrophe wherever a spreadsheet could see the start of a formula makes it a text. */
export function formatCsvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inside = value.replace(FORMULA_INSIDE, "$&'");
  const inert = FORMULA_AT_START.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
