import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { type FoundRealm, findRealm, readKnownSpelling } from '../../reads/realms.ts';
import { joinFirstTexts } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { readLargestRealms } from '../market/market_movers.ts';

/** The realm whose auction prices are used, and the alternatives to it. */
interface PricedRealm extends Pick<FoundRealm, 'otherRealms'> {
  /** The realm in its public spelling, or null if no realm was requested or the name is unknown. */
  readonly realm: string | null;
  /** Realms with market values. Empty if `realm` is set. */
  readonly realmsWithPrices: readonly string[];
}

const REALMS_NAMED_MAX = 50;

export async function findPricedRealm(snapshot: PublishedSnapshot, asked: string | undefined): Promise<PricedRealm> {
  if (asked !== undefined) {
    const { key, ...others } = await findRealm(snapshot, asked);
    const spelling = await readKnownSpelling(snapshot, key);
    if (spelling !== null) return { realm: spelling, ...others, realmsWithPrices: [] };
  }
  const realms = await snapshot.market.realms();
  return { realm: null, realmsWithPrices: realms.slice(0, REALMS_NAMED_MAX).map(({ name }) => name) };
}

/** Returns the realm on which most items have a market value, or null if there is no market. */
export async function findLargestMarket(snapshot: PublishedSnapshot): Promise<string | null> {
  const [largest] = await readLargestRealms(snapshot, 1);
  return largest?.name ?? null;
}

/** Explains why a requested realm has no auction prices. */
export function explainNoAuctions(realm: string): string {
  return `Fewer than three installs have scanned auctions on a realm called ${quote(realm)}.`;
}

/** Lists the realms that can be requested. Returns no line if there are none. */
export function renderRealms(realms: readonly string[] | undefined): readonly string[] {
  if (realms === undefined || realms.length === 0) return [];
  const named = realms.map((realm) => JSON.stringify(realm));
  return [`Auction prices are known on ${joinFirstTexts(named, REALM_NAMES_MAX)}. Name a realm to use them.`];
}

const REALM_NAMES_MAX = 8;

/** Names the prices that costs are based on: vendors’ prices, and the market of a realm if there is one. */
export function describePrices(realm: string | null): string {
  return realm === null ? 'vendors’ prices' : `vendors’ prices and the market of ${JSON.stringify(realm)}`;
}
