import type { GameTable, GameTables } from './tables.ts';

/** How the reading of a table stands. */
export interface TableReading {
  readonly table: string;
  readonly file: string;
  /** Rows read so far. */
  readonly rows: number;
  readonly done: boolean;
}

const ROWS_BETWEEN = 10_000;

/** The same tables, whose every reading is told as it goes on and once at its end. */
export function watchTables(tables: GameTables, tell: (reading: TableReading) => void): GameTables {
  return {
    table: (name) => {
      const table = tables.table(name);
      return table === null ? null : watchTable(table, tell);
    },
    all: tables.all.map((table) => watchTable(table, tell)),
  };
}

function watchTable(table: GameTable, tell: (reading: TableReading) => void): GameTable {
  const watch = (): { readonly row: () => void; readonly end: () => void } => {
    let rows = 0;
    const reading = (done: boolean): TableReading => ({ table: table.name, file: table.file, rows, done });
    return {
      row: () => {
        rows += 1;
        if (rows % ROWS_BETWEEN === 0) tell(reading(false));
      },
      end: () => tell(reading(true)),
    };
  };
  return {
    ...table,
    async *rows() {
      const { row, end } = watch();
      for await (const one of table.rows()) {
        row();
        yield one;
      }
      end();
    },
    visit: async (take) => {
      const { row, end } = watch();
      await table.visit((one) => {
        row();
        take(one);
      });
      end();
    },
  };
}
