import type { PublishedSchema } from './shape.ts';
import type { LogState } from './state.ts';

/** Stores a base and the log of diffs after it: on a libSQL server, or in files that edges fetch. */
export interface LogStore<L extends StoredLog> {
  open(): Promise<L>;
  /** Checks the base and the log, which lead to `known`, if it is time. Returns whether they are damaged. */
  isDamaged(schema: PublishedSchema, known: LogState | null): Promise<boolean>;
  /** Returns whether the log may take another diff of this size. */
  fits(log: L, diff: Uint8Array): boolean;
  /** Appends a diff, which may be empty. `state` is the state after it. */
  append(log: L, diff: Uint8Array, state: LogState): Promise<void>;
  /** Replaces the base. `follows` says whether edges that are up to date go on without the new base. */
  createBaseWriter(log: L, follows: boolean): BaseWriter<L>;
}

export interface BaseWriter<L> {
  pass(bytes: Uint8Array): Promise<void>;
  /** Ends the base and returns the empty log that follows it. */
  end(): Promise<L & { readonly bytes: number }>;
}

export interface StoredLog {
  /** The snapshot that the log leads to, or null before the first publish. */
  readonly state: LogState | null;
}

/** A base and the log of diffs after it, as edges read them. */
export interface Publication {
  readonly state: LogState;
  base(): AsyncIterable<Uint8Array>;
  /** Reads the log from this byte on. */
  log(from: number): AsyncIterable<Uint8Array>;
}
