import { HOUSES } from '../../../schema/vocabulary.ts';
import { type AgreedValue, unwrapAgreedValues } from '../../families/counting/agreed.ts';
import { compareNumbers } from '../../families/counting/order.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { House, MarketItem } from '../../ports/market.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { roundPrice } from '../../reads/market.ts';
import { createSnapshotBatchCache } from '../../reads/snapshot_cache.ts';
import { formatDayNumber } from '../../values/instant.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import { type Discount, findDiscount } from './discount.ts';

/**
 * The price of one unit of an item. Uses the vendor price that most installs reported, among the leading prices of the
 * vendors, with or without a named vendor. If there is no vendor price, uses the market value on a realm. Does not use
 * the lowest price, because a single liar could set it.
 */
export interface UnitPrice {
  readonly copper: number;
  readonly source: 'vendor' | 'vendor-seen' | 'market';
  /** Number of distinct installs that reported the price. */
  readonly installs: number;
  /** The vendor's id, if the price comes from a named vendor. */
  readonly vendorNpcId: number | null;
  /** The market day, if the price is a market value. */
  readonly day: string | null;
  /** The discount between this price and another public price of the item. */
  readonly discount: Discount | null;
  /** The market value on the realm, if a vendor asks more. */
  readonly auctionCopper?: number;
}

/** A realm's auction houses whose values are prices. */
export interface PricedMarket {
  /** The realm in its public spelling, or null if no realm was requested or the name is unknown. */
  readonly realm: string | null;
  /** The only house whose values are used, or null for any. */
  readonly house: House | null;
  /** The houses with values, the one asked first at the beginning. */
  readonly houses: readonly House[];
}

interface UnitPrices {
  /** Prices keyed by item. Items without a price are omitted. */
  readonly byItem: ReadonlyMap<number, UnitPrice>;
  /** True if some items or vendors were not read. */
  readonly isCut: boolean;
}

/** Maximum number of items priced at once, and maximum number of vendors read per item. */
const PRICED_ITEMS_MAX = 250;
const VENDORS_OF_ITEM_MAX = 50;

const SOLD_BY_GROUP = findEdgeGroup('sold_by:item:npc');

/** Returns the prices of these items. Without a market, only vendor prices are used. */
export async function readUnitPrices(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
  priced: PricedMarket | null,
): Promise<UnitPrices> {
  const asked = itemIds.slice(0, PRICED_ITEMS_MAX);
  const sold = await cachedSellerPrices(snapshot, asked, (itemIds) => readSellerPrices(snapshot, itemIds));
  const market = priced?.realm == null ? new Map() : await readFactionValues(snapshot, priced.realm, priced, asked);
  const byItem = new Map<number, UnitPrice>();
  for (const itemId of asked) {
    const auction = toMarketPrice(market.get(itemId));
    const price = sold.get(itemId)?.price ?? auction;
    const isDearer = auction !== undefined && price !== undefined && auction.copper < price.copper;
    if (price !== undefined) byItem.set(itemId, isDearer ? { ...price, auctionCopper: auction.copper } : price);
  }
  const isCut = asked.some((itemId) => sold.get(itemId)?.isCut);
  return { byItem, isCut: isCut || itemIds.length > asked.length };
}

/**
 * Returns the market values of these items in a faction's house, because few players trade at the neutral one: in the
 * house with more values, otherwise in the other. Scans that name no house count if there is no neutral value. If a
 * house was asked for, returns only its values.
 */
