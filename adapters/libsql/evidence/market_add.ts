import { ON_TIME_AGE_MS, UNIT_COUNT_MAX } from '../../../domain/families/market.ts';
import type { ScanPart } from '../../../domain/ports/market.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import { readJson, type Transaction } from '../database.ts';
import { MARK_MARKET_DAYS } from './market_dirty.ts';

/**
 * Adds parts of auction scans. New rows are found by key. All rows of a stored scan are touched only if its start time
 * or its completeness changes, so the cost depends on the size of the batch.
 */
export async function addScans(tx: Transaction, scans: readonly ScanPart[]): Promise<void> {
  if (scans.length === 0) return;
  const batch = mergeScanParts(scans);
  await addRealms(tx, batch);
  await markChangedDays(tx, batch);
  const placed = await addOrMoveScans(tx, batch);
  const rows = scans.flatMap((part) => {
    const { n, realmN, day } = placed.get(formatScanKey(part))!;
    return part.rows.map(({ itemId, price, quantity }) => [realmN, day, itemId, n, price, quantity]);
  });
  await addListings(tx, JSON.stringify(rows));
}

type ScanName = Pick<ScanPart, 'installN' | 'realmKey' | 'house' | 'scanId'>;

/** A scan as described by its parts in one batch. */
interface MergedScan extends ScanName {
  firstMs: number;
  receivedMs: number;
  complete: boolean;
}

function formatScanKey({ installN, realmKey, house, scanId }: ScanName): string {
  return JSON.stringify([installN, realmKey, house, scanId]);
}

function mergeScanParts(parts: readonly ScanPart[]): readonly MergedScan[] {
  const scans = new Map<string, MergedScan>();
  for (const part of parts) {
    const key = formatScanKey(part);
    const scan = scans.get(key);
    if (scan === undefined) {
      const { installN, realmKey, house, scanId, atMs: firstMs, receivedAtMs: receivedMs, complete } = part;
      scans.set(key, { installN, realmKey, house, scanId, firstMs, receivedMs, complete });
    } else {
      scan.firstMs = Math.min(scan.firstMs, part.atMs);
      scan.receivedMs = Math.max(scan.receivedMs, part.receivedAtMs);
      scan.complete &&= part.complete;
    }
  }
  return [...scans.values()];
}

async function addRealms(tx: Transaction, batch: readonly MergedScan[]): Promise<void> {
  const keys = [...new Set(batch.map(({ realmKey }) => realmKey))];
  await tx.execute({
    sql: 'insert or ignore into market_realms (realm_key) select value from json_each(?) order by 1',
    args: [JSON.stringify(keys)],
  });
}

function formatBatchJson(batch: readonly MergedScan[]): string {
  return JSON.stringify(
    batch.map(({ realmKey, installN, house, scanId, firstMs, complete, receivedMs }) => [
      ...[realmKey, installN, house, scanId, firstMs, complete ? 1 : 0, receivedMs],
    ]),
  );
}

/** SQL for the scans of a batch, with the number of each scan's realm. */
const SELECT_BATCH = `(select r.n as realm_n, value->>0 as realm_key, value->>1 as install_n, value->>2 as house,
    value->>3 as scan_id, value->>4 as first_ms, value->>5 as complete,
    value->>6 as received_ms
  from json_each(?) cross join market_realms as r on r.realm_key = value->>0)`;

/** SQL that joins the scans of a batch to the scans already stored. */
const SELECT_STORED_SCANS = `${SELECT_BATCH} as new cross join market_scans as s on s.realm_n = new.realm_n and s.install_n = new.install_n
  and s.house = new.house and s.scan_id = new.scan_id`;

/**
 * Marks the items of stored scans whose day or rank this batch changes, or which it makes late, on the day that the scan
 * had before the change.
 */
