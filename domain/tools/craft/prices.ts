import { dayText } from '../../families/counting/family.ts';
import { byNumber } from '../../families/counting/order.ts';
import { edgeGroup } from '../../families/edges.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { MarketItem } from '../../ports/market.ts';
import { rounded } from '../../reads/market.ts';
import { realmKey } from '../../values/realm_key.ts';
import { createKeptEach } from '../shared/kept.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { type Discount, discountAmong } from './discount.ts';

/**
 * What one unit of an item costs: of the prices that three installs agree on, of a vendor they named or of vendors
 * unnamed, the one that most installs saw, else the market value on a realm. The lowest would be that of whoever lies.
 */
export interface KnownPrice {
  readonly copper: number;
  readonly source: 'vendor' | 'vendor-seen' | 'market';
  /** Distinct installs behind it. */
  readonly installs: number;
  /** Of a vendor that is named. */
  readonly vendorNpcId: number | null;
  /** Of a market value. */
  readonly day: string | null;
  /** How another price of it that stands differs from this one. */
  readonly discount: Discount | null;
}

export interface KnownPrices {
  /** Items without a price are not in it. */
  readonly byItem: ReadonlyMap<number, KnownPrice>;
  /** Not every item or vendor was looked at. */
  readonly isCut: boolean;
}

/** Items that are priced at once at most, and vendors that are looked at of one item. */
export const PRICED_ITEMS_MAX = 250;
const VENDORS_OF_ITEM_MAX = 50;

const SOLD_BY = edgeGroup('sold_by:item:npc');

/** The prices of some items; `realm` null: of vendors alone. */
export async function pricesOf(
  data: SnapshotData,
  itemIds: readonly number[],
  realm: string | null,
): Promise<KnownPrices> {
  const asked = itemIds.slice(0, PRICED_ITEMS_MAX);
  const sold = await kept(data, asked, (itemIds) => readSold(data, itemIds));
  const unsold = asked.filter((itemId) => sold.get(itemId)?.price === undefined);
  const market =
    realm === null || unsold.length === 0
      ? new Map<number, MarketItem>()
      : await data.reader.marketItemsAmong(data.view, realmKey(realm), '', unsold);
  const byItem = new Map<number, KnownPrice>();
  for (const itemId of asked) {
    const price = sold.get(itemId)?.price ?? marketPrice(market.get(itemId));
    if (price !== undefined) byItem.set(itemId, price);
  }
  const isCut = asked.some((itemId) => sold.get(itemId)?.isCut);
  return { byItem, isCut: isCut || itemIds.length > asked.length };
}

/** What vendors ask for an item. */
interface Sold {
  readonly price: KnownPrice | undefined;
  /** It has more vendors than are looked at. */
  readonly isCut: boolean;
}

/** Reagents of all professions of the game; a megabyte. */
const SOLD_KEPT_MAX = 4_000;
const kept = createKeptEach<number, Sold>(SOLD_KEPT_MAX);

async function readSold(
  { reader, view }: SnapshotData,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Sold>> {
  // One vendor more than is looked at tells whether there are more.
  const vendors = await reader.edgesFrom(view, SOLD_BY, itemIds, VENDORS_OF_ITEM_MAX + 1);
  const vendorsOf = (itemId: number) => (vendors.get(itemId) ?? []).slice(0, VENDORS_OF_ITEM_MAX);
  const pairs = itemIds.flatMap((itemId) => vendorsOf(itemId).map((vendorNpcId) => `${vendorNpcId}:${itemId}`));
  const [goods, unnamed] = await Promise.all([
    reader.factsAmong(view, families.vendor_goods, pairs),
    reader.factsAmong(view, families.vendor_prices, itemIds.map(String)),
  ]);
  const soldOf = (itemId: number): Sold => {
    const named = vendorsOf(itemId).flatMap((vendorNpcId) =>
      vendorPrices(goods.get(`${vendorNpcId}:${itemId}`), 'vendor', vendorNpcId),
    );
    const asks = [...named, ...vendorPrices(unnamed.get(String(itemId)), 'vendor-seen', null)].sort(byWitnesses);
    return { price: discounted(asks), isCut: (vendors.get(itemId)?.length ?? 0) > VENDORS_OF_ITEM_MAX };
  };
  return new Map(itemIds.map((itemId) => [itemId, soldOf(itemId)]));
}

function vendorPrices(
  body: Pick<Facts['vendor_goods'], 'prices'> | undefined,
  source: KnownPrice['source'],
  vendorNpcId: number | null,
): readonly KnownPrice[] {
  return (body?.prices ?? []).map(({ value, installs }) => ({
    ...{ copper: value, source, installs, vendorNpcId, day: null, discount: null },
  }));
}

function marketPrice(item: MarketItem | undefined): KnownPrice | undefined {
  return item === undefined
    ? undefined
    : {
        ...{ copper: rounded(item.market), source: 'market', installs: item.reporters },
        ...{ vendorNpcId: null, day: dayText(item.day), discount: null },
      };
}

/** The first of some prices, and how it differs from the others. */
function discounted([first, ...others]: readonly KnownPrice[]): KnownPrice | undefined {
  return (
    first && {
      ...first,
      discount: discountAmong(
        first.copper,
        others.map(({ copper }) => copper),
      ),
    }
  );
}

/** That of most installs first; of equal ones the lowest, then a vendor that is named, then the vendor with the lower id. */
function byWitnesses(a: KnownPrice, b: KnownPrice): number {
  return (
    byNumber(b.installs, a.installs) ||
    byNumber(a.copper, b.copper) ||
    Number(a.vendorNpcId === null) - Number(b.vendorNpcId === null) ||
    byNumber(a.vendorNpcId ?? 0, b.vendorNpcId ?? 0)
  );
}
