import { readSpelling } from '../../reads/market.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** The realm that prices are taken from, and which others there are. */
export interface PricedRealm {
  /** As it is spelt here; null: none was asked for, or none is known by that name. */
  readonly realm: string | null;
  /** Realms with market values, where `realm` is null. */
  readonly realmsWithPrices: readonly string[];
}

const REALMS_MAX = 50;

export async function pricedRealm({ reader, view }: SnapshotData, asked: string | undefined): Promise<PricedRealm> {
  const spelling = asked === undefined ? null : await readSpelling(reader, view, realmKey(asked));
  if (spelling !== null) return { realm: spelling, realmsWithPrices: [] };
  const realms = await reader.marketRealms(view);
  return { realm: null, realmsWithPrices: realms.slice(0, REALMS_MAX).map(({ name }) => name) };
}

/** Why nothing is priced at auction on a realm that was asked for. */
export function noAuctionsOn(realm: string): string {
  return `Fewer than three installs have scanned auctions on a realm called ${quoted(realm)}.`;
}

/** Which realms can be asked for; nothing where there is none. */
export function realmsLine(realms: readonly string[] | undefined): readonly string[] {
  if (realms === undefined || realms.length === 0) return [];
  const named = realms.slice(0, NAMED_MAX).map((realm) => JSON.stringify(realm));
  const more = realms.length > NAMED_MAX ? ` and ${realms.length - NAMED_MAX} more` : '';
  return [`Auction prices are known of ${named.join(', ')}${more}: name a realm to count with them.`];
}

const NAMED_MAX = 8;