async function markChangedDays(tx: Transaction, batch: readonly MergedScan[]): Promise<void> {
  await tx.execute({
    sql: `${MARK_MARKET_DAYS} select distinct l.realm_n, l.day, l.item_id
          from ${SELECT_STORED_SCANS} cross join market_listings as l on l.scan_n = s.n
          where new.first_ms < s.first_ms or new.complete < s.complete
            or (new.received_ms - s.first_ms > ${ON_TIME_AGE_MS} and s.received_ms - s.first_ms <= ${ON_TIME_AGE_MS}) order by 1, 2, 3`,
    args: [formatBatchJson(batch)],
  });
}

interface StoredScan {
  readonly n: number;
  readonly realmN: number;
  readonly day: number;
}

/** Stores the scans, moves the rows of scans whose day changed, and returns the position of each scan. */
async function addOrMoveScans(tx: Transaction, batch: readonly MergedScan[]): Promise<ReadonlyMap<string, StoredScan>> {
  const args = [formatBatchJson(batch)];
  const earlier = await readJson<[n: number, beforeMs: number, nowMs: number]>(
    tx,
    `select json_group_array(json_array(s.n, s.first_ms, new.first_ms)) from ${SELECT_STORED_SCANS} where new.first_ms < s.first_ms`,
    args,
  );
  await tx.execute({
    sql: `insert into market_scans (realm_n, install_n, house, scan_id, first_ms, complete, received_ms)
          select realm_n, install_n, house, scan_id, first_ms, complete, received_ms from ${SELECT_BATCH} where true
          on conflict (realm_n, install_n, house, scan_id) do update
          set first_ms = min(first_ms, excluded.first_ms), complete = min(complete, excluded.complete),
            received_ms = max(received_ms, excluded.received_ms)`,
    args,
  });
  await moveScans(
    tx,
    earlier.flatMap(([n, beforeMs, nowMs]) => (toUtcDay(nowMs) === toUtcDay(beforeMs) ? [] : [[n, toUtcDay(nowMs)]])),
  );
  const stored = await readJson<[realmKey: string, StoredScan & MergedScan]>(
    tx,
    `select json_group_array(json_array(new.realm_key, json_object('n', s.n, 'realmN', s.realm_n,
       'installN', s.install_n, 'house', s.house, 'scanId', s.scan_id, 'firstMs', s.first_ms))) from ${SELECT_STORED_SCANS}`,
    args,
  );
  return new Map(
    stored.map(([realmKey, { n, realmN, ...scan }]) => [
      formatScanKey({ ...scan, realmKey }),
      { n, realmN, day: toUtcDay(scan.firstMs) },
    ]),
  );
}

/**
 * Moves scans that turn out to have started on an earlier day. All rows of a scan belong to the day on which it
 * started.
 */
async function moveScans(tx: Transaction, days: readonly number[][]): Promise<void> {
  if (days.length === 0) return;
  const args = [JSON.stringify(days)];
  const moved = '(select value->>0 as scan_n, value->>1 as day from json_each(?)) as moved';
  await tx.execute({
    sql: `update market_listings as l set day = moved.day from ${moved} where l.scan_n = moved.scan_n`,
    args,
  });
  await tx.execute({
    sql: `${MARK_MARKET_DAYS} select distinct l.realm_n, l.day, l.item_id
          from ${moved} cross join market_listings as l on l.scan_n = moved.scan_n order by 1, 2, 3`,
    args,
  });
}

/** Adds rows of [realm, day, item, scan, price, quantity] in primary key order, so that SQLite reads each page once. */
async function addListings(tx: Transaction, json: string): Promise<void> {
  await tx.execute({
    sql: `insert into market_listings (realm_n, day, item_id, scan_n, price, quantity)
          select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(?)
          where true order by 1, 2, 3, 4, 5
          on conflict do update set quantity = min(quantity + excluded.quantity, ${UNIT_COUNT_MAX})`,
    args: [json],
  });
  await tx.execute({
    sql: `${MARK_MARKET_DAYS} select distinct value->>0, value->>1, value->>2 from json_each(?) order by 1, 2, 3`,
    args: [json],
  });
}
