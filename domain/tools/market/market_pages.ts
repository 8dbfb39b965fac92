import type { House, ItemCursor, MarketItem } from '../../ports/market.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { createLeadingPrice, type LeadingDayPrice } from '../../reads/market.ts';
import { type FoundRealm, findRealm, readRealmSpelling } from '../../reads/realms.ts';
import { formatDayNumber } from '../../values/instant.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { SCANS_HINT } from '../shared/empty_hints.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';
import { type MarketFilter, NO_MARKET_FILTER, readFilteredItems, takeItemsAfter } from './market_filter.ts';
import { type MarketMovers, readLargestRealms, readRealmMovers, readSizedRealms } from './market_movers.ts';

/** Maximum numbers of realms and of items on a page. */
export const REALMS_PER_PAGE = 500;
const ITEMS_PER_PAGE = 25;

/** Maximum number of realms with their own panel, and of items that such a panel lists in each direction. */
const REALM_PANELS_MAX = 12;
const MOVERS_PER_PANEL = 3;

/** One page of the realms with a market, ordered by name. */
export interface MarketRealmsPage {
  readonly total: number;
  /** Number of the page's first realm in the whole list, counted from 1. */
  readonly first: number;
  readonly realms: readonly ListedRealm[];
  /** The realm that the reader chose, which comes first in `largest`. Null if none was, or if it has no market. */
  readonly chosen: string | null;
  /** The largest realms and their movers, on the first page of the list. */
  readonly largest: readonly RealmPanel[];
}

export interface ListedRealm {
  readonly name: string;
  readonly houses: readonly House[];
  readonly items: number;
  /** The latest public day, YYYY-MM-DD. */
  readonly day: string;
}

export interface RealmPanel extends ListedRealm, MarketMovers {}

type MarketRule<Args, Page> = Pick<ToolRule<Args, PageAnswer<Page>>, 'answer'>;

/** Lists the realms that have a public market, with the size of each market. */
export const market_realms: MarketRule<{ readonly page: number; readonly realm: string | null }, MarketRealmsPage> = {
  answer: (context, { page, realm }) =>
    answerPage(context, async (snapshot) => {
      const all = await snapshot.market.realms();
      const first = (page - 1) * REALMS_PER_PAGE;
      const shown = all.slice(first, first + REALMS_PER_PAGE);
      const sized = await readSizedRealms(snapshot, shown);
      const realms = sized.map(({ realmKey: _, newestDay, ...one }) => ({ ...one, day: formatDayNumber(newestDay) }));
      const key = realm === null ? null : (await findRealm(snapshot, realm)).key;
      const chosen = all.find(({ realmKey }) => realmKey === key)?.name ?? null;
      const largest = page > 1 ? [] : await readRealmPanels(snapshot, key);
      return { page: { total: all.length, first: first + 1, realms, chosen, largest } };
    }),
};

async function readRealmPanels(snapshot: PublishedSnapshot, chosen: string | null): Promise<readonly RealmPanel[]> {
  const bySize = await readLargestRealms(snapshot, Number.POSITIVE_INFINITY);
  const chosenFirst = new Set([...bySize.filter(({ realmKey }) => realmKey === chosen), ...bySize]);
  const largest = [...chosenFirst].slice(0, REALM_PANELS_MAX);
  const movers = await readRealmMovers(snapshot, largest, MOVERS_PER_PANEL);
  return largest.map(({ realmKey: key, newestDay, ...realm }) => ({
    ...realm,
    day: formatDayNumber(newestDay),
    ...movers.get(key)!,
  }));
}

/** One page of the items on sale on a realm. */
export interface MarketRealmPage extends Pick<FoundRealm, 'otherRealms'> {
  /** The realm in this instance's spelling. */
  readonly realm: string;
  readonly house: House | null;
  /** Houses that have separate values. */
  readonly houses: readonly House[];
  readonly total: number;
  /** The items with the most units on sale, starting after the requested position. */
  readonly items: readonly OfferedItem[];
  /** The position after which the next page starts, or null on the last page. */
  readonly next: ItemCursor | null;
  /** Items whose value changed most over a week. Empty for one house, for filtered lists, and after the first page. */
  readonly movers: MarketMovers;
}

export interface OfferedItem extends LeadingDayPrice {
  readonly item: Entity<'item'>;
  /** Market value on the calendar days that end with `day`, oldest first. Null if a day is not public. */
  readonly trend: readonly (number | null)[];
  /** Change over a week as a fraction of the earlier value, or null if too few days are public to tell. */
  readonly change: number | null;
}

/** A realm, a house (or null for all houses together), a filter, and the position after which to start. */
export interface MarketQuery {
  readonly realm: string;
  readonly house: House | null;
  readonly after: ItemCursor | null;
  readonly filter?: MarketFilter;
}

