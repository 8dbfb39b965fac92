/**
 * Counts what an instance does, for whoever operates it. Everything that is told here is a name of the program's own or a
 * number: never an id, an address, a path as it was asked for or a player's text.
 */
export interface Meter {
  /** A request that was answered; `route` is a route's pattern, null where no route was meant. */
  answered(route: string | null, method: string, status: number, ms: number): void;
  /** An answer that may be kept was asked for: was it there, or made? */
  kept(wasThere: boolean): void;
  /** A request was refused since its hour's budget was used up. */
  limited(budget: string): void;
  /** What became of an upload's records. */
  received(counts: readonly RecordCount[]): void;
}

/** Records of one upload of the same kind that fared alike. */
export interface RecordCount {
  /** A kind of the contract; null: none could be read. */
  readonly kind: string | null;
  readonly verdict: 'stored' | 'repeated' | 'refused';
  /** Why they were refused, as a receipt tells it. */
  readonly code: string | null;
  readonly count: number;
}
