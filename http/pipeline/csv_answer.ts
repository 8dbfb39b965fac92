import { createCellReader, formatCsv } from '../../domain/values/csv.ts';
import { encodeUtf8 } from './body.ts';
import type { HeaderFields } from './headers.ts';
import { choiceOr } from './query.ts';
import type { Answer } from './route.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** The parameter that asks for CSV (contract, section 4, CSV). */
export const formatParameter = choiceOr(
  'json',
  ['json', 'csv'],
  'csv answers with the rows as a CSV file, without the other fields; the URL of the next page is in Link. An apostrophe precedes parts of texts that a spreadsheet could run as a formula, and files with texts begin with a byte order mark.',
);

/** A list as CSV. `createCellReader` says what a column is. */
export interface CsvColumns<Row> {
  /** Name of the file, without ending. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether no cell has a text other than words of the API (`formatCsvHead`). */
  readonly isNumbers?: boolean;
  readonly rows: readonly Row[];
}

/** Answers with rows as a CSV file. */
export function toCsvAnswer<Row extends object>(
  { name, columns, isNumbers, rows }: CsvColumns<Row>,
  fields: HeaderFields,
): Answer {
  return {
    status: 200,
    mediaType: CSV_TYPE,
    body: encodeUtf8(formatCsv(columns, rows.map(createCellReader(columns)), isNumbers)),
    fields: { ...fields, 'Content-Disposition': `attachment; filename="${name}.csv"` },
  };
}
