import type { InValue } from '@libsql/client';
import { ON_TIME_AGE_MS, PRICE_RUNS_MAX } from '../../../domain/families/market.ts';
import type { DirtyMarket, DirtyPage } from '../../../domain/ports/evidence.ts';
import type { House, MarketScan, MarketSubject, PriceRun } from '../../../domain/ports/market.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { type Runner, readJson, readValue, type Transaction } from '../database.ts';

/** The beginning of a statement that marks days of items whose values may have changed. */
export const MARK_MARKET_DAYS = 'insert or ignore into dirty_market (realm_n, day, item_id)';

/**
 * A dirty day of an item, with its listings by scan and price, or null instead of the listings if there are too many.
 */
type DirtyRow = readonly [n: number, realmKey: string, day: number, itemId: number, rows: readonly ListingRow[] | null];
type ListingRow = readonly [scanN: number, price: number, quantity: number];
type ScanRow = readonly [
  ...[n: number, installN: number, house: House | '', scanId: string, firstMs: number, complete: 0 | 1],
  receivedMs: number,
];

/** A page ends once it has this many listings. An item with more listings is returned without them. */
const PAGE_ROWS_TARGET = 50_000;

/** Returns up to `limit` dirty days of items after number `after`, or fewer if the days have many listings. */
export async function readDirtyMarket(runner: Runner, after: number, limit: number): Promise<DirtyPage<DirtyMarket>> {
  const { rows, last } = await readDayPage(runner, 'dirty_market as d where n > ? order by n limit ?', [
    BigInt(after),
    BigInt(limit),
  ]);
  return { rows, next: await findNextPage(runner, last ?? after) };
}

const SELECT_ASKED_DAYS = `(select asked.key as n, r.n as realm_n, asked.value->>1 as day, asked.value->>2 as item_id
  from json_each(?) as asked cross join market_realms as r on r.realm_key = asked.value->>0) as d
  where n >= ? order by n`;

/** Returns these days of items from index `after` on, or fewer of them if they have many listings. */
export async function readMarketDays(
  runner: Runner,
  days: readonly MarketSubject[],
  after: number,
): Promise<DirtyPage<DirtyMarket>> {
  const asked = JSON.stringify(days.map(({ realmKey, day, itemId }) => [realmKey, day, itemId]));
  const { rows, last } = await readDayPage(runner, SELECT_ASKED_DAYS, [asked, BigInt(after)]);
  return { rows, next: last === null || last + 1 >= days.length ? null : last + 1 };
}

/** Reads days of items with their numbers. `days` is the end of a `from` clause that names and orders them. */
async function readDayPage(
  runner: Runner,
  days: string,
  args: InValue[],
): Promise<{ readonly rows: readonly DirtyMarket[]; readonly last: number | null }> {
  const found = await readJson<DirtyRow>(
    runner,
    `select json_group_array(json_array(d.n, r.realm_key, d.day, d.item_id, iif(d.listed > ${PAGE_ROWS_TARGET}, null,
       json((select json_group_array(json_array(scan_n, price, quantity)) from (
          select scan_n, price, quantity from market_listings as l where ${JOIN_DAY_LISTINGS} order by scan_n, price))))))
     from (select *, sum(listed) over (order by n rows between unbounded preceding and 1 preceding) as listed_before
           from (select d.*, (select count(*) from (select 1 from market_listings as l where ${JOIN_DAY_LISTINGS}
                   limit ${PAGE_ROWS_TARGET + 1})) as listed
                 from ${days})) as d
     cross join market_realms as r on r.n = d.realm_n
     where coalesce(d.listed_before, 0) < ${PAGE_ROWS_TARGET}`,
    args,
  );
  const scanNumbers = new Set(found.flatMap(([, , , , rows]) => (rows ?? []).map(([scanN]) => scanN)));
  const scans = await readScans(runner, scanNumbers);
  return {
    rows: found.map(([, realmKey, day, itemId, rows]) => ({
      subject: { realmKey, day, itemId },
      scans: rows === null ? null : buildScans(rows, scans),
    })),
    last: found.at(-1)?.[0] ?? null,
  };
}

const JOIN_DAY_LISTINGS = 'l.realm_n = d.realm_n and l.day = d.day and l.item_id = d.item_id';

async function findNextPage(runner: Runner, last: number): Promise<number | null> {
  const isMore = await readValue(runner, 'select exists (select 1 from dirty_market where n > ?)', [BigInt(last)]);
  return Number(isMore) === 1 ? last : null;
}

type ScanHead = Omit<MarketScan, 'runs'>;

