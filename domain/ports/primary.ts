import type { Result } from '../values/result.ts';

/** Names and values of header fields, in their order. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** A request that an edge hands on. */
export interface PrimaryRequest {
  readonly method: string;
  /** Path and query string as they came, without the path that the primary's own address has. */
  readonly target: string;
  readonly fields: HeaderFields;
  readonly body: Uint8Array | null;
}

export interface PrimaryAnswer {
  readonly status: number;
  readonly fields: HeaderFields;
  /** As it stands on the wire, packed or not. It fails where the answer breaks off. */
  readonly body: ReadableStream<Uint8Array>;
}

/** `away`: it was not reached, so nothing was done. `lost`: it was, and nobody knows what it did. */
export type PrimaryFault = 'away' | 'lost';

/** The instance that an edge is a copy of. Redirects are answers like others. */
export interface Primary {
  ask(request: PrimaryRequest): Promise<Result<PrimaryAnswer, PrimaryFault>>;
  /** Whether the last request reached it; null: none was made since the start. */
  lastReached(): boolean | null;
}
