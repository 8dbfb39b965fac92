import type { House } from '../../schema/vocabulary.ts';

export type { House };

/** Contribution of one record to an auction scan. */
export interface ScanPart {
  readonly installN: number;
  readonly realmKey: string;
  /** Empty for a scan that names no house. */
  readonly house: House | '';
  readonly scanId: string;
  /** When this record was captured. The scan's day is that of its first record. */
  readonly atMs: number;
  /** False if the record does not say so. A scan is complete if every one of its records says so. */
  readonly complete: boolean;
  readonly rows: readonly AuctionOffer[];
}

/** A number of units of an item listed at a unit price in copper. */
export interface AuctionOffer {
  readonly itemId: number;
  readonly price: number;
  readonly quantity: number;
}

/** Key of a market value. */
export interface MarketSubject {
  readonly realmKey: string;
  /** UTC days since 1970. */
  readonly day: number;
  readonly itemId: number;
}

/** One scan restricted to one item: its rows by ascending price, with equal prices merged. */
export interface MarketScan {
  readonly installN: number;
  readonly house: House | '';
  readonly scanId: string;
  readonly firstMs: number;
  readonly complete: boolean;
  readonly runs: readonly PriceRun[];
}

export type PriceRun = readonly [price: number, quantity: number];

/**
 * The value of one item on one day in one house (empty for all houses together), or null if it has fewer than three
 * reporters.
 */
export interface HouseValue {
  readonly house: House | '';
  readonly value: MarketValue | null;
}

/** Exact figures, not rounded. Prices are copper per unit. */
export interface MarketValue {
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
  readonly reporters: number;
}

/** Public values of one subject, for every house. */
export interface MarketFacts {
  readonly subject: MarketSubject;
  /** One entry for each of '', Alliance, Horde and Neutral. */
  readonly houses: readonly HouseValue[];
}

export interface MarketRealm {
  readonly realmKey: string;
  /** Most reported spelling. */
  readonly name: string;
  readonly houses: readonly House[];
}

/** An item's newest public day, exact. */
export interface MarketItem extends MarketValue {
  readonly itemId: number;
  /** Mean of `market` over the public days within the 60 days that end with `day`. */
  readonly historical: number;
  /** UTC days since 1970. */
  readonly day: number;
}

/** A position among a realm's items: the item's exact quantity, a multiple of one half, and its id. */
export type MarketPlace = Pick<MarketItem, 'quantity' | 'itemId'>;

/** A public day of an item on a realm, exact. */
export interface MarketDay extends MarketValue {
  /** UTC days since 1970. */
  readonly day: number;
}

/** Size of the public part of a realm's market. */
export interface MarketSize {
  readonly items: number;
  /** The newest public day of any item, in UTC days since 1970. */
  readonly newestDay: number;
}

/** Reads market values. */
export interface MarketReader {
  /** Returns realms with market values, each with the houses that have values of their own. */
  realms(): Promise<readonly MarketRealm[]>;
  /**
   * Returns the market sizes of these realms in a house (empty for all houses together), by key. Realms without
   * values are omitted.
   */
  sizes(realmKeys: readonly string[], house: House | ''): Promise<ReadonlyMap<string, MarketSize>>;
  /**
   * Returns the newest public values of a realm and house (empty for all together), after `after`. Items with the
   * most units come first, then by item id.
   */
  items(realmKey: string, house: House | '', limit: number, after?: MarketPlace | null): Promise<readonly MarketItem[]>;
  /** Returns an item's newest public day on a realm and house (empty for all together), or null if none is public. */
  item(realmKey: string, house: House | '', itemId: number): Promise<MarketItem | null>;
  /** Returns the same for many items, by item. Items without a public day are omitted. */
  itemsAmong(realmKey: string, house: House | '', itemIds: readonly number[]): Promise<ReadonlyMap<number, MarketItem>>;
  /**
   * Returns the same for one item on many realms, by realm key. Realms without a public day of the item are omitted.
   */
  itemOn(realmKeys: readonly string[], house: House | '', itemId: number): Promise<ReadonlyMap<string, MarketItem>>;
  /** Returns the item's newest LIST_MAX.auctionDays public days, newest first. */
  days(realmKey: string, house: House | '', itemId: number): Promise<readonly MarketDay[]>;
}
