import { RUNS_MAX } from '../../../domain/families/market.ts';
import type { DirtyPage } from '../../../domain/ports/evidence.ts';
import type { MarketScan, MarketSubject, PriceRun } from '../../../domain/ports/market.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { jsonRows, type Runner } from '../database.ts';

/** Number of scans examined for one page. */
const PAGE_SCANS = 1_000;

/** Number of prices read for one page. The first install of the page is exempt. */
const PAGE_ROWS_AIM = 30_000;

type Head = readonly [
  ...[n: number, installN: number, house: MarketScan['house'], scanId: string, firstMs: number, complete: 0 | 1],
  rows: number,
];

/** SQL for the listings of one item and day in a scan. */
const LISTED = 'from market_listings as l where l.realm_n = ?1 and l.day = ?2 and l.item_id = ?3 and l.scan_n';

/**
 * SQL that picks the scan that represents each install and house: complete scans first, then the newest, then the
 * greatest id. With max(), SQLite returns the other columns from the row that has the maximum, and it finds the groups
 * in index order.
 */
const HEADS = `select json_group_array(json_array(n, install_n, house, scan_id, first_ms, complete,
    (select count(*) from (select 1 ${LISTED} = h.n limit ${RUNS_MAX}))))
  from (select n, install_n, house, scan_id, first_ms, complete,
      max(printf('%d %020d %s', complete, first_ms, scan_id))
    from market_scans as s
    where realm_n = ?1 and install_n > ?4 and first_ms >= ?2 * ${DAY_MS} and first_ms < (?2 + 1) * ${DAY_MS}
      and exists (select 1 ${LISTED} = s.n)
    group by install_n, house order by install_n limit ${PAGE_SCANS}) as h`;

/** Reads a day of an item that many scans contain, a few installs at a time (domain/ports/evidence.ts, marketScans). */
export async function readMarketScans(
  runner: Runner,
  { realmKey, day, itemId }: MarketSubject,
  after: number,
): Promise<DirtyPage<MarketScan>> {
  const [realmN] = await jsonRows<number>(runner, 'select json_group_array(n) from market_realms where realm_key = ?', [
    realmKey,
  ]);
  if (realmN === undefined) return { rows: [], next: null };
  const key = [BigInt(realmN), BigInt(day), BigInt(itemId)];
  const heads = await jsonRows<Head>(runner, HEADS, [...key, BigInt(after)]);
  const read = wholeInstalls(heads);
  const runs = new Map(
    await jsonRows<readonly [n: number, runs: readonly PriceRun[]]>(
      runner,
      `select json_group_array(json_array(h.value, json((select json_group_array(json_array(price, quantity)) from (
         select price, quantity ${LISTED} = h.value order by price limit ${RUNS_MAX}))))) from json_each(?4) as h`,
      [...key, JSON.stringify(read.map(([n]) => n))],
    ),
  );
  return {
    rows: read.map(([n, installN, house, scanId, firstMs, complete]) => ({
      installN,
      house,
      scanId,
      firstMs,
      complete: complete === 1,
      runs: runs.get(n) ?? [],
    })),
    next: read.length < heads.length || heads.length === PAGE_SCANS ? read.at(-1)![1] : null,
  };
}

/** Returns the heads of the first installs whose rows fit on a page. An install that may be incomplete is left out. */
function wholeInstalls(heads: readonly Head[]): readonly Head[] {
  const cut = heads.length === PAGE_SCANS ? heads.at(-1)![1] : null;
  const first = heads[0]?.[1];
  const left = new Map<number, number>();
  let rows = 0;
  for (const head of heads) {
    rows += head.at(-1) as number;
    left.set(head[1], rows);
  }
  return heads.filter(([, n]) => n !== cut && (n === first || left.get(n)! <= PAGE_ROWS_AIM));
}
