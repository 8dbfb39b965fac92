import type { Content } from './content.ts';
import { STATE_TABLE } from './shape.ts';

/** Creates the table that stores a server's state. */
export const CREATE_STATE = `create table ${STATE_TABLE} (id integer primary key check (id = 1), epoch text not null, n integer not null,
  seq integer not null, shape text not null, rows integer not null, digest text not null) strict`;
/** Selects the row that `parseState` parses. */
export const SELECT_STATE = `select epoch, n, seq, shape, rows, digest from ${STATE_TABLE}`;

/** The snapshot and content that the server, or a copy of its database, claims to have. */
export interface State extends Content {
  readonly epoch: string;
  readonly n: number;
  /** The last entry of the publisher's change log that has reached the server. */
  readonly seq: number;
  readonly shape: string;
}

/** Parses a row of the state table. Returns null if there is no row or its values are invalid. */
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

/** Returns whether both states describe the same rows of the same snapshot. */
export function sameState(a: State, b: State): boolean {
  return a.epoch === b.epoch && a.n === b.n && a.shape === b.shape && a.rows === b.rows && a.digest === b.digest;
}
