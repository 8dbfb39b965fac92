/**
 * Expected failures are values: a caller must choose what to do with each before it can read on.
 * Bugs are thrown.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/**
 * Storage that could not be read or written: full, locked, damaged, missing. Never the same as empty
 * (spec, Response conventions: unrecorded is not zero). `cause` is a short code fit for a log, such as
 * `SQLITE_FULL`; it never holds data.
 */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly cause: string;
}

export const unreachable = (cause: string): Unreachable => ({ kind: 'unreachable', cause });

/** What a read or write port answers: the value, or that its storage is out of reach. */
export type Reached<T> = Result<T, Unreachable>;
