/**
 * Tables of the game's client as CSV files. Columns move between builds, so they are read by name, never by position.
 * An array is read as one column however the export writes it: `Reagent_0`, `Flags[0]`, or a whole array in one cell.
 */
export interface GameTables {
  /** Returns the table of this name, such as `ItemSparse`, or null if there is no such file. */
  table(name: string): GameTable | null;
  /** All existing tables. */
  readonly all: readonly GameTable[];
}

export interface GameTable {
  readonly name: string;
  /** File name, for messages to the operator. */
  readonly file: string;
  /** Column names in no particular order, arrays by their bare name (`Reagent`). `has` ignores letter case. */
  readonly columns: ReadonlySet<string>;
  /** Reads all rows. Can be called again after an earlier pass has ended. Broken rows are skipped and noted. */
  rows(): AsyncIterable<TableRow>;
  /** Passes the same rows to `take`, faster than `rows`. A row is valid only until `take` returns. */
  visit(take: (row: TableRow) => void): Promise<void>;
  /** Notes that the reader skips a row. `reason` is the end of a sentence that starts with the line number. */
  leaveOut(line: number, reason: string): void;
  /** Notes that the reader uses a row only in part. */
  doubt(line: number, reason: string): void;
  /** Returns the findings of all passes so far. */
  findings(): TableFindings;
}

/** Findings of reading a table, apart from its rows. */
export interface TableFindings {
  /** Number of complete rows in the file, or null before it was read to its end. */
  readonly rows: number | null;
  /** Number of the last line that was read. */
  readonly lines: number;
  /** Skipped rows. */
  readonly leftOut: LineNotes;
  /** Rows that were used although something about them is wrong, such as a cell that is not a number. */
  readonly doubtful: LineNotes;
  /** Why the file cannot be imported as it is, or null. */
  readonly damage: TableDamage | null;
}

export interface LineNotes {
  /** Number of lines with a note. */
  readonly count: number;
  /** The first notes. */
  readonly first: readonly LineNote[];
}

export interface LineNote {
  /** Line in which the row starts, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Damage of a file. `cut`: it ends within a row. `unreadable`: it is not UTF-8 text. */
export interface TableDamage {
  readonly kind: 'cut' | 'unreadable';
  readonly line: number;
  /** The end of a sentence that starts with file and line. */
  readonly reason: string;
}

/**
 * One row of a table. Numbers are null if the column is absent or the cell is empty or not a number. Column names
 * ignore letter case.
 */
export interface TableRow {
  /** Line in which the row starts, from 1. */
  readonly line: number;
  integer(column: string): number | null;
  /** Returns a decimal such as `0.40700000525`. */
  number(column: string): number | null;
  /** Returns the text of a cell, '' if the cell is empty, or null if the column is absent. */
  text(column: string): string | null;
  /** Returns the entries of an array column in order, or none if the column is absent. */
  integers(column: string): readonly number[];
}
