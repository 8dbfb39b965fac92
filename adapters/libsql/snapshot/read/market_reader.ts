import { byRealmName } from '../../../../domain/families/market.ts';
import type {
  House,
  MarketDay,
  MarketItem,
  MarketPlace,
  MarketRealm,
  MarketSize,
} from '../../../../domain/ports/market.ts';
import { LIST_MAX } from '../../../../schema/limits.ts';
import { HOUSES } from '../../../../schema/vocabulary.ts';
import { jsonRows, type Runner } from '../../database.ts';

/** Returns the realms with public values, by name, each with the houses that have values of their own. */
export async function readMarketRealms(runner: Runner): Promise<readonly MarketRealm[]> {
  const realms = await jsonRows<MarketRealm>(
    runner,
    `select json_group_array(json_object('realmKey', r.realm_key,
       'name', coalesce((select f.body->>'spelling' from facts as f
         where f.family = 'realms' and f.subject = r.realm_key), r.realm_key),
       'houses', (select json_group_array(h.value) from json_each(?) as h
         where exists (select 1 from market_items as i where i.realm_n = r.n and i.house = h.value))))
     from market_realms as r`,
    [JSON.stringify(HOUSES)],
  );
  return [...realms].sort(byRealmName);
}

/** Returns by realm key the number of items with a value in a house, and the newest day among them. */
export async function readMarketSizes(
  runner: Runner,
  realmKeys: readonly string[],
  house: House | '',
): Promise<ReadonlyMap<string, MarketSize>> {
  const rows = await jsonRows<readonly [realmKey: string, items: number, newestDay: number]>(
    runner,
    `select json_group_array(json_array(r.realm_key, c.rows, (select max(i.day) from market_items as i
       indexed by market_items_by_day where i.realm_n = r.n and i.house = ?2)))
     from (select distinct value from json_each(?1)) as asked
     cross join market_realms as r on r.realm_key = asked.value
     cross join market_counts as c on c.realm_n = r.n and c.house = ?2`,
    [JSON.stringify(realmKeys), house],
  );
  return new Map(rows.map(([realmKey, items, newestDay]) => [realmKey, { items, newestDay }]));
}

type ItemRow = readonly [itemId: number, day: number, figures: Figures, reporters: number];
type Figures = readonly [market: number, min: number, historical: number, quantity: number];

/**
 * Returns the newest public day of each of a realm's items in a house. Items with the most units come first, then by
 * item id. If `after` is given, the list begins after that place.
 */
export async function readMarketItems(
  runner: Runner,
  realmKey: string,
  house: House | '',
  limit: number,
  after: MarketPlace | null = null,
): Promise<readonly MarketItem[]> {
  const behind = after === null ? [] : [BigInt(2 * after.quantity), BigInt(after.itemId)];
  const rows = await jsonRows<ItemRow>(
    runner,
    `select json_group_array(json_array(item_id, day, json(figures), reporters)) from (
       select i.item_id, i.day, i.figures, i.reporters from market_realms as r
       cross join market_items as i indexed by market_items_by_units on i.realm_n = r.n and i.house = ?1
       where r.realm_key = ?2${after === null ? '' : ' and i.half_units <= ?4 and (i.half_units < ?4 or i.item_id > ?5)'}
       order by i.half_units desc, i.item_id limit ?3)`,
    [house, realmKey, BigInt(limit), ...behind],
  );
  return rows.map(marketItem);
}

function marketItem([itemId, day, [market, min, historical, quantity], reporters]: ItemRow): MarketItem {
  return {
    itemId,
    market,
    min,
    historical,
    quantity,
    day,
    reporters,
  };
}

/** Returns the newest public day of each of many items, by item id. */
export async function readMarketItemsAmong(
  runner: Runner,
  realmKey: string,
  house: House | '',
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, MarketItem>> {
  const rows = await jsonRows<ItemRow>(
    runner,
    `select json_group_array(json_array(i.item_id, i.day, json(i.figures), i.reporters))
     from market_realms as r cross join (select distinct value from json_each(?3)) as asked
     cross join market_items as i on i.realm_n = r.n and i.house = ?1 and i.item_id = asked.value
     where r.realm_key = ?2`,
    [house, realmKey, JSON.stringify(itemIds)],
  );
  return new Map(rows.map((row) => [row[0], marketItem(row)]));
}

/** Returns an item's newest public day on each of many realms, by realm key. */
export async function readMarketItemOn(
  runner: Runner,
  realmKeys: readonly string[],
  house: House | '',
  itemId: number,
): Promise<ReadonlyMap<string, MarketItem>> {
  const rows = await jsonRows<readonly [realmKey: string, item: ItemRow]>(
    runner,
    `select json_group_array(json_array(r.realm_key, json_array(i.item_id, i.day, json(i.figures), i.reporters)))
     from (select distinct value from json_each(?1)) as asked
     cross join market_realms as r on r.realm_key = asked.value
     cross join market_items as i on i.realm_n = r.n and i.house = ?2 and i.item_id = ?3`,
    [JSON.stringify(realmKeys), house, BigInt(itemId)],
  );
  return new Map(rows.map(([realmKey, row]) => [realmKey, marketItem(row)]));
}

/** Returns an item's newest public day, or null if it has none. */
export async function readMarketItem(
  runner: Runner,
  realmKey: string,
  house: House | '',
  itemId: number,
): Promise<MarketItem | null> {
  return (await readMarketItemsAmong(runner, realmKey, house, [itemId])).get(itemId) ?? null;
}

type DayRow = readonly [day: number, figures: readonly [market: number, min: number, quantity: number], number];

/** Returns an item's public days, newest first. */
export async function readMarketDays(
  runner: Runner,
  realmKey: string,
  house: House | '',
  itemId: number,
): Promise<readonly MarketDay[]> {
  const rows = await jsonRows<DayRow>(
    runner,
    `select json_group_array(json_array(day, json(figures), reporters)) from (
       select d.day, d.figures, d.reporters
       from market_realms as r cross join market_days as d on d.realm_n = r.n and d.house = ?1 and d.item_id = ?3
       where r.realm_key = ?2 order by d.day desc limit ${LIST_MAX.auctionDays})`,
    [house, realmKey, BigInt(itemId)],
  );
  return rows.map(([day, [market, min, quantity], reporters]) => ({ day, market, min, quantity, reporters }));
}
