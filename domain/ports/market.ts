import type { House } from '../../schema/vocabulary.ts';
import type { SnapshotView } from './snapshot_view.ts';

export type { House };

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
export interface HouseValue {
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
  readonly houses: readonly HouseValue[];
}

export interface MarketRealm {
  readonly realmKey: string;
  /** In its most reported spelling. */
  readonly name: string;
  readonly houses: readonly House[];
}

/** An item's newest public day, exact. */
export interface MarketItem extends MarketValue {
  readonly itemId: number;
  /** Mean of `market` over the public days of the 60 days that end with `day`. */
  readonly historical: number;
  /** UTC days since 1970. */
  readonly day: number;
}

/** A place among a realm's items: the item's exact quantity, a multiple of a half, and its id. */
export type MarketPlace = Pick<MarketItem, 'quantity' | 'itemId'>;

/** A public day of an item on a realm, exact. */
export interface MarketDay extends MarketValue {
  /** UTC days since 1970. */
  readonly day: number;
}

/** How much of a realm's market is public. */
export interface MarketSize {
  readonly items: number;
  /** The newest public day of any of them: UTC days since 1970. */
  readonly newestDay: number;
}

/** Reads market values. */
export interface MarketReader {
  /** Realms that have market values, each with the houses that have values of their own. */
  marketRealms(view: SnapshotView): Promise<readonly MarketRealm[]>;
  /** How large the markets of these realms are in a house ('': all together), by key; those without values are left out. */
  marketSizes(
    view: SnapshotView,
    realmKeys: readonly string[],
    house: House | '',
  ): Promise<ReadonlyMap<string, MarketSize>>;
  /** The newest public values of a realm and house ('': all together), most units first, then item id; behind `after`. */
  marketItems(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    limit: number,
    after?: MarketPlace | null,
  ): Promise<readonly MarketItem[]>;
  /** An item's newest public day on a realm and house ('': all together); null: none is public. */
  marketItem(view: SnapshotView, realmKey: string, house: House | '', itemId: number): Promise<MarketItem | null>;
  /** The same of many items, by item; those without a public day are left out. */
  marketItemsAmong(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<number, MarketItem>>;
  /** The same of one item on many realms, by their keys; those without a public day of it are left out. */
  marketItemOn(
    view: SnapshotView,
    realmKeys: readonly string[],
    house: House | '',
    itemId: number,
  ): Promise<ReadonlyMap<string, MarketItem>>;
  /** Its public days, the newest LIST_MAX.auctionDays of them, newest first. */
  marketDays(view: SnapshotView, realmKey: string, house: House | '', itemId: number): Promise<readonly MarketDay[]>;
}
