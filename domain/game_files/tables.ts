/**
 * Tables of the game's client, exported as CSV files. Columns move between builds, so they are read by name. An array
 * is read as one column, whether the export tool wrote `Reagent_0`, `Flags[0]` or the whole array in one cell.
 */
export interface GameTables {
  /** Returns the table with this name, such as `ItemSparse`, or null if there is no such file. */
  table(name: string): GameTable | null;
  readonly all: readonly GameTable[];
}

export interface GameTable {
  readonly name: string;
  /** File name, for messages to the operator. */
  readonly file: string;
  /** Column names. Arrays appear under their bare name (`Reagent`). `has` ignores letter case. */
  readonly columns: ReadonlySet<string>;
  /** Reads all rows. Can be called again after an earlier pass has ended. Malformed rows are skipped and recorded. */
  rows(): AsyncIterable<TableRow>;
  /** Like `rows`, but passes each row to `take`, which is faster. A row is valid only until `take` returns. */
  visit(take: (row: TableRow) => void): Promise<void>;
  /** Records that the caller skipped a row. `reason` completes a sentence starting with the line number. */
  leaveOut(line: number, reason: string): void;
  /** Records that the caller used only part of a row. */
  doubt(line: number, reason: string): void;
  findings(): TableReport;
}

/** Findings of reading a table, other than its rows. */
export interface TableReport {
  /** Number of complete rows in the file, or null if the file has not been read to the end. */
  readonly rows: number | null;
  readonly lines: number;
  readonly leftOut: LineNoteList;
  /** Rows that were used although they have a fault, such as a cell that is not a number. */
  readonly doubtful: LineNoteList;
  /** Damage that prevents the import of the file, or null if there is none. */
  readonly damage: TableDamage | null;
}

export interface LineNoteList {
  readonly count: number;
  /** The first notes. Further lines are only counted. */
  readonly first: readonly LineNote[];
}

export interface LineNote {
  readonly line: number;
  readonly reason: string;
}

/** Damage to a file. `cut` means that the file ends in the middle of a row, `unreadable` that it is not UTF-8. */
export interface TableDamage {
  readonly kind: 'cut' | 'unreadable';
  readonly line: number;
  /** Completes a sentence starting with the file and line. */
  readonly reason: string;
}

/** One row. Numbers are null if the column is absent or the cell is not a number. Column names ignore letter case. */
export interface TableRow {
  /** The line on which the row starts, counted from 1. */
  readonly line: number;
  integer(column: string): number | null;
  /** Returns a decimal number such as `0.40700000525`. */
  number(column: string): number | null;
  /** Returns the text of a cell, which is '' if the cell is empty, or null if the column is absent. */
  text(column: string): string | null;
  /** Returns the entries of an array column in order, or an empty list if the column is absent. */
  integers(column: string): readonly number[];
}
