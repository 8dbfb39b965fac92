import type { GameTable, GameTables, SkippedRow, TableRow } from './tables.ts';

/** How the reading of a table stands. */
export interface TableReading {
  readonly table: string;
  readonly file: string;
  /** Rows read so far. */
  readonly rows: number;
  readonly done: boolean;
  /** Rows that could not be read; known once it is done. */
  readonly skipped: readonly SkippedRow[];
}

const ROWS_BETWEEN = 10_000;

/** The same tables, whose every reading is told as it goes on and once at its end. */
export const watchTables = (tables: GameTables, tell: (reading: TableReading) => void): GameTables => ({
  table: (name) => {
    const table = tables.table(name);
    return table === null ? null : { ...table, rows: () => watchRows(table, tell), skipped: () => table.skipped() };
  },
});

async function* watchRows(table: GameTable, tell: (reading: TableReading) => void): AsyncGenerator<TableRow> {
  let rows = 0;
  const reading = (done: boolean): TableReading => ({
    ...{ table: table.name, file: table.file, rows, done },
    skipped: done ? table.skipped() : [],
  });
  for await (const row of table.rows()) {
    rows += 1;
    if (rows % ROWS_BETWEEN === 0) tell(reading(false));
    yield row;
  }
  tell(reading(true));
}
