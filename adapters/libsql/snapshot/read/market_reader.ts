import { compareRealmNames } from '../../../../domain/families/market.ts';
import type {
  MarketItem,
  MarketReader,
  MarketRealm,
  OnTimeValue,
  RisingAndFalling,
} from '../../../../domain/ports/market.ts';
import { HOUSES } from '../../../../schema/vocabulary.ts';
import { createRowReader, type Query } from './query.ts';

type ItemRow = readonly [
  ...[itemId: number, day: number, figures: MarketValues, reporters: number, unusual: 0 | 1],
  ...[trend: MarketItem['trend'], weekChange: number | null, newer: MarketItem['newer']],
];
type MarketValues = readonly [market: number, min: number, historical: number, quantity: number];
type DayRow = readonly [
  ...[day: number, figures: readonly [market: number, min: number, quantity: number], reporters: number],
  onTime: string | null,
];

/** SQL for an `ItemRow` of the market_items table, as `i`. */
const ITEM_ROW_JSON = `json_array(i.item_id, i.day, json(i.figures), i.reporters, i.unusual, json(i.trend), i.week_change,
  json(i.newer))`;

/** SQL that joins, as `r`, the realms whose keys are in the JSON list `?1`. */
const FROM_ASKED_REALMS = `(select distinct value from json_each(?1)) as asked
  cross join market_realms as r on r.realm_key = asked.value`;

export function createMarketReader(query: Query): MarketReader {
  const readRows = createRowReader(query);

  const itemsAmong: MarketReader['itemsAmong'] = async (realmKey, house, itemIds) => {
    const rows = await readRows<ItemRow>(
      `select json_group_array(${ITEM_ROW_JSON})
       from market_realms as r cross join (select distinct value from json_each(?3)) as asked
       cross join market_items as i on i.realm_n = r.n and i.house = ?1 and i.item_id = asked.value
       where r.realm_key = ?2`,
      [house, realmKey, JSON.stringify(itemIds)],
    );
    return new Map(rows.map((row) => [row[0], toMarketItem(row)]));
  };

  return {
    realms: async () => {
      const realms = await readRows<MarketRealm>(
        `select json_group_array(json_object('realmKey', r.realm_key,
           'name', coalesce((select f.body->>'spelling' from facts as f
             where f.family = 'realms' and f.subject = r.realm_key), r.realm_key),
           'houses', (select json_group_array(h.value) from json_each(?) as h
             where exists (select 1 from market_items as i where i.realm_n = r.n and i.house = h.value))))
         from market_realms as r`,
        [JSON.stringify(HOUSES)],
      );
      return [...realms].sort(compareRealmNames);
    },
    sizes: async (realmKeys, house) => {
      const rows = await readRows<readonly [realmKey: string, items: number, newestDay: number]>(
        `select json_group_array(json_array(r.realm_key, c.rows, (select max(i.day) from market_items as i
           indexed by market_items_by_day where i.realm_n = r.n and i.house = ?2)))
         from ${FROM_ASKED_REALMS} cross join row_counts as c on c.list = 'market' and c.id = r.n and c.key = ?2`,
        [JSON.stringify(realmKeys), house],
      );
      return new Map(rows.map(([realmKey, items, newestDay]) => [realmKey, { items, newestDay }]));
    },
    items: async (realmKey, house, limit, after = null) => {
      const behind = after === null ? [] : [BigInt(2 * after.quantity), BigInt(after.itemId)];
      const rows = await readRows<ItemRow>(
        `select json_group_array(${ITEM_ROW_JSON}) from (
           select i.* from market_realms as r
           cross join market_items as i indexed by market_items_by_units on i.realm_n = r.n and i.house = ?1
           where r.realm_key = ?2${after === null ? '' : ' and i.half_units <= ?4 and (i.half_units < ?4 or i.item_id > ?5)'}
           order by i.half_units desc, i.item_id limit ?3) as i`,
        [house, realmKey, BigInt(limit), ...behind],
      );
      return rows.map(toMarketItem);
    },
    itemsAmong,
    itemOn: async (realmKeys, house, itemId) => {
      const rows = await readRows<readonly [realmKey: string, item: ItemRow]>(
        `select json_group_array(json_array(r.realm_key, ${ITEM_ROW_JSON}))
         from ${FROM_ASKED_REALMS} cross join market_items as i on i.realm_n = r.n and i.house = ?2 and i.item_id = ?3`,
        [JSON.stringify(realmKeys), house, BigInt(itemId)],
      );
      return new Map(rows.map(([realmKey, row]) => [realmKey, toMarketItem(row)]));
    },
    moves: async (realmKeys, house, limit) => {
      if (realmKeys.length === 0) return new Map();
      const rows = await readRows<readonly [realmKey: string, rising: readonly ItemRow[], falling: readonly ItemRow[]]>(
        SELECT_MOVES,
        [JSON.stringify(realmKeys), house, BigInt(limit)],
      );
      return new Map(
        rows.map(([realmKey, rising, falling]): [string, RisingAndFalling] => [
          realmKey,
          { rising: rising.map(toMarketItem), falling: falling.map(toMarketItem) },
        ]),
      );
    },
    days: async (realmKey, house, itemId, limit) => {
      const rows = await readRows<DayRow>(
        `select json_group_array(json_array(day, json(figures), reporters, on_time)) from (
           select d.day, d.figures, d.reporters, d.on_time
           from market_realms as r cross join market_days as d on d.realm_n = r.n and d.house = ?1 and d.item_id = ?3
           where r.realm_key = ?2 order by d.day desc limit ?4)`,
        [house, realmKey, BigInt(itemId), BigInt(limit)],
      );
      return rows.map(([day, [market, min, quantity], reporters, onTime]) => {
        const early = onTime === null ? {} : { onTime: JSON.parse(onTime) as OnTimeValue | null };
        return { day, market, min, quantity, reporters, ...early };
      });
    },
  };
}

function toMarketItem(row: ItemRow): MarketItem {
  const [itemId, day, [market, min, historical, quantity], reporters, unusual, trend, weekChange, newer] = row;
  const figures = { market, min, historical, quantity, day, reporters, unusual: unusual === 1 };
  return { itemId, ...figures, newer, trend, weekChange };
}

/** Number of days, ending with a realm's newest, whose items can be among those whose values changed most. */
const MOVE_DAYS_MAX = 3;

/**
 * SQL for the changes of one sign of a realm `r`, as a JSON list of `ItemRow`. The changes of each day are read from the
 * start of the index, so that the cost does not depend on the size of the market.
 */
function selectMoves(sign: 'rising' | 'falling'): string {
  const [which, order] = sign === 'rising' ? ['> 0', 'desc'] : ['< 0', 'asc'];
  const days = Array.from(
    { length: MOVE_DAYS_MAX },
    (_, back) => `select * from (select * from market_items as i indexed by market_items_by_day
      where i.realm_n = r.n and i.house = ?2 and i.day = r.newest - ${back} and i.week_change ${which}
      order by i.week_change ${order}, i.item_id limit ?3)`,
  );
  return `(select json_group_array(${ITEM_ROW_JSON}) from (select * from (${days.join(' union all ')}) as i
    order by i.week_change ${order}, i.item_id limit ?3) as i)`;
}

const SELECT_MOVES = `select json_group_array(json_array(r.realm_key, ${selectMoves('rising')}, ${selectMoves('falling')}))
  from (select r.n, r.realm_key, (select max(i.day) from market_items as i indexed by market_items_by_day
    where i.realm_n = r.n and i.house = ?2) as newest from ${FROM_ASKED_REALMS}) as r`;
