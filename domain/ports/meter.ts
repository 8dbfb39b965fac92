/** Counts events. Pass only numbers and the program's own names: never an id, address, path or player's text. */
export interface Meter {
  /** Counts an answered request. `route` is the route's pattern, or null if no route matched. */
  answered(route: string | null, method: string, status: number, ms: number): void;
  /** Counts a cache lookup for an answer that may be cached. `wasThere` is true for a cache hit. */
  kept(wasThere: boolean): void;
  /** Counts a request that was refused because its hourly budget was used up. */
  limited(budget: string): void;
  received(counts: readonly RecordCount[]): void;
}

/** Number of records of one upload that have the same kind and outcome. */
export interface RecordCount {
  /** A kind of the contract, or null if none could be read. */
  readonly kind: string | null;
  readonly verdict: 'stored' | 'repeated' | 'refused';
  readonly code: string | null;
  readonly count: number;
}
