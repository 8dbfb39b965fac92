import type { ExportSource, VendorOffer } from '../ports/exports.ts';
import type { MarketItem } from '../ports/market.ts';
import { roundPrice } from '../reads/market.ts';
import { formatDayNumber } from '../values/instant.ts';
import type { AddonRoom } from './data_addon_room.ts';
import { quoteForLua } from './lua_text.ts';

const VENDORS_MAX = 3;

/** Returns the lines of `vendors`: for each item its cheapest vendors with an agreed price, as far as there is room. */
export async function collectVendors(source: ExportSource, room: AddonRoom): Promise<readonly string[]> {
  const lines: string[] = [];
  let current: readonly PricedVendorOffer[] = [];
  const finish = (): boolean => {
    const [first] = current;
    if (first === undefined) return true;
    const line = `[${first.itemId}] = "${current.map(({ npcId, price }) => `n${npcId}:${price}`).join(';')}",`;
    if (!room.take([line])) return false;
    lines.push(line);
    return true;
  };
  for await (const offers of source.offers()) {
    for (const offer of offers) {
      if (!isPriced(offer)) continue;
      if (current[0]?.itemId !== offer.itemId) {
        if (!finish()) return lines;
        current = [];
      }
      current = [...current, offer].sort((a, b) => a.price - b.price || a.npcId - b.npcId).slice(0, VENDORS_MAX);
    }
  }
  finish();
  return lines;
}

type PricedVendorOffer = VendorOffer & { readonly price: number };

function isPriced(offer: VendorOffer): offer is PricedVendorOffer {
  return offer.price !== null;
}

/** The newest auction values of one realm and house. */
export interface MarketTable {
  /** The realm and the house as a Lua string: `"Everlook|Horde"`. */
  readonly key: string;
  /** The newest day of any value, as YYYY-MM-DD. */
  readonly day: string;
  readonly lines: readonly string[];
}

const ITEMS_PER_READ = 1_000;

/** Collects auction values, the items with the most units first, so that every realm and house gets the same room. */
export async function collectMarket(source: ExportSource, room: AddonRoom): Promise<readonly MarketTable[]> {
  const realms = await source.market.realms();
  const wanted = realms.flatMap(({ realmKey, name, houses }) =>
    (['', ...houses] as const).map((house) => ({ realmKey, name, house })),
  );
  const tables: MarketTable[] = [];
  for (const [at, { realmKey, name, house }] of wanted.entries()) {
    const share = Math.floor(room.bytesLeft() / (wanted.length - at));
    const items = await readMarketItems(source, realmKey, house, share, room);
    if (items.length === 0) continue;
    tables.push({
      // The bar between realm and house is a separator and is not doubled.
      key: quoteForLua(name).replace(/"$/, `|${house}"`),
      day: formatDayNumber(Math.max(...items.map(({ day }) => day))),
      lines: items.toSorted((a, b) => a.itemId - b.itemId).map(formatMarketItem),
    });
  }
  return tables;
}

/** Reads the values of one realm and house with the most units, as far as its share of the room reaches. */
async function readMarketItems(
  { market }: ExportSource,
  realmKey: string,
  house: Parameters<ExportSource['market']['items']>[1],
  share: number,
  room: AddonRoom,
): Promise<readonly MarketItem[]> {
  const items: MarketItem[] = [];
  const start = room.bytesLeft();
  for (let after: MarketItem | null = null; ; ) {
    const read: readonly MarketItem[] = await market.items(realmKey, house, ITEMS_PER_READ, after);
    for (const item of read) {
      if (start - room.bytesLeft() > share - LINE_BYTES_MAX || !room.take([formatMarketItem(item)])) return items;
      items.push(item);
    }
    if (read.length < ITEMS_PER_READ) return items;
    after = read.at(-1)!;
  }
}

/** Longer than any line of an item. */
const LINE_BYTES_MAX = 100;

function formatMarketItem({ itemId, market, day }: MarketItem): string {
  return `[${itemId}] = "${Math.max(1, roundPrice(market))}:${formatDayNumber(day)}",`;
}
