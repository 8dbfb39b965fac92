import type { Snapshot } from '../../ports/snapshots.ts';
import type { MarketAnswer, MarketAsked } from '../../reads/entities/market_values.ts';
import { readSpelling } from '../../reads/market.ts';
import { realmKey } from '../../values/realm_key.ts';
import { NEEDS_SCANS } from './empty_hints.ts';

/** Explains why an item has no public day on a market: either the whole realm is unknown here, or only the item. */
export async function noMarket(
  snapshot: Snapshot,
  { itemId, realm, house }: MarketAsked,
): Promise<{ readonly none: string; readonly hint: string }> {
  const spelling = await readSpelling(snapshot, realmKey(realm));
  const market = realmNamed({ realm, house: house === '' ? null : house });
  return {
    hint: NEEDS_SCANS,
    none:
      spelling === null
        ? `Fewer than three players have scanned auctions on a realm called ${JSON.stringify(realm)}, so item ${itemId} has no known price there.`
        : `No price of item ${itemId} on ${market} is public yet.`,
  };
}

/** Returns the name of a market for use in texts. The realm is quoted, because its name comes from players. */
export function realmNamed({ realm, house }: Pick<MarketAnswer, 'realm' | 'house'>): string {
  return `${JSON.stringify(realm)}${house === null ? '' : ` (${house})`}`;
}
