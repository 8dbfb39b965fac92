/** A row that holds something its table does not allow. */
export interface DamagedRow {
  readonly table: string;
  /** Its rowid; in a table without rowids its place in the order of the primary key, from 1. */
  readonly row: number;
}
