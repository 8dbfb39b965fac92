import { type CsvValue, csvText } from '../../domain/values/csv.ts';
import { utf8 } from './body.ts';
import type { Fields } from './headers.ts';
import type { Params } from './params.ts';
import type { Answer } from './route.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Whether a request asks for CSV. JSON is the default (contract, section 4, CSV). */
export function wantsCsv(params: Params): boolean {
  return params.choice('format', ['json', 'csv']) === 'csv';
}

/** A list as CSV. A column is a field of the rows, or one of a nested object, such as `quest.kills`. */
export interface CsvShape<Row> {
  /** Name of the file, without ending. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Answers with rows as a CSV file. Absent fields and null are empty cells, and other values that nest are JSON. */
export function csvAnswer<Row extends object>({ name, columns, rows }: CsvShape<Row>, fields: Fields): Answer {
  const paths = columns.map((column) => column.split('.'));
  const cells = rows.map((row) => paths.map((path) => csvValue(path.reduce<unknown>(fieldOf, row))));
  return {
    status: 200,
    mediaType: CSV_TYPE,
    body: utf8(csvText(columns, cells)),
    fields: { ...fields, 'Content-Disposition': `attachment; filename="${name}.csv"` },
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function csvValue(value: unknown): CsvValue {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);
}
