import type { Snapshot } from '../../ports/snapshots.ts';
import type { MarketAnswer, MarketAsked } from '../../reads/entities/market_values.ts';
import { readSpelling } from '../../reads/market.ts';
import { realmKey } from '../../values/realm_key.ts';
import { BY_SCANS } from './empty_hints.ts';

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
