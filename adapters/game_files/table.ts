import { createLineNotes } from '../../domain/game_files/line_notes.ts';
import type { GameTable, TableDamage, TableRow } from '../../domain/game_files/tables.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { readFaultCode } from '../read_if_exists.ts';
import { type CsvLayout, readLayout } from './layout.ts';
import { type LineReader, LONG_MARK, openLineReader } from './lines.ts';
import { type RecordNotes, type RecordReader, readRecords } from './records.ts';
import { createRow } from './table_row.ts';

/** Opens a table. Reads the header immediately and the rows on demand. The error is a sentence. */
export async function openTable(name: string, file: string, path: string): Promise<Result<GameTable, string>> {
  const header = await readHeader(path);
  if (!header.ok) return err(`${file}${header.error}.`);
  const layout = readLayout(header.value);
  if (!layout.ok) return err(`${file} ${layout.error}.`);
  const leftOut = createLineNotes();
  const doubtful = createLineNotes();
  let rows: number | null = null;
  let lineCount = 1;
  let damage: TableDamage | null = null;
  const notes: RecordNotes = {
    leftOut: leftOut.add,
    doubtful: doubtful.add,
    cut: (line, reason) => {
      // Lines after an unclosed quote also look truncated.
      damage ??= { kind: 'cut', line, reason };
    },
    cell: (line, column, cell) => doubtful.add(line, `has no number as its ${column}, but ${quote(cell)}`),
  };
  const begin = async (): Promise<TablePass> => {
    const lines = await openRowLines(path, header.value, (line) => doubtful.add(line, REPLACEMENT_REASON));
    if (lines.isUnended(-1)) notes.cut(1, 'the file ends in its first line: expected rows, found none');
    const records = readRecords(lines, layout.value, notes);
    return {
      notes,
      records,
      end: () => {
        rows = records.rows;
        lineCount = lines.number - 1;
        if (lines.damage !== null) {
          const reason = `${NOT_UTF8}; found ${lines.damage.found}`;
          damage = { kind: 'unreadable', line: lines.damage.line, reason };
        }
      },
    };
  };
  return ok({
    name,
    file,
    columns: layout.value.cells.names,
    rows: () => readRows(begin, layout.value),
    visit: (take) => visitRows(begin, take),
    leaveOut: leftOut.add,
    doubt: doubtful.add,
    findings: () => ({ rows, lines: lineCount, leftOut, doubtful, damage }),
  });
}

const NOT_UTF8 = 'the file must be text in UTF-8';
const REPLACEMENT_REASON = 'holds U+FFFD, which a program wrote in the place of a character that it could not read';

/** One pass over a table. `end` reports faults found at the end of the file. */
interface TablePass {
  readonly notes: RecordNotes;
  readonly records: RecordReader;
  end(): void;
}

/** Yields rows that callers may keep. The file is closed at the end, on an error, and if the caller stops early. */
async function* readRows(begin: () => Promise<TablePass>, layout: CsvLayout): AsyncGenerator<TableRow> {
  const { records, notes, end } = await begin();
  try {
    for (let more = true; more; ) {
      const rows: TableRow[] = [];
      more = await records.some({
        plain: (_row, line, text) => rows.push(createRow(layout, line, text.split(layout.delimiter), notes.cell)),
        other: (row) => rows.push(row),
      });
      yield* rows;
    }
    end();
  } finally {
    await records.close();
  }
}

async function visitRows(begin: () => Promise<TablePass>, take: (row: TableRow) => void): Promise<void> {
  const { records, end } = await begin();
  try {
    while (await records.some({ plain: take, other: take }));
    end();
  } finally {
    await records.close();
  }
}

/** Reads the first line of a file. The error completes a sentence that begins with the file's name. */
async function readHeader(path: string): Promise<Result<string, string>> {
  const lines = openLineReader(path);
  try {
    await lines.load(0);
    if (lines.damage !== null) return err(`, line ${lines.damage.line}: ${NOT_UTF8}; found ${lines.damage.found}`);
    const header = lines.at(0) ?? '';
    if (header === LONG_MARK) return err(' is no table: its first line does not end');
    return ok(header);
  } catch (error) {
    return err(` cannot be read: ${readErrorCode(error)}`);
  } finally {
    await lines.close();
  }
}

/** Opens a file to read its rows. Fails if the header has changed, because the column positions would be wrong. */
async function openRowLines(path: string, header: string, onReplacement: (line: number) => void): Promise<LineReader> {
  const lines = openLineReader(path, onReplacement);
  try {
    await lines.load(0);
    if ((lines.at(0) ?? '') !== header) throw new StorageError('GAME_TABLE_CHANGED');
    lines.drop(1);
    return lines;
  } catch (error) {
    await lines.close();
    throw error;
  }
}

/** Returns an error code such as ENOENT, without the path. */
export function readErrorCode(error: unknown): string {
  return readFaultCode(error) || 'an unknown fault';
}
