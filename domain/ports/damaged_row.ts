/** A row that violates a rule of its table. */
export interface DamagedRow {
  readonly table: string;
  /** The rowid. For a table without rowids, the position in primary key order, from 1. */
  readonly row: number;
}