const SHOWN_MOVERS_MAX = 5;
const NO_MARKET_MOVERS: MarketMovers = { rising: [], falling: [] };

/** Lists a realm's items with their leading values. Items with the most units on sale come first. */
export const market_realm: MarketRule<MarketQuery, MarketRealmPage> = {
  answer: (context, { realm, house, after, filter = NO_MARKET_FILTER }) =>
    answerPage(context, async (snapshot) => {
      const { key, ...others } = await findRealm(snapshot, realm);
      const realms = await snapshot.market.realms();
      const known = realms.find((one) => one.realmKey === key);
      if (known === undefined) {
        return { none: `No market value of a realm called ${JSON.stringify(realm)} is public.`, hint: SCANS_HINT };
      }
      const market = { realmKey: key, house: house ?? '' } as const;
      const selected = await readFilteredItems(snapshot, market, filter);
      const read =
        selected === null
          ? await snapshot.market.items(key, market.house, ITEMS_PER_PAGE + 1, after)
          : takeItemsAfter(selected, after, ITEMS_PER_PAGE + 1);
      const total = selected?.length ?? (await snapshot.market.sizes([key], market.house)).get(key)?.items ?? 0;
      const items = read.slice(0, ITEMS_PER_PAGE);
      const last = read.length > items.length ? items.at(-1)! : null;
      const next = last === null ? null : { quantity: last.quantity, itemId: last.itemId };
      const isWhole = selected === null && house === null && after === null;
      const [offered, movers, spelling] = await Promise.all([
        nameOfferedItems(snapshot, items),
        isWhole ? readRealmMovers(snapshot, [known], SHOWN_MOVERS_MAX) : null,
        readRealmSpelling(snapshot, key),
      ]);
      const moved = movers?.get(key) ?? NO_MARKET_MOVERS;
      const { houses } = known;
      return { page: { realm: spelling, ...others, house, houses, total, items: offered, next, movers: moved } };
    }),
};

async function nameOfferedItems(
  snapshot: PublishedSnapshot,
  items: readonly MarketItem[],
): Promise<readonly OfferedItem[]> {
  const ids = items.map(({ itemId }) => itemId);
  const entities = await readEntities(snapshot, 'item', ids);
  return items.map((item) => ({
    ...createLeadingPrice(item),
    item: entities.get(item.itemId)!,
    trend: item.trend,
    change: item.weekChange === null ? null : item.weekChange / 10_000,
  }));
}

/** Maximum number of realms side by side. */
export const REALMS_MAX = 4;

/** Prices on several realms side by side. */
export interface ComparedMarkets {
  /** The realms in this instance's spelling, in the requested order. Realms without a market are in `unknown`. */
  readonly realms: readonly string[];
  readonly unknown: readonly string[];
  /** The first realm's items, most units first. */
  readonly items: readonly ComparedItem[];
  readonly next: ItemCursor | null;
}

export interface ComparedItem {
  readonly item: Entity<'item'>;
  /** The value on each realm, in the order of `realms`. Null if no day is public there. */
  readonly values: readonly (LeadingDayPrice | null)[];
}

/** Compares the items of the first realm with the same items on the other realms, all houses together. */
export const market_compared: MarketRule<
  { readonly realms: readonly string[]; readonly after: ItemCursor | null },
  ComparedMarkets
> = {
  answer: (context, { realms, after }) =>
    answerPage(context, async (snapshot) => {
      const all = new Map((await snapshot.market.realms()).map((realm) => [realm.realmKey, realm.name]));
      const found = await mapInOrder(realms, async (realm) => (await findRealm(snapshot, realm)).key);
      const keys = [...new Set(found)].filter((key) => all.has(key));
      const unknown = realms.filter((_, i) => !all.has(found[i]!));
      const [first, ...others] = keys;
      const read = first === undefined ? [] : await snapshot.market.items(first, '', ITEMS_PER_PAGE + 1, after);
      const items = read.slice(0, ITEMS_PER_PAGE);
      const ids = items.map(({ itemId }) => itemId);
      const [entities, ...elsewhere] = await Promise.all([
        readEntities(snapshot, 'item', ids),
        ...others.map((key) => snapshot.market.itemsAmong(key, '', ids)),
      ]);
      const compared = items.map((item) => ({
        item: entities.get(item.itemId)!,
        values: [item, ...elsewhere.map((realm) => realm.get(item.itemId))].map((value) =>
          value === undefined ? null : createLeadingPrice(value),
        ),
      }));
      const last = read.length > items.length ? items.at(-1)! : null;
      const next = last === null ? null : { quantity: last.quantity, itemId: last.itemId };
      return { page: { realms: keys.map((key) => all.get(key)!), unknown, items: compared, next } };
    }),
};