async function readFactionValues(
  snapshot: PublishedSnapshot,
  realm: string,
  { house: asked, houses }: PricedMarket,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, MarketItem>> {
  const among = (house: House | '') => snapshot.market.itemsAmong(toRealmKey(realm), house, itemIds);
  if (asked !== null) return among(asked);
  const [all, neutral, ...factions] = await Promise.all(['' as const, 'Neutral' as const, ...houses].map(among));
  const unnamed = [...all!].filter(([itemId]) => !neutral!.has(itemId));
  return new Map([...unnamed, ...factions.toReversed().flatMap((values) => [...values])]);
}

/** Returns the houses of a realm that have market values, the one with most values first. */
export async function orderHouses({ market }: PublishedSnapshot, key: string): Promise<readonly House[]> {
  const sizes = await Promise.all(
    HOUSES.map(async (house) => ({ house, items: (await market.sizes([key], house)).get(key)?.items ?? 0 })),
  );
  return sizes
    .filter(({ items }) => items > 0)
    .sort((a, b) => b.items - a.items)
    .map(({ house }) => house);
}

interface SellerPrices {
  readonly price: UnitPrice | undefined;
  /** True if the item has more vendors than are read. */
  readonly isCut: boolean;
}

/** Maximum number of prices cached. Enough for the reagents of all professions in the game, at about a megabyte. */
const CACHED_PRICES_MAX = 4_000;
const cachedSellerPrices = createSnapshotBatchCache<number, SellerPrices>(CACHED_PRICES_MAX);

async function readSellerPrices(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, SellerPrices>> {
  // Reads one vendor more than is used, to find out whether the item has more.
  const vendors = await snapshot.edges.from(SOLD_BY_GROUP, itemIds, VENDORS_OF_ITEM_MAX + 1);
  const vendorsOf = (itemId: number) => (vendors.get(itemId) ?? []).slice(0, VENDORS_OF_ITEM_MAX);
  const pairs = itemIds.flatMap((itemId) => vendorsOf(itemId).map((vendorNpcId) => `${vendorNpcId}:${itemId}`));
  const [goods, unnamed] = await Promise.all([
    snapshot.factsAmong(families.vendor_goods, pairs),
    snapshot.factsAmong(families.vendor_prices, itemIds.map(String)),
  ]);
  const soldOf = (itemId: number): SellerPrices => {
    const named = vendorsOf(itemId).map((npcId) => [npcId, goods.get(`${npcId}:${itemId}`)] as const);
    const offers = [...named, [null, unnamed.get(String(itemId))] as const];
    const asks = offers.flatMap(([npcId, body]) => listVendorPrices(npcId, body)).sort(compareWitnesses);
    const all = offers.flatMap(([, body]: VendorOffer) => [...(body?.prices ?? []), ...(body?.withReputation ?? [])]);
    return { price: applyDiscount(asks, all), isCut: (vendors.get(itemId)?.length ?? 0) > VENDORS_OF_ITEM_MAX };
  };
  return new Map(itemIds.map((itemId) => [itemId, soldOf(itemId)]));
}

type VendorOffer = readonly [
  vendorNpcId: number | null,
  Pick<Facts['vendor_goods'], 'prices' | 'withReputation'> | undefined,
];

/** Returns the leading price of a vendor as a list, which is empty if none is agreed. */
function listVendorPrices(...[vendorNpcId, body]: VendorOffer): readonly UnitPrice[] {
  const source = vendorNpcId === null ? 'vendor-seen' : 'vendor';
  return (body?.prices ?? []).slice(0, 1).map(({ value: copper, installs }) => {
    return { copper, source, installs, vendorNpcId, day: null, discount: null };
  });
}

function toMarketPrice(item: MarketItem | undefined): UnitPrice | undefined {
  if (item === undefined) return undefined;
  const price = { copper: roundPrice(item.market), installs: item.reporters, day: formatDayNumber(item.day) };
  return { ...price, source: 'market', vendorNpcId: null, discount: null };
}

/** Returns the first price, with its discount relative to all public prices of the item. */
function applyDiscount([first]: readonly UnitPrice[], all: readonly AgreedValue<number>[]): UnitPrice | undefined {
  return first && { ...first, discount: findDiscount(first.copper, unwrapAgreedValues(all)) };
}

/**
 * Orders prices by number of installs, most first. Ties are ordered by price, lowest first. Then named vendors come
 * before unnamed vendors, and lower vendor ids before higher ones.
 */
function compareWitnesses(a: UnitPrice, b: UnitPrice): number {
  return (
    compareNumbers(b.installs, a.installs) ||
    compareNumbers(a.copper, b.copper) ||
    Number(a.vendorNpcId === null) - Number(b.vendorNpcId === null) ||
    compareNumbers(a.vendorNpcId ?? 0, b.vendorNpcId ?? 0)
  );
}
