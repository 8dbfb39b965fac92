import type { GameTable, GameTables } from './tables.ts';

export interface ReadProgress {
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  readonly done: boolean;
}

const ROWS_PER_REPORT = 10_000;

/** Wraps the tables so that the progress and the end of every pass are reported. */
export function watchTables(tables: GameTables, report: (reading: ReadProgress) => void): GameTables {
  return {
    table: (name) => {
      const table = tables.table(name);
      return table === null ? null : watchTable(table, report);
    },
    all: tables.all.map((table) => watchTable(table, report)),
  };
}

function watchTable(table: GameTable, report: (reading: ReadProgress) => void): GameTable {
  const watch = (): { readonly row: () => void; readonly end: () => void } => {
    let rows = 0;
    const reading = (done: boolean): ReadProgress => ({ table: table.name, file: table.file, rows, done });
    return {
      row: () => {
        rows += 1;
        if (rows % ROWS_PER_REPORT === 0) report(reading(false));
      },
      end: () => report(reading(true)),
    };
  };
  return {
    ...table,
    async *rows() {
      const progress = watch();
      for await (const row of table.rows()) {
        progress.row();
        yield row;
      }
      progress.end();
    },
    visit: async (take) => {
      const progress = watch();
      await table.visit((row) => {
        progress.row();
        take(row);
      });
      progress.end();
    },
  };
}
