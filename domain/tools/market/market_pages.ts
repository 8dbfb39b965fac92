import { families } from '../../families/mod.ts';
import type { House, MarketPlace } from '../../ports/market.ts';
import { spellingOf } from '../../reads/entities/market_values.ts';
import { type Entity, namedEntity } from '../../reads/entities/snapshot_data.ts';
import { type PricedItem, priced } from '../../reads/market.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { dayText } from '../../values/instant.ts';
import { realmKey } from '../../values/realm_key.ts';
import { NEEDS_SCANS } from '../shared/empty_hints.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

/** Maximum numbers of realms and of items on a page. */
export const REALMS_A_PAGE = 500;
const ITEMS_A_PAGE = 100;

/** One page of the realms with a market, ordered by name. */
export interface MarketRealmsPage {
  readonly total: number;
  /** Number of the page's first realm in the whole list, counted from 1. */
  readonly first: number;
  readonly realms: readonly ListedRealm[];
}

interface ListedRealm {
  readonly name: string;
  readonly houses: readonly House[];
  /** Number of items that have a value on the realm. */
  readonly items: number;
  /** The latest public day, YYYY-MM-DD. */
  readonly day: string;
}

type RuleWithoutText<Args, Page> = Pick<ToolRule<Args, PageAnswer<Page>>, 'answer'>;

/** Lists the realms that have a public market, with the size of each market. */
export const market_realms: RuleWithoutText<{ readonly page: number }, MarketRealmsPage> = {
  answer: (context, { page }) =>
    answerPage(context, async (snapshot) => {
      const all = await snapshot.market.realms();
      const first = (page - 1) * REALMS_A_PAGE;
      const shown = all.slice(first, first + REALMS_A_PAGE);
      const keys = shown.map((realm) => realm.realmKey);
      const sizes = await snapshot.market.sizes(keys, '');
      const realms = shown.flatMap(({ realmKey: key, name, houses }): readonly ListedRealm[] => {
        const size = sizes.get(key);
        return size === undefined ? [] : [{ name, houses, items: size.items, day: dayText(size.newestDay) }];
      });
      return { page: { total: all.length, first: first + 1, realms } };
    }),
};

/** One page of the items on sale on a realm. */
export interface MarketRealmPage {
  /** The realm in this instance's spelling. */
  readonly realm: string;
  readonly house: House | null;
  /** Houses that have separate values. */
  readonly houses: readonly House[];
  readonly total: number;
  /** The items with the most units on sale, starting after the requested position. */
  readonly items: readonly OfferedItem[];
  /** The position after which the next page starts, or null on the last page. */
  readonly next: MarketPlace | null;
}

export interface OfferedItem extends PricedItem {
  readonly item: Entity<'item'>;
  readonly quality: string | null;
}

/** A realm, a house (or null for all houses together), and the position after which to start. */
export interface MarketQuery {
  readonly realm: string;
  readonly house: House | null;
  readonly after: MarketPlace | null;
}

/** Lists a realm's items with their latest public values. Items with the most units on sale come first. */
export const market_realm: RuleWithoutText<MarketQuery, MarketRealmPage> = {
  answer: (context, { realm, house, after }) =>
    answerPage(context, async (snapshot) => {
      const { publisher } = snapshot;
      const key = realmKey(realm);
      const [read, sizes, realms, spelling] = await Promise.all([
        snapshot.market.items(key, house ?? '', ITEMS_A_PAGE + 1, after),
        snapshot.market.sizes([key], house ?? ''),
        snapshot.market.realms(),
        spellingOf(snapshot, key),
      ]);
      const items = read.slice(0, ITEMS_A_PAGE);
      const last = read.length > items.length ? items.at(-1)! : null;
      const known = realms.find((one) => one.realmKey === key);
      if (known === undefined) {
        return { none: `No market value of a realm called ${JSON.stringify(realm)} is public.`, hint: NEEDS_SCANS };
      }
      const ids = items.map(({ itemId }) => String(itemId));
      const facts = await snapshot.factsAmong(families.items, ids);
      const offered = items.map((item): OfferedItem => {
        const fact = facts.get(String(item.itemId));
        const entity = {
          ...namedEntity('item', item.itemId, fact?.name),
          url: pageUrl(publisher, 'item', item.itemId),
        };
        return { ...priced(item), item: entity, quality: fact?.quality?.value ?? null };
      });
      const total = sizes.get(key)?.items ?? 0;
      const next = last === null ? null : { quantity: last.quantity, itemId: last.itemId };
      return { page: { realm: spelling, house, houses: known.houses, total, items: offered, next } };
    }),
};
