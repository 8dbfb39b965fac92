import { type CsvValue, formatCsv } from '../../../domain/values/csv.ts';
import { type DataCell, readCell } from './cell.ts';

/** Lets the reader save all rows of a table as a file. */
export function saveCsv(
  name: string,
  headings: readonly HTMLTableCellElement[],
  rows: readonly HTMLTableRowElement[],
): void {
  const cells = rows.map((row) => [...row.cells].map(readCell));
  const heads = headings.map(({ textContent }) => textContent ?? '');
  const text = formatTableCsv(heads, cells);
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Returns a table as CSV: amounts of money in copper, counts as plain numbers, unknown values as empty cells. */
export function formatTableCsv(headings: readonly string[], rows: readonly (readonly DataCell[])[]): string {
  const columns = headings.map((heading, at) =>
    rows.some((row) => row[at]?.isMoney && row[at].value !== null) ? `${heading} (copper)` : heading,
  );
  const cells = rows.map((row) => row.map(formatCsvValue));
  return formatCsv(columns, cells);
}

function formatCsvValue({ text, value, isMoney, isUnknown }: DataCell): CsvValue {
  if (isUnknown) return null;
  return value !== null && (isMoney || text.replaceAll(',', '') === value) ? value && Number(value) : text;
}
