import type { GameTable, SkippedRow, TableRow } from '../../domain/game_files/tables.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { StorageFault } from '../libsql/storage_error.ts';
import { type Layout, readLayout } from './layout.ts';
import { type Lines, openLines, TOO_LONG } from './lines.ts';
import { type Records, readRecords } from './records.ts';
import { createRow } from './table_row.ts';

/** Notes of skipped rows that are kept; the last one says that there were more. */
export const SKIPPED_MAX = 1000;

/** Opens a table by its file: its header is read now, its rows whenever they are asked for. The error is a sentence. */
export const openTable = async (name: string, file: string, path: string): Promise<Result<GameTable, string>> => {
  const header = await headerOf(path);
  if (!header.ok) return err(`${file} ${header.error}.`);
  const layout = readLayout(header.value);
  if (!layout.ok) return err(`${file} ${layout.error}.`);
  let skipped: SkippedRow[] = [];
  const begin = async (): Promise<Records> => {
    const notes: SkippedRow[] = [];
    skipped = notes;
    return readRecords(await openRows(path, header.value), layout.value, noteIn(notes));
  };
  return ok({
    ...{ name, file, columns: new Set(columnNames(layout.value)) },
    rows: () => rowsOf(begin, layout.value),
    visit: (take) => visitRows(begin, take),
    skipped: () => skipped,
  });
};

/** Rows that may be kept. The file is closed at the end, on a fault, and when the reader goes away. */
async function* rowsOf(begin: () => Promise<Records>, layout: Layout): AsyncGenerator<TableRow> {
  const records = await begin();
  try {
    for (let more = true; more; ) {
      const rows: TableRow[] = [];
      more = await records.some({
        plain: (_row, line, text) => rows.push(createRow(layout, line, text.split(layout.delimiter))),
        other: (row) => rows.push(row),
      });
      yield* rows;
    }
  } finally {
    await records.close();
  }
}

const visitRows = async (begin: () => Promise<Records>, take: (row: TableRow) => void): Promise<void> => {
  const records = await begin();
  try {
    while (await records.some({ plain: take, other: take }));
  } finally {
    await records.close();
  }
};

const columnNames = (layout: Layout): Iterable<string> => layout.cells.keys();

/** The first line of a file; the error completes the sentence `<file> …`. */
const headerOf = async (path: string): Promise<Result<string, string>> => {
  const lines = openLines(path);
  try {
    await lines.load(0);
    const header = lines.at(0) ?? '';
    if (header === TOO_LONG) return err('is no table: its first line does not end');
    if (header.includes('\u0000')) return err('is not UTF-8 text: export it as CSV in UTF-8');
    return ok(header);
  } catch (error) {
    return err(`cannot be read: ${codeOf(error)}`);
  } finally {
    await lines.close();
  }
};

/** The rows are read by where the header's columns stand: a file that was written over meanwhile is another one. */
const openRows = async (path: string, header: string): Promise<Lines> => {
  const lines = openLines(path);
  try {
    await lines.load(0);
    if ((lines.at(0) ?? '') !== header) throw new StorageFault('GAME_TABLE_CHANGED');
    lines.drop(1);
    return lines;
  } catch (error) {
    await lines.close();
    throw error;
  }
};

const noteIn =
  (notes: SkippedRow[]) =>
  (skipped: SkippedRow): void => {
    if (notes.length < SKIPPED_MAX - 1) notes.push(skipped);
    else if (notes.length === SKIPPED_MAX - 1)
      notes.push({ line: skipped.line, reason: 'and further rows were skipped' });
  };

/** A code such as ENOENT, without the path. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'an unknown fault';
