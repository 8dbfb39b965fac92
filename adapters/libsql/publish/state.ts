import type { TableContent } from './content.ts';
import { STATE_TABLE } from './shape.ts';

/**
 * Creates the table with one row that says which snapshot the log on a server leads to or, at an edge, which snapshot
 * the edge's database contains. `tail` is the end of the log (log_pages.ts); it is empty at an edge.
 */
export const CREATE_STATE = `create table ${STATE_TABLE} (id integer primary key check (id = 1), epoch text not null, n integer not null,
  seq integer not null, shape text not null, rows integer not null, digest text not null, base_seq integer not null,
  log_bytes integer not null, tail blob not null) strict`;
const STATE_COLUMNS = 'epoch, n, seq, shape, rows, digest, base_seq, log_bytes';
/** Selects the row that `parseState` parses. */
export const SELECT_STATE = `select ${STATE_COLUMNS} from ${STATE_TABLE}`;
/** Replaces the row. `toStateArgs` returns its arguments. */
export const REPLACE_STATE = `insert or replace into ${STATE_TABLE} (id, ${STATE_COLUMNS}, tail) values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The snapshot and content that a server's log leads to, or that an edge's database claims to have. */
export interface LogState extends TableContent {
  readonly epoch: string;
  readonly n: number;
  /** The last entry of the publisher's log of changed rows that this state includes. */
  readonly seq: number;
  readonly shape: string;
  /** The value of `seq` when the base was written. It identifies the base within the epoch. */
  readonly baseSeq: number;
  /** Length of the log since the base, or how much of it an edge has read. */
  readonly logBytes: number;
}

export function toStateArgs(state: LogState, tail: Uint8Array) {
  const { epoch, n, seq, shape, rows, digest, baseSeq, logBytes } = state;
  const counts = [BigInt(baseSeq), BigInt(logBytes)] as const;
  return [epoch, BigInt(n), BigInt(seq), shape, BigInt(rows), digest, ...counts, tail];
}

/** Parses a row of the state table. Returns null if there is no row or its values are invalid. */
export function parseState(row: ArrayLike<unknown> | undefined): LogState | null {
  if (row === undefined) return null;
  const [epoch, n, seq, shape, rows, digest, baseSeq, logBytes] = Array.from(row);
  if (!/^[0-9a-z]{4,32}$/.test(String(epoch)) || !/^[0-9a-f]{64}$/.test(String(digest))) return null;
  return {
    epoch: String(epoch),
    n: Number(n),
    seq: Number(seq),
    shape: String(shape),
    rows: Number(rows),
    digest: String(digest),
    baseSeq: Number(baseSeq),
    logBytes: Number(logBytes),
  };
}

/** Returns whether both states describe the same rows of the same snapshot. */
export function hasSameRows(a: LogState, b: LogState): boolean {
  return a.epoch === b.epoch && a.n === b.n && a.shape === b.shape && a.rows === b.rows && a.digest === b.digest;
}
