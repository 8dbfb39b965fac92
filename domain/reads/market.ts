import { DAYS_BACK, LIMITS, LIST_MAX, UNUSUAL_PRICE } from '../../schema/limits.ts';
import type { DayInHistory, House, MarketItem, MarketRealm } from '../ports/market.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshots.ts';
import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';
import { formatDayNumber } from '../values/instant.ts';
import { shortenRealmName } from '../values/realm_name.ts';
import { readNewest } from './list.ts';
import { readNames } from './names.ts';
import { type FoundRealm, findRealm, readKnownSpelling } from './realms.ts';

export interface MarketRealms {
  readonly view: SnapshotView;
  readonly realms: readonly MarketRealm[];
}

/** Returns the realms with public market values, ordered by name. Names are cut to the length of the parameter. */
export async function readMarketRealms(snapshots: SnapshotStore): Promise<MarketRealms> {
  const snapshot = await readNewest(snapshots);
  const realms = await snapshot.market.realms();
  const listed = realms.slice(0, LIST_MAX.marketRealms).map((realm) => ({ ...realm, name: cutRealmName(realm.name) }));
  return { view: snapshot.view, realms: listed };
}

/**
 * Query for market prices. `realm` may have any spelling, but is trimmed and NFC-normalized. `house` is empty for all
 * houses together.
 */
export interface PricesQuery {
  readonly realm: string;
  readonly house: House | '';
  /** Only these items, or null for the items with the most units. */
  readonly ids: readonly number[] | null;
}

/** An item's public day in the form used in answers: whole numbers, in copper per unit. */
export interface PricedItem {
  readonly itemId: number;
  readonly market: number;
  readonly min: number;
  readonly historical: number;
  readonly quantity: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly reporters: number;
  /** Absent if the day is not unusual, or if too few days came before it to tell. */
  readonly unusual?: true;
}

/** An item's leading day, and a newer day beside it that too few players scanned to lead. */
export interface LeadingDayPrice extends PricedItem {
  readonly thinDay?: Pick<PricedItem, 'day' | 'market' | 'min' | 'quantity' | 'reporters'>;
}

export interface MarketPrices extends Pick<FoundRealm, 'otherRealms'> {
  readonly snapshot: Snapshot;
  /** The realm in this instance's spelling if the instance knows the realm, otherwise as requested. */
  readonly realm: string;
  readonly items: readonly PricedItem[];
}

/** Returns the items with the most units on a realm, each with its newest day. Empty if there are no public values. */
export async function readMarketPrices(
  snapshots: SnapshotStore,
  { realm, house, ids }: PricesQuery,
): Promise<MarketPrices> {
  const snapshot = await readNewest(snapshots);
  const { key, otherRealms } = await findRealm(snapshot, realm);
  const leading =
    ids === null
      ? await snapshot.market.items(key, house, LIMITS.marketItemsMax.value)
      : [...(await snapshot.market.itemsAmong(key, house, ids)).values()];
  const items = leading.map((item) => ({ ...item, ...item.newer })).sort(compareQuantities);
  const spelling = await readKnownSpelling(snapshot, key);
  // A realm without an agreed spelling is shown by its key.
  const known = spelling ?? (items.length > 0 ? key : null);
  const others = otherRealms === undefined ? {} : { otherRealms: otherRealms.map(cutRealmName) };
  return { snapshot, realm: cutRealmName(known ?? realm), ...others, items: items.map(toPricedItem) };
}

function cutRealmName(name: string): string {
  return shortenRealmName(name, LIMITS.marketRealmLengthMax.value);
}

/** Adds the items' agreed names to prices, for people who read them. A name is null if none is agreed. */
export async function pickNamedPrices({ snapshot, items }: MarketPrices) {
  const ids = items.map(({ itemId }) => itemId);
  const names = await readNames(snapshot, 'item', ids);
  return items.map((item) => ({ ...item, name: names.get(item.itemId)?.value ?? null }));
}

/** Orders the items of a market: most units first, then by id. */
export function compareQuantities(
  a: Pick<MarketItem, 'quantity' | 'itemId'>,
  b: Pick<MarketItem, 'quantity' | 'itemId'>,
): number {
  return b.quantity - a.quantity || a.itemId - b.itemId;
}

/** Converts an item's leading day, and a newer thin day, to the form used in answers. */
export function createLeadingPrice(item: MarketItem): LeadingDayPrice {
  const { newer } = item;
  if (newer === null) return toPricedItem(item);
  const { itemId: _item, historical: _historical, unusual: _unusual, ...thinDay } = toPricedItem({ ...item, ...newer });
  return { ...toPricedItem(item), thinDay };
}

/** Converts an item's public day to the form used in answers, with prices in whole copper per unit. */
export function toPricedItem(item: DayInHistory & Pick<MarketItem, 'itemId'>): PricedItem {
  return {
    itemId: item.itemId,
    market: roundPrice(item.market),
    min: roundPrice(item.min),
    historical: roundPrice(item.historical),
    quantity: roundPrice(item.quantity),
    day: formatDayNumber(item.day),
    reporters: item.reporters,
    ...(item.unusual && { unusual: true }),
  };
}

/** Rounds half up, and limits the result to the largest integer that JSON numbers represent exactly. */
export function roundPrice(figure: number): number {
  return Math.min(Math.round(figure), Number.MAX_SAFE_INTEGER);
}

/** Explains the mark of unusual values in players' words. */
export const UNUSUAL_PRICE_RULE = `Unusual: more than three times, or less than a third, of the typical price of the ${UNUSUAL_PRICE.days} days with a price before.`;

/**
 * Explains to readers of the answer how a day becomes public and how its values are computed (contract, section 4,
 * Market prices).
 */
export const MARKET_RULE = [
  `A UTC day of an item on a realm is public once ${INSTALLS_TO_PUBLISH} reporters (distinct installs) scanned the item there that day.`,
  'A scan is of the day of its first record, or of the day of its receipt if it is dated after that.',
  'A reporter counts once per auction house: its newest scan of the day that holds the item, complete scans first. Where no house is asked for, its scans of all houses are joined, without the neutral house if a faction’s house has a public value of the item that day.',
  'Of each reporter the units are taken in price order: the first always; no unit beyond 30% of all; and beyond 15%, none from the first that costs at least 1.2 times the one before it. Of these, units 1.5 sample standard deviations or more from the mean are dropped, and the rest is averaged.',
  'market is the median of these averages over the reporters, min the median of their lowest prices, quantity the median of their units; the median of an even number is the mean of the middle two.',
  `day is the newest public day that a third as many reporters scanned as usual on the ${UNUSUAL_PRICE.days} public days before it (their median), the present day only if as many did; /api/market/prices has the newest public day instead.`,
  'What is usual comes from the days with three reporters whose scans were received within seven days, and of these days only from those scans; if there are none, from all public days.',
  `historical is the median of market over these days among the ${DAYS_BACK.historical} days that end with day; if the middle two of an even number of days differ by more than a factor of three, it is the lower one.`,
  `unusual marks a day whose market is above three times, or below a third, of the median of market over the ${UNUSUAL_PRICE.days} of these days before it, by the same rule; with fewer than ${UNUSUAL_PRICE.daysNeeded} such days no day is marked.`,
  'Prices are copper per unit; values are rounded half up at the end.',
].join(' ');
