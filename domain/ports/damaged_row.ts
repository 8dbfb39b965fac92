/** A row that breaks a rule of its table. */
export interface DamagedRow {
  readonly table: string;
  /** The rowid or, in a table without rowids, the position in primary key order, starting at 1. */
  readonly row: number;
}
