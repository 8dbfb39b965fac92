/** Formats rows as CSV with a line of column names. Lines end with CRLF, as RFC 4180 asks. */
export function csvText(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

export type CsvValue = string | number | boolean | null | undefined;

/** Formats a cell. Texts that a spreadsheet would read as a formula get a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
