/** Counts events. Pass only numbers and the program's own names, never an id, address, path or player's text. */
export interface Meter {
  /** Counts an answered request. `route` is the route's pattern, or null if no route matched. */
  answered(route: string | null, method: string, status: number, ms: number): void;
  /** Counts a cache lookup for a cacheable response. `wasThere` is true for a cache hit. */
  kept(wasThere: boolean): void;
  /** Counts a request refused because its hourly budget was used up. */
  limited(budget: string): void;
  received(counts: readonly RecordCount[]): void;
}

/** Number of records in one upload with the same kind and outcome. */
export interface RecordCount {
  /** A kind in the contract, or null if no kind could be read. */
  readonly kind: string | null;
  readonly verdict: 'stored' | 'repeated' | 'refused';
  readonly code: string | null;
  readonly count: number;
}
