import { findLeadingDay, LEADING_DAYS_MAX } from '../../../../domain/families/counting/leading_day.ts';
import type { House, MarketDay, MarketFacts, MarketValue, OnTimeValue } from '../../../../domain/ports/market.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { readJson, type Transaction } from '../../database.ts';
import { insertRows, overwrite, type SqlCell } from '../../insert_rows.ts';

/** Number of facts written at a time, which limits the JSON held in memory. */
const BATCH_FACTS = 500;

/**
 * Writes market days. Changed days are updated, and days that are no longer public are deleted. Unchanged days are not
 * written. The leading day of each affected item is recomputed. `presentDay` is the UTC day of dataAsOf.
 */
export async function writeMarket(tx: Transaction, facts: readonly MarketFacts[], presentDay: number): Promise<void> {
  for (const some of cutIntoSlices(facts, BATCH_FACTS)) await writeMarketFacts(tx, some, presentDay);
}

/** Recomputes the leading days of items whose newest day did not lead. It may once it is over. */
export async function writeEndedDays(tx: Transaction, presentDay: number): Promise<void> {
  const waiting = await readJson<ItemName>(
    tx,
    `select json_group_array(json_array(r.realm_key, i.house, i.item_id)) from market_items as i
     cross join market_realms as r on r.n = i.realm_n where i.newer is not null`,
  );
  for (const some of cutIntoSlices(waiting, BATCH_FACTS)) await updateItems(tx, some, presentDay);
}

interface DayUpdate {
  readonly realmKey: string;
  readonly house: House | '';
  readonly itemId: number;
  readonly day: number;
  readonly value: MarketValue | null;
}

async function writeMarketFacts(tx: Transaction, facts: readonly MarketFacts[], presentDay: number): Promise<void> {
  const stated = facts.flatMap(({ subject, houses }) =>
    houses.map(({ house, value }): DayUpdate => ({ ...subject, house, value })),
  );
  const stored = await readStoredDays(tx, stated);
  const gone = stated.filter(({ value }, i) => value === null && stored.has(i));
  const changed = stated.filter(({ value }, i) => {
    const before = stored.get(i);
    if (value === null || before === undefined) return value !== null;
    const isSame = before.figures === formatDayValues(value) && before.onTime === formatOnTimeValues(value);
    return !isSame || before.reporters !== value.reporters;
  });
  if (gone.length + changed.length === 0) return;
  await writeDays(tx, changed, gone);
  const touched = [...changed, ...gone].map(({ realmKey, house, itemId }): ItemName => [realmKey, house, itemId]);
  await updateItems(tx, [...new Map(touched.map((name) => [name.join(':'), name])).values()], presentDay);
  if (gone.length > 0) await deleteEmptyRealms(tx, gone);
}

function formatDayValues({ market, min, quantity }: MarketValue): string {
  return JSON.stringify([market, min, quantity]);
}

/** Returns the figures of the scans received in time as JSON, or null if all scans have the same figures. */
function formatOnTimeValues({ onTime }: MarketValue): string | null {
  return onTime === undefined ? null : JSON.stringify(onTime);
}

interface StoredDay {
  readonly figures: string;
  readonly reporters: number;
  readonly onTime: string | null;
}

/** Reads the stored figures of these days, by index in the list. */
async function readStoredDays(tx: Transaction, stated: readonly DayUpdate[]): Promise<ReadonlyMap<number, StoredDay>> {
  const rows = await readJson<[index: number, figures: string, reporters: number, onTime: string | null]>(
    tx,
    `select json_group_array(json_array(s.key, d.figures, d.reporters, d.on_time)) from json_each(?) as s
     cross join market_realms as r on r.realm_key = s.value->>0
     cross join market_days as d on d.realm_n = r.n and d.house = s.value->>1 and d.item_id = s.value->>2
       and d.day = s.value->>3`,
    [JSON.stringify(stated.map(buildDayKey))],
  );
  return new Map(rows.map(([i, figures, reporters, onTime]) => [i, { figures, reporters, onTime }]));
}

function buildDayKey({ realmKey, house, itemId, day }: DayUpdate) {
  return [realmKey, house, itemId, day];
}

