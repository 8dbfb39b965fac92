import { formatMoney } from '../../cards/words.ts';
import type { House } from '../../ports/market.ts';
import type { MarketAnswer } from '../../reads/entities/market_values.ts';
import { type PublishedSnapshot, readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import type { LeadingDayPrice } from '../../reads/market.ts';
import { describeOtherRealms, type FoundRealm, readKnownSpelling } from '../../reads/realms.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { parseNamedRealmKey } from '../../values/realm_name.ts';
import { SCANS_HINT } from './empty_hints.ts';

/** Explains why an item has no public day on a market: either the whole realm is unknown here, or only the item. */
export async function explainNoMarket(
  snapshot: PublishedSnapshot,
  { itemId, realm, house }: { readonly itemId: number; readonly realm: string; readonly house: House | undefined },
  found: FoundRealm,
): Promise<{ readonly none: string; readonly hint: string }> {
  const spelling = await readKnownSpelling(snapshot, found.key);
  const item = toLabel(await readEntity(snapshot, 'item', itemId));
  const meant = found.key === parseNamedRealmKey(realm) ? realm : (spelling ?? realm);
  return {
    hint: SCANS_HINT,
    none:
      spelling === null
        ? `Fewer than three players have scanned auctions on a realm called ${JSON.stringify(realm)}, so ${item} has no known price there.`
        : [
            `No price of ${item} on ${formatMarketName({ realm: meant, house: house ?? null })} is public yet.`,
            ...describeOtherRealms(found),
          ].join(' '),
  };
}

/** Returns the name of a market for use in texts. The realm is quoted, because its name comes from players. */
export function formatMarketName({ realm, house }: Pick<MarketAnswer, 'realm' | 'house'>): string {
  return `${JSON.stringify(realm)}${house === null ? '' : ` (${house})`}`;
}

/** Renders `; 2026-11-28 does not count yet: 49g 99s from 3 players, usually more scan`, or nothing without a thin day. */
export function formatThinDay({ thinDay }: Pick<LeadingDayPrice, 'thinDay'>): string {
  if (thinDay === undefined) return '';
  const { market, day, reporters } = thinDay;
  return `; ${day} does not count yet: ${formatMoney(market)} from ${formatQuantity(reporters, 'player')}, usually more scan`;
}
