import type { House } from '../../ports/market.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { type PricedItem, priced, readSpelling } from '../../reads/market.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { realmKey } from '../../values/realm_key.ts';
import { BY_SCANS } from './empty_hints.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/** The market that was requested from a tool. House '' means all houses together. */
export interface MarketAsked {
  readonly itemId: number;
  readonly realm: string;
  readonly house: House | '';
}

/** An item's newest public day as tool answers show it (schema/tools/parts.ts, marketValue). */
export interface MarketAnswer extends PricedItem {
  readonly realm: string;
  readonly house: House | null;
}

/** Returns an item's value on a realm, with the realm's agreed spelling, or null if no day is public. */
export async function marketValueOf(
  snapshot: PublishedSnapshot,
  { itemId, realm, house }: MarketAsked,
): Promise<MarketAnswer | null> {
  const key = realmKey(realm);
  const [item, spelling] = await Promise.all([snapshot.market.item(key, house, itemId), spellingOf(snapshot, key)]);
  return item === null ? null : { realm: spelling, house: house === '' ? null : house, ...priced(item) };
}

/**
 * Returns an item's values on many realms, for all houses together, with a single read. Realms without a public day are
 * omitted.
 */
export async function marketValuesOn(
  snapshot: PublishedSnapshot,
  itemId: number,
  realmKeys: readonly string[],
): Promise<readonly MarketAnswer[]> {
  const found = await snapshot.market.itemOn(realmKeys, '', itemId);
  return mapInOrder(
    realmKeys.filter((key) => found.has(key)),
    async (key) => {
      const spelling = await spellingOf(snapshot, key);
      return { realm: spelling, house: null, ...priced(found.get(key)!) };
    },
  );
}

/** Returns the agreed spelling of a realm, or its key if there is none. */
export async function spellingOf(snapshot: Snapshot, key: string): Promise<string> {
  const spelling = await readSpelling(snapshot, key);
  return spelling ?? key;
}

/** Explains why an item has no public day on a market: either the whole realm is unknown here, or only the item. */
export async function noMarket(
  snapshot: Snapshot,
  { itemId, realm, house }: MarketAsked,
): Promise<{ readonly none: string; readonly fills: string }> {
  const spelling = await readSpelling(snapshot, realmKey(realm));
  const market = realmNamed({ realm, house: house === '' ? null : house });
  return {
    fills: BY_SCANS,
    none:
      spelling === null
        ? `No three installs have scanned auctions of a realm called ${JSON.stringify(realm)}, so nothing is known of item ${itemId} there.`
        : `No day of item ${itemId} on ${market} is public: a day needs three installs that scanned the item there.`,
  };
}

/** Returns the name of a market for use in texts. The realm is quoted, because its name comes from players. */
export function realmNamed({ realm, house }: Pick<MarketAnswer, 'realm' | 'house'>): string {
  return `${JSON.stringify(realm)}${house === null ? '' : ` (${house})`}`;
}
