/**
 * Tables of the game's client as a self-hoster has them: CSV files whose columns move between builds, so that everything
 * is read by column name, never by position. Arrays are one thing here, however a dialect writes them: `Reagent_0`,
 * `Flags[0]`, or a whole array in one cell.
 */
export interface GameTables {
  /** The table of this name, such as `ItemSparse`; null where there is no such file. */
  table(name: string): GameTable | null;
}

export interface GameTable {
  readonly name: string;
  /** The file's name, for sentences to the operator. */
  readonly file: string;
  /** Its columns, arrays by their bare name (`Reagent`), in no order that means anything. */
  readonly columns: ReadonlySet<string>;
  /** Its rows from the first on; may be asked for several times, one after another. Broken rows are skipped and noted. */
  rows(): AsyncIterable<TableRow>;
  /** The same rows, handed over one by one: each holds only until `take` returns. For tables that have a great many. */
  visit(take: (row: TableRow) => void): Promise<void>;
  /** Rows skipped by the last reading, with the line they begin in and why. */
  skipped(): readonly SkippedRow[];
}

/** One row. A column that the table lacks, an empty cell of a number, and a value that is no number are null. */
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

export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}
