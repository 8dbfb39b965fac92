import type { Transaction } from '@libsql/client';
import type { DirtyMarket, DirtyPage } from '../../../domain/ports/evidence.ts';
import type { House, MarketScan, PriceRun } from '../../../domain/ports/market.ts';
import { jsonRows, type Runner, readValue } from '../database.ts';

/** The beginning of an SQL statement that marks days of items whose values may have changed. */
export const MARK_DAYS = 'insert or ignore into dirty_market (realm_n, day, item_id)';

/**
 * A dirty day of an item: its number, its subject, and its listings by scan and price, or null if there are too many.
 */
type DirtyRow = readonly [n: number, realmKey: string, day: number, itemId: number, rows: readonly ListingRow[] | null];
type ListingRow = readonly [scanN: number, price: number, quantity: number];
type ScanRow = readonly [
  ...[n: number, installN: number, house: House | '', scanId: string, firstMs: number, complete: 0 | 1],
];

/**
 * A page ends after the item that brings it to this many listings. An item with more than this is returned without its
 * listings.
 */
const PAGE_ROWS_AIM = 50_000;

/** Returns up to `limit` dirty days of items after number `after`, or fewer if they have very many listings. */
export async function readDirtyMarket(runner: Runner, after: number, limit: number): Promise<DirtyPage<DirtyMarket>> {
  const dirty = await jsonRows<DirtyRow>(
    runner,
    `select json_group_array(json_array(d.n, r.realm_key, d.day, d.item_id, iif(d.listed > ${PAGE_ROWS_AIM}, null,
       json((select json_group_array(json_array(scan_n, price, quantity)) from (
          select scan_n, price, quantity from market_listings as l where ${SAME_DAY} order by scan_n, price))))))
     from (select *, sum(listed) over (order by n rows between unbounded preceding and 1 preceding) as listed_before
           from (select d.*, (select count(*) from (select 1 from market_listings as l where ${SAME_DAY}
                   limit ${PAGE_ROWS_AIM + 1})) as listed
                 from dirty_market as d where n > ? order by n limit ?)) as d
     cross join market_realms as r on r.n = d.realm_n
     where coalesce(d.listed_before, 0) < ${PAGE_ROWS_AIM}`,
    [BigInt(after), BigInt(limit)],
  );
  const scans = await readScans(
    runner,
    new Set(dirty.flatMap(([, , , , rows]) => (rows ?? []).map(([scanN]) => scanN))),
  );
  return {
    rows: dirty.map(([, realmKey, day, itemId, rows]) => ({
      subject: { realmKey, day, itemId },
      scans: rows === null ? null : scansOf(rows, scans),
    })),
    next: await nextPage(runner, dirty.at(-1)?.[0] ?? after),
  };
}

const SAME_DAY = 'l.realm_n = d.realm_n and l.day = d.day and l.item_id = d.item_id';

async function nextPage(runner: Runner, last: number): Promise<number | null> {
  const isMore = await readValue(runner, 'select exists (select 1 from dirty_market where n > ?)', [BigInt(last)]);
  return Number(isMore) === 1 ? last : null;
}

type ScanHead = Omit<MarketScan, 'runs'>;

async function readScans(runner: Runner, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, ScanHead>> {
  const rows = await jsonRows<ScanRow>(
    runner,
    `select json_group_array(json_array(s.n, s.install_n, s.house, s.scan_id, s.first_ms, s.complete))
     from json_each(?) cross join market_scans as s on s.n = value`,
    [JSON.stringify([...numbers])],
  );
  return new Map(
    rows.map(([n, installN, house, scanId, firstMs, complete]) => [
      n,
      { installN, house, scanId, firstMs, complete: complete === 1 },
    ]),
  );
}

function scansOf(rows: readonly ListingRow[], heads: ReadonlyMap<number, ScanHead>): readonly MarketScan[] {
  const runs = new Map<number, PriceRun[]>();
  for (const [scanN, price, quantity] of rows) {
    const own = runs.get(scanN);
    if (own === undefined) runs.set(scanN, [[price, quantity]]);
    else own.push([price, quantity]);
  }
  return [...runs].map(([scanN, own]) => ({ ...heads.get(scanN)!, runs: own }));
}

/** Clears the marks, and deletes marked realms that have no scans left. */
export async function clearMarketMarks(tx: Transaction): Promise<void> {
  await tx.execute(
    `delete from market_realms where n in (select distinct realm_n from dirty_market)
     and not exists (select 1 from market_scans as s where s.realm_n = market_realms.n)`,
  );
  await tx.execute('delete from dirty_market');
}