async function readScans(runner: Runner, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, ScanHead>> {
  const rows = await readJson<ScanRow>(
    runner,
    `select json_group_array(json_array(s.n, s.install_n, s.house, s.scan_id, s.first_ms, s.complete,
       s.received_ms))
     from json_each(?) cross join market_scans as s on s.n = value`,
    [JSON.stringify([...numbers])],
  );
  return new Map(rows.map((row) => [row[0], readScanHead(row)]));
}

function readScanHead([, installN, house, scanId, firstMs, complete, receivedMs]: readonly [...ScanRow, ...unknown[]]) {
  return { installN, house, scanId, firstMs, receivedMs, complete: complete === 1 };
}

function buildScans(rows: readonly ListingRow[], heads: ReadonlyMap<number, ScanHead>): readonly MarketScan[] {
  return [...groupBy(rows, ([scanN]) => scanN)].map(([scanN, own]) => {
    const runs = own.map(([, price, quantity]): PriceRun => [price, quantity]);
    return { ...heads.get(scanN)!, runs };
  });
}

/** Clears the dirty marks, and deletes marked realms that have no scans left. */
export async function clearMarketMarks(tx: Transaction): Promise<void> {
  await tx.execute(
    `delete from market_realms where n in (select distinct realm_n from dirty_market)
     and not exists (select 1 from market_scans as s where s.realm_n = market_realms.n)`,
  );
  await tx.execute('delete from dirty_market');
}

const PAGE_SCANS_MAX = 1_000;

/** Number of prices to read for one page. The first install of the page may exceed it. */
const PRICES_PER_PAGE = 30_000;

type CountedScan = readonly [...ScanRow, rows: number];

/** SQL for the listings of one item and day in one scan. */
const FROM_DAY_LISTINGS =
  'from market_listings as l where l.realm_n = ?1 and l.day = ?2 and l.item_id = ?3 and l.scan_n';

/**
 * SQL that picks the scan representing each install and house, and the one among those received in time: complete scans
 * first, then the newest, then the one with the greatest id. With max(), SQLite takes the other columns from the row with
 * the maximum.
 */
const SELECT_SCAN_HEADS = `select json_group_array(json_array(n, install_n, house, scan_id, first_ms, complete,
    received_ms, (select count(*) from (select 1 ${FROM_DAY_LISTINGS} = h.n limit ${PRICE_RUNS_MAX}))))
  from (select n, install_n, house, scan_id, first_ms, complete, received_ms,
      max(printf('%d %020d %s', complete, first_ms, scan_id))
    from market_scans as s
    where realm_n = ?1 and install_n > ?4 and first_ms >= ?2 * ${DAY_MS} and first_ms < (?2 + 1) * ${DAY_MS}
      and exists (select 1 ${FROM_DAY_LISTINGS} = s.n)
    group by install_n, house, received_ms - first_ms > ${ON_TIME_AGE_MS} order by install_n limit ${PAGE_SCANS_MAX}) as h`;

/**
 * Reads a day of an item that occurs in many scans, a few installs at a time (domain/ports/evidence.ts, marketScans).
 */
export async function readMarketScans(
  runner: Runner,
  { realmKey, day, itemId }: MarketSubject,
  after: number,
): Promise<DirtyPage<MarketScan>> {
  const [realmN] = await readJson<number>(runner, 'select json_group_array(n) from market_realms where realm_key = ?', [
    realmKey,
  ]);
  if (realmN === undefined) return { rows: [], next: null };
  const key = [BigInt(realmN), BigInt(day), BigInt(itemId)];
  const heads = await readJson<CountedScan>(runner, SELECT_SCAN_HEADS, [...key, BigInt(after)]);
  const read = takeWholeInstalls(heads);
  const runs = new Map(
    await readJson<readonly [n: number, runs: readonly PriceRun[]]>(
      runner,
      `select json_group_array(json_array(h.value, json((select json_group_array(json_array(price, quantity)) from (
         select price, quantity ${FROM_DAY_LISTINGS} = h.value order by price limit ${PRICE_RUNS_MAX}))))) from json_each(?4) as h`,
      [...key, JSON.stringify(read.map(([n]) => n))],
    ),
  );
  return {
    rows: read.map((head) => ({ ...readScanHead(head), runs: runs.get(head[0]) ?? [] })),
    next: read.length < heads.length || heads.length === PAGE_SCANS_MAX ? read.at(-1)![1] : null,
  };
}

/** Returns the scans of the first installs that fit on a page. Leaves out an install that may be incomplete. */
function takeWholeInstalls(heads: readonly CountedScan[]): readonly CountedScan[] {
  const cut = heads.length === PAGE_SCANS_MAX ? heads.at(-1)![1] : null;
  const first = heads[0]?.[1];
  const left = new Map<number, number>();
  let rows = 0;
  for (const head of heads) {
    rows += head.at(-1) as number;
    left.set(head[1], rows);
  }
  return heads.filter(([, n]) => n !== cut && (n === first || left.get(n)! <= PRICES_PER_PAGE));
}
