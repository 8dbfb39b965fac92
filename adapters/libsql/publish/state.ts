import type { Content } from './content.ts';
import { STATE_TABLE } from './shape.ts';

/** What makes the table that says what a server shows. */
export const CREATE_STATE = `create table ${STATE_TABLE} (id integer primary key check (id = 1), epoch text not null, n integer not null,
  seq integer not null, shape text not null, rows integer not null, digest text not null) strict`;
/** What `stateOf` reads, as a query. */
export const SELECT_STATE = `select epoch, n, seq, shape, rows, digest from ${STATE_TABLE}`;

/** What the server, or a copy of it, says that it shows. */
export interface State extends Content {
  readonly epoch: string;
  readonly n: number;
  /** How far it has the changes that the publisher noted. */
  readonly seq: number;
  readonly shape: string;
}

/** Null where it does not say. */
export function parseState(row: ArrayLike<unknown> | undefined): State | null {
  if (row === undefined) return null;
  const [epoch, n, seq, shape, rows, digest] = Array.from(row);
  if (!/^[0-9a-z]{4,32}$/.test(String(epoch)) || !/^[0-9a-f]{64}$/.test(String(digest))) return null;
  return {
    epoch: String(epoch),
    n: Number(n),
    seq: Number(seq),
    shape: String(shape),
    rows: Number(rows),
    digest: String(digest),
  };
}

/** Whether both show the same rows of the same snapshot. */
export function sameState(a: State, b: State): boolean {
  return a.epoch === b.epoch && a.n === b.n && a.shape === b.shape && a.rows === b.rows && a.digest === b.digest;
}
