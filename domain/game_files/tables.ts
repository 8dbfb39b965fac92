/**
 * Tables of the game's client as a self-hoster has them: CSV files whose columns move between builds, so that everything
 * is read by column name, never by position. Arrays are one thing here, however a dialect writes them: `Reagent_0`,
 * `Flags[0]`, or a whole array in one cell.
 */
export interface GameTables {
  /** The table of this name, such as `ItemSparse`; null where there is no such file. */
  table(name: string): GameTable | null;
  /** Every table that is there. */
  readonly all: readonly GameTable[];
}

export interface GameTable {
  readonly name: string;
  /** The file's name, for sentences to the operator. */
  readonly file: string;
  /** Its columns, arrays by their bare name (`Reagent`), in no order that means anything. `has` ignores letter case. */
  readonly columns: ReadonlySet<string>;
  /** Its rows from the first on; may be asked for several times, one after another. Broken rows are left out and noted. */
  rows(): AsyncIterable<TableRow>;
  /** The same rows, handed over one by one: each holds only until `take` returns. For tables that have a great many. */
  visit(take: (row: TableRow) => void): Promise<void>;
  /** Notes a row that its reader leaves out, and why, as the end of a sentence that begins with its line. */
  leaveOut(line: number, reason: string): void;
  /** Notes a row that its reader takes, though not all of it. */
  doubt(line: number, reason: string): void;
  /** What all readings so far found. */
  findings(): TableFindings;
}

/** What reading a table found, beside its rows. */
export interface TableFindings {
  /** Whole rows in the file, or null before it was read to its end. */
  readonly rows: number | null;
  /** The number of the last line that was read. */
  readonly lines: number;
  /** Rows that were left out. */
  readonly leftOut: LineNotes;
  /** Rows that were taken although something about them is in doubt, such as a cell that is no number. */
  readonly doubtful: LineNotes;
  /** Why the file cannot be imported as it is, or null. */
  readonly damage: TableDamage | null;
}

export interface LineNotes {
  /** How many lines have a note. */
  readonly count: number;
  /** The first of them. */
  readonly first: readonly LineNote[];
}

export interface LineNote {
  /** The line of the file it begins in, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** `cut`: the file ends inside a row. `unreadable`: it is no text in UTF-8. */
export interface TableDamage {
  readonly kind: 'cut' | 'unreadable';
  readonly line: number;
  /** What is wrong, as the rest of a sentence behind file and line. */
  readonly reason: string;
}

/**
 * One row. A column that the table lacks, an empty cell of a number, and a value that is no number are null. Columns are
 * found in any letter case.
 */
export interface TableRow {
  /** The line of the file it begins in, from 1. */
  readonly line: number;
  integer(column: string): number | null;
  /** A decimal such as `0.40700000525`. */
  number(column: string): number | null;
  /** Null where the column is absent; an empty cell is ''. */
  text(column: string): string | null;
  /** The entries of an array column in order; empty where the column is absent. */
  integers(column: string): readonly number[];
}
