import type { House } from '../../ports/market.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { createLeadingPrice, type LeadingDayPrice } from '../market.ts';
import { readRealmSpelling } from '../realms.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/** An item's leading day in the form used in tool answers (schema/tools/parts.ts, marketValue). */
export interface MarketAnswer extends LeadingDayPrice {
  readonly realm: string;
  readonly house: House | null;
}

/**
 * Returns an item's values on realms, with their agreed spellings, in one house or all together. Realms without a public
 * day are left out.
 */
export async function readMarketValues(
  snapshot: PublishedSnapshot,
  itemId: number,
  realmKeys: readonly string[],
  house: House | '' = '',
): Promise<readonly MarketAnswer[]> {
  if (realmKeys.length === 0) return [];
  const found = await snapshot.market.itemOn(realmKeys, house, itemId);
  return mapInOrder(
    realmKeys.filter((key) => found.has(key)),
    async (key) => {
      const realm = await readRealmSpelling(snapshot, key);
      return { realm, house: house === '' ? null : house, ...createLeadingPrice(found.get(key)!) };
    },
  );
}

/** An item's value on a realm. If it covers all houses, `houses` has the values of houses that have their own. */
export interface RealmValue extends MarketAnswer {
  readonly houses: readonly MarketAnswer[];
}
