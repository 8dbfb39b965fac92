import type { Result } from '../values/result.ts';

export type HeaderFields = readonly (readonly [name: string, value: string])[];

export interface PrimaryRequest {
  readonly method: string;
  /** Path and query string as received, without the path of the primary's own address. */
  readonly target: string;
  readonly fields: HeaderFields;
  readonly body: Uint8Array | null;
}

export interface PrimaryAnswer {
  readonly status: number;
  readonly fields: HeaderFields;
  /** The body as sent over the wire, compressed or not. The stream errors if the connection breaks. */
  readonly body: ReadableStream<Uint8Array>;
}

/** `away`: the primary was not reached. `lost`: it was reached, but the outcome is unknown. */
export type PrimaryFault = 'away' | 'lost';

/** The instance copied by an edge. Redirects are returned like other responses. */
export interface Primary {
  ask(request: PrimaryRequest): Promise<Result<PrimaryAnswer, PrimaryFault>>;
  /** Returns whether the last request reached the primary, or null if none was made since the process started. */
  lastReached(): boolean | null;
}

/** Replication state of an edge, for its health response. */
export interface ReplicationState {
  /** Returns the result of the last check of the libSQL server, or null if none finished since the process started. */
  lastLook(): LastPoll | null;
}

export interface LastPoll {
  /** True if the served copy was up to date with the server after this check. */
  readonly upToDate: boolean;
  readonly atMs: number;
}
