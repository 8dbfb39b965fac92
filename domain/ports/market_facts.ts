export type House = 'Alliance' | 'Horde' | 'Neutral';

/** What one record of an auction scan adds to it. */
export interface ScanPart {
  readonly installN: number;
  readonly realmKey: string;
  /** '' for a scan that names no house. */
  readonly house: House | '';
  readonly scanId: string;
  /** When this record was captured; the scan's day is that of its first. */
  readonly atMs: number;
  /** False where the record does not say so; a scan is complete when every one of its records says so. */
  readonly complete: boolean;
  readonly rows: readonly ListedRow[];
}

/** So many units of an item listed at a price per unit, in copper. */
export interface ListedRow {
  readonly itemId: number;
  readonly price: number;
  readonly quantity: number;
}

/** What has a market value of its own. */
export interface MarketSubject {
  readonly realmKey: string;
  /** UTC days since 1970. */
  readonly day: number;
  readonly itemId: number;
}

/** One scan as far as it speaks of one item: its rows, equal prices added up, by ascending price. */
export interface MarketScan {
  readonly installN: number;
  readonly house: House | '';
  readonly scanId: string;
  readonly firstMs: number;
  readonly complete: boolean;
  readonly runs: readonly PriceRun[];
}

export type PriceRun = readonly [price: number, quantity: number];

/** The value of one item on one day in one house ('' is all houses together); null where it has no three reporters. */
export interface MarketDay {
  readonly house: House | '';
  readonly value: MarketValue | null;
}

/** Exact, not yet rounded. Prices are copper per unit. */
export interface MarketValue {
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
  readonly reporters: number;
}

/** What is public of one subject, for every house. */
export interface MarketFacts {
  readonly subject: MarketSubject;
  /** One entry for each of '', Alliance, Horde and Neutral. */
  readonly houses: readonly MarketDay[];
}
