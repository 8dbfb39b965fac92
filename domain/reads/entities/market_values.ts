import type { House } from '../../ports/market.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { createLeadingPrice, type LeadingDayPrice } from '../market.ts';
import { readRealmSpelling } from '../realms.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/** The market that a tool was asked about. House '' means all houses together. */
export interface MarketRequest {
  readonly itemId: number;
  readonly realmKey: string;
  readonly house: House | '';
}

/** An item's leading day in the form used in tool answers (schema/tools/parts.ts, marketValue). */
export interface MarketAnswer extends LeadingDayPrice {
  readonly realm: string;
  readonly house: House | null;
}

/** Returns an item's value on a realm, with the realm's agreed spelling, or null if no day is public. */
export async function readMarketValue(
  snapshot: PublishedSnapshot,
  { itemId, realmKey: key, house }: MarketRequest,
): Promise<MarketAnswer | null> {
  const [item, spelling] = await Promise.all([
    snapshot.market.item(key, house, itemId),
    readRealmSpelling(snapshot, key),
  ]);
  return item === null ? null : { realm: spelling, house: house === '' ? null : house, ...createLeadingPrice(item) };
}

/**
 * Returns an item's values on many realms, all houses together, in one read. Realms without a public day are left out.
 */
export async function readMarketValues(
  snapshot: PublishedSnapshot,
  itemId: number,
  realmKeys: readonly string[],
): Promise<readonly MarketAnswer[]> {
  if (realmKeys.length === 0) return [];
  const found = await snapshot.market.itemOn(realmKeys, '', itemId);
  return mapInOrder(
    realmKeys.filter((key) => found.has(key)),
    async (key) => {
      const spelling = await readRealmSpelling(snapshot, key);
      return { realm: spelling, house: null, ...createLeadingPrice(found.get(key)!) };
    },
  );
}
