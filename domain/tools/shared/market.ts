import type { House } from '../../ports/market.ts';
import { type PricedItem, priced, readSpelling } from '../../reads/market.ts';
import { realmKey } from '../../values/realm_key.ts';
import { eachOf, ok, type StorageResult, together } from '../../values/result.ts';
import { BY_SCANS } from './fills.ts';
import type { SnapshotData } from './snapshot_data.ts';

/** Which market a tool was asked about; house '' is all houses together. */
export interface MarketAsked {
  readonly itemId: number;
  readonly realm: string;
  readonly house: House | '';
}

/** An item's newest public day as tools answer it (schema/tools/parts.ts, marketValue). */
export interface MarketAnswer extends PricedItem {
  readonly realm: string;
  readonly house: House | null;
}

/** An item's value on a realm, in the realm's agreed spelling; null: no day is public. */
export const marketValueOf = async (
  { reader, view }: SnapshotData,
  { itemId, realm, house }: MarketAsked,
): Promise<StorageResult<MarketAnswer | null>> => {
  const key = realmKey(realm);
  const found = await together([
    reader.marketItem(view, key, house, itemId),
    spellingOf({ reader, view }, key),
  ] as const);
  if (!found.ok) return found;
  const [item, spelling] = found.value;
  return ok(item === null ? null : { realm: spelling, house: house === '' ? null : house, ...priced(item) });
};

/** The same on many realms by their keys, all houses together, in one read; realms without a public day are left out. */
export const marketValuesOn = async (
  data: SnapshotData,
  itemId: number,
  realmKeys: readonly string[],
): Promise<StorageResult<readonly MarketAnswer[]>> => {
  const found = await data.reader.marketItemOn(data.view, realmKeys, '', itemId);
  if (!found.ok) return found;
  return eachOf(
    realmKeys.filter((key) => found.value.has(key)),
    async (key) => {
      const spelling = await spellingOf(data, key);
      return spelling.ok ? ok({ realm: spelling.value, house: null, ...priced(found.value.get(key)!) }) : spelling;
    },
  );
};

/** How a realm is spelt here; by its key where nobody agrees. */
export const spellingOf = async (
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  key: string,
): Promise<StorageResult<string>> => {
  const spelling = await readSpelling(reader, view, key);
  return spelling.ok ? ok(spelling.value ?? key) : spelling;
};

/**
 * Why an item has no public day on a market: whether the realm is known here at all, by scans of three installs, or only
 * the item is not.
 */
export const noMarket = async (
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  { itemId, realm, house }: MarketAsked,
): Promise<StorageResult<{ readonly none: string; readonly fills: string }>> => {
  const spelling = await readSpelling(reader, view, realmKey(realm));
  if (!spelling.ok) return spelling;
  const market = realmNamed({ realm, house: house === '' ? null : house });
  return ok({
    fills: BY_SCANS,
    none:
      spelling.value === null
        ? `No three installs have scanned auctions of a realm called ${JSON.stringify(realm)}, so nothing is known of item ${itemId} there.`
        : `No day of item ${itemId} on ${market} is public: a day needs three installs that scanned the item there.`,
  });
};

/** How texts name a market: the realm in quotes, since players named it. */
export const realmNamed = ({ realm, house }: Pick<MarketAnswer, 'realm' | 'house'>): string =>
  `${JSON.stringify(realm)}${house === null ? '' : ` (${house})`}`;
