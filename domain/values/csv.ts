/** Formats rows as CSV with a line of column names. Lines end with CRLF, as RFC 4180 asks. */
export function csvText(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((row) => `${csvLine(row)}\r\n`).join('');
}

/** Formats a row without its line break. */
export function csvLine(cells: readonly CsvValue[]): string {
  return cells.map(csvCell).join(',');
}

/**
 * Returns a function that reads the cells of a row. A column is a field of the row, or one of a nested object, such as
 * `quest.kills`. Absent fields and null are empty cells, and other values that nest are JSON.
 */
export function cellReader(columns: readonly string[]): (row: object) => readonly CsvValue[] {
  const paths = columns.map((column) => column.split('.'));
  return (row) => paths.map((path) => csvValue(path.reduce<unknown>(fieldOf, row)));
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function csvValue(value: unknown): CsvValue {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);
}

export type CsvValue = string | number | boolean | null | undefined;

/** Formats a cell. Texts that a spreadsheet would read as a formula get a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