async function writeDays(tx: Transaction, changed: readonly DayUpdate[], gone: readonly DayUpdate[]): Promise<void> {
  await tx.execute({
    sql: 'insert or ignore into market_realms (realm_key) select value from json_each(?) order by 1',
    args: [JSON.stringify([...new Set(changed.map(({ realmKey }) => realmKey))])],
  });
  await tx.execute({
    sql: `insert into market_days (realm_n, house, item_id, day, figures, reporters, on_time)
          select r.n, s.value->>1, s.value->>2, s.value->>3, s.value->>4, s.value->>5, s.value->>6 from json_each(?) as s
          cross join market_realms as r on r.realm_key = s.value->>0 where true order by 1, 2, 3, 4
          on conflict do update set figures = excluded.figures, reporters = excluded.reporters,
            on_time = excluded.on_time`,
    args: [JSON.stringify(changed.map((one) => [...buildDayKey(one), ...buildDayCells(one.value!)]))],
  });
  await tx.execute({
    sql: `delete from market_days where (realm_n, house, item_id, day) in (
            select r.n, s.value->>1, s.value->>2, s.value->>3 from json_each(?) as s
            cross join market_realms as r on r.realm_key = s.value->>0)`,
    args: [JSON.stringify(gone.map(buildDayKey))],
  });
}

function buildDayCells(value: MarketValue) {
  return [formatDayValues(value), value.reporters, formatOnTimeValues(value)];
}

type ItemKey = readonly [realmN: number, house: House | '', itemId: number];
type ItemName = readonly [realmKey: string, house: House | '', itemId: number];
type ItemDay = readonly [
  ...[...ItemKey, day: number, figures: readonly [number, number, number], reporters: number],
  onTime: string | null,
];

/** Recomputes the leading days of these items. */
async function updateItems(tx: Transaction, names: readonly ItemName[], presentDay: number): Promise<void> {
  const items = JSON.stringify(names);
  const KEYS = `(select r.n as realm_n, s.value->>1 as house, s.value->>2 as item_id from json_each(?) as s
    cross join market_realms as r on r.realm_key = s.value->>0) as k`;
  const SAME = 'd.realm_n = k.realm_n and d.house = k.house and d.item_id = k.item_id';
  const days = await readJson<ItemDay>(
    tx,
    `select json_group_array(json_array(k.realm_n, k.house, k.item_id, d.day, json(d.figures), d.reporters,
       d.on_time))
     from ${KEYS} cross join market_days as d on ${SAME}
       and d.day >= (select min(day) from (
         select d.day from market_days as d where ${SAME} order by d.day desc limit ${LEADING_DAYS_MAX}))`,
    [items],
  );
  await tx.execute({
    sql: `delete from market_items where (realm_n, house, item_id) in (select realm_n, house, item_id from ${KEYS}
            where not exists (select 1 from market_days as d where ${SAME}))`,
    args: [items],
  });
  await insertRows(
    tx,
    'market_items',
    `realm_n, house, item_id, ${LEAD_COLUMNS}`,
    buildLeadingDays(days, presentDay),
    `order by 1, 2, 3 ${overwrite(LEAD_COLUMNS)}
       where (${LEAD_COLUMNS}) is not (${LEAD_COLUMNS.replaceAll(/(?<=^|, )/g, 'excluded.')})`,
  );
}

const LEAD_COLUMNS = 'half_units, day, figures, reporters, unusual, trend, week_change, newer';

/** Builds the rows of market_items from the most recent days of each item. */
function buildLeadingDays(rows: readonly ItemDay[], presentDay: number): readonly (readonly SqlCell[])[] {
  const items = new Map<string, { readonly key: ItemKey; readonly days: MarketDay[] }>();
  for (const [realmN, house, itemId, day, [market, min, quantity], reporters, timely] of rows) {
    const name = `${realmN}:${house}:${itemId}`;
    const item = items.get(name) ?? { key: [realmN, house, itemId], days: [] };
    items.set(name, item);
    const onTime = timely === null ? {} : { onTime: JSON.parse(timely) as OnTimeValue | null };
    item.days.push({ day, market, min, quantity, reporters, ...onTime });
  }
  return [...items.values()].map(({ key, days }) => {
    const lead = findLeadingDay(days, presentDay)!;
    const { day, market, min, historical, quantity, reporters, unusual, trend, weekChange, newer } = lead;
    const figures = JSON.stringify([market, min, historical, quantity]);
    const leading = [2 * quantity, day, figures, reporters, Number(unusual), JSON.stringify(trend), weekChange];
    return [...key, ...leading, newer && JSON.stringify(newer)];
  });
}

async function deleteEmptyRealms(tx: Transaction, gone: readonly DayUpdate[]): Promise<void> {
  await tx.execute({
    sql: `delete from market_realms where realm_key in (select value from json_each(?))
          and not exists (select 1 from market_items as i where i.realm_n = market_realms.n)`,
    args: [JSON.stringify([...new Set(gone.map(({ realmKey }) => realmKey))])],
  });
}
