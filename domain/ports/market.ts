import type { House } from '../../schema/vocabulary.ts';

export type { House };

/** The part of an auction scan that one record contributes. */
export interface ScanPart {
  readonly installN: number;
  readonly realmKey: string;
  /** Empty if the scan does not name a house. */
  readonly house: House | '';
  readonly scanId: string;
  /**
   * Time when this record was captured, or received if its clock was ahead. A scan belongs to the day of its first
   * record.
   */
  readonly atMs: number;
  readonly receivedAtMs: number;
  /** True only if the record says that the scan is complete. A scan is complete if all of its records say so. */
  readonly complete: boolean;
  readonly rows: readonly AuctionOffer[];
}

/** Number of units of an item listed at one unit price, in copper. */
export interface AuctionOffer {
  readonly itemId: number;
  readonly price: number;
  readonly quantity: number;
}

export interface MarketSubject {
  readonly realmKey: string;
  /** UTC days since 1970. */
  readonly day: number;
  readonly itemId: number;
}

/** The part of one scan that concerns one item: rows by ascending price, with equal prices merged. */
export interface MarketScan {
  readonly installN: number;
  readonly house: House | '';
  readonly scanId: string;
  readonly firstMs: number;
  /** Time when its last record was received. */
  readonly receivedMs: number;
  readonly complete: boolean;
  readonly runs: readonly PriceRun[];
}

export type PriceRun = readonly [price: number, quantity: number];

/** The value in one house, or in all houses if `house` is empty. Null with fewer than three reporters. */
export interface HouseValue {
  readonly house: House | '';
  readonly value: MarketValue | null;
}

/** Exact figures, unrounded. Prices are in copper per unit. */
export interface MarketValue {
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
  readonly reporters: number;
  /**
   * The value of the scans that were received within seven days, or null if fewer than three reporters sent one. Absent
   * if it is the same.
   */
  readonly onTime?: OnTimeValue | null;
}

export type OnTimeValue = Pick<MarketValue, 'market' | 'reporters'>;

export interface MarketFacts {
  readonly subject: MarketSubject;
  /** One entry for each of '', Alliance, Horde and Neutral. */
  readonly houses: readonly HouseValue[];
}

export interface MarketRealm {
  readonly realmKey: string;
  /** The most frequently reported spelling. */
  readonly name: string;
  readonly houses: readonly House[];
}

/** A public day of an item on a realm, with exact figures. */
export interface MarketDay extends MarketValue {
  /** UTC days since 1970. */
  readonly day: number;
}

/** A public day with its figures over the days before (domain/families/market.ts). */
export interface DayInHistory extends Omit<MarketDay, 'onTime'> {
  /** Median of `market` over the days in the 60 days ending with `day`. */
  readonly historical: number;
  /** Whether `market` is far from the days before it (domain/families/market.ts, isUnusual). */
  readonly unusual: boolean;
}

/** The day of an item that leads: the newest public one that enough players scanned. */
export interface MarketItem extends DayInHistory {
  readonly itemId: number;
  /** The newest public day if too few players scanned it to lead, otherwise null. */
  readonly newer: DayInHistory | null;
  /** `market`, rounded, of the calendar days that end with `day`, oldest first. Null if that day is not public. */
  readonly trend: readonly (number | null)[];
  /** Change of `market` over a week in hundredths of a percent, or null if too few days are public to tell. */
  readonly weekChange: number | null;
}

/** A realm's items whose market value changed most over a week, the greatest change first. */
export interface RisingAndFalling {
  readonly rising: readonly MarketItem[];
  readonly falling: readonly MarketItem[];
}

/** A position among a realm's items: the item's id and its exact quantity, which is a multiple of one half. */
export type ItemCursor = Pick<MarketItem, 'quantity' | 'itemId'>;

export interface MarketSize {
  readonly items: number;
  /** The newest leading day of any item, in UTC days since 1970. */
  readonly newestDay: number;
}

export interface MarketReader {
  /** Returns the realms with market values, each with the houses that have their own values. */
  realms(): Promise<readonly MarketRealm[]>;
  /** Returns the market size of each of these realms, keyed by realm key. Realms without values are omitted. */
  sizes(realmKeys: readonly string[], house: House | ''): Promise<ReadonlyMap<string, MarketSize>>;
  /** Returns a realm's leading values, most units first, then by id, starting after `after`. */
  items(realmKey: string, house: House | '', limit: number, after?: ItemCursor | null): Promise<readonly MarketItem[]>;
  /** Returns the leading values of these items, keyed by item. Items without a public day are omitted. */
  itemsAmong(realmKey: string, house: House | '', itemIds: readonly number[]): Promise<ReadonlyMap<number, MarketItem>>;
  /** Returns the leading values of an item, keyed by realm key. Realms without a public day are omitted. */
  itemOn(realmKeys: readonly string[], house: House | '', itemId: number): Promise<ReadonlyMap<string, MarketItem>>;
  /**
   * Returns the items of each of these realms whose market value changed most over a week, at most `limit` in each
   * direction, keyed by realm key. Leaves out items without a public day among the three that end with the realm's
   * newest.
   */
  moves(realmKeys: readonly string[], house: House | '', limit: number): Promise<ReadonlyMap<string, RisingAndFalling>>;
  /** Returns an item's newest public days, newest first. */
  days(realmKey: string, house: House | '', itemId: number, limit: number): Promise<readonly MarketDay[]>;
}
