import type { Client, Transaction } from '@libsql/client';
import type { TraitsByFamily } from '../../../domain/families/counting/claims.ts';
import { RUNS_MAX } from '../../../domain/families/market.ts';
import type { DirtyPage, EvidenceBatch, EvidenceCursor, EvidenceStore } from '../../../domain/ports/evidence.ts';
import type { MarketScan, MarketSubject, PriceRun } from '../../../domain/ports/market.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { inTransaction, jsonRows, openWriter, type Runner } from '../database.ts';
import { migrate } from '../migrate.ts';
import { StorageError, storageRunner } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { addClaims, clearSubjectMarks } from './claims.ts';
import { addParts, readCounts } from './counts.ts';
import { beginCursor, moveCursor, readCursor, settleCursor } from './cursor.ts';
import { readDirtyTallies, readDirtyWitnesses, readTalliesOf, readTestimonies } from './dirty.ts';
import { addPending, clearPending, notePlaces, readFeedRecords, readPending, readPendingWithdrawals } from './feed.ts';
import {
  addLoot,
  type ChangeStep,
  clearLootMarks,
  createHeldLoot,
  type LootBuffer,
  readDirtySources,
  readLooters,
  readSourceItems,
} from './loot/mod.ts';
import { addScans } from './market_add.ts';
import { clearMarketMarks, readDirtyMarket } from './market_dirty.ts';
import { readExcluded, readmit, removeInstall, removeInstallClaims, removeRecords } from './remove.ts';

const runStorage = storageRunner('evidence');

export interface EvidenceOptions {
  readonly epoch: string;
  /** Creates the database if it is missing. If false, a missing database or one of another epoch is a storage fault. */
  readonly create: boolean;
  /** True for an epoch that nobody reads yet (adapters/libsql/database.ts). */
  readonly unfinished?: boolean;
  /** Limit of loot that an unfinished epoch may buffer in memory, counting windows and items. Default: about 20 MB. */
  readonly heldMax?: number;
  /** The traits of every roll-up whose claims are stored. */
  readonly rollups: TraitsByFamily;
}

/** Enough for the upper pages of the B-trees and for the pages that one transaction changes. */
const CACHE_KIB = 8_192;

/**
 * Opens the evidence of an epoch for writing; only one writer may exist. Every statement takes its rows as one JSON
 * argument and finds stored rows by primary key, so its cost depends on the new rows, not on the stored ones. Throws an
 * error that `storageErrorCode` recognises if the file is missing or damaged, or `WrongDatabase` if it is not an
 * evidence database of ours.
 */
export async function openEvidenceStore(path: string, options: EvidenceOptions): Promise<EvidenceStore> {
  const { rollups, create, unfinished = false, heldMax } = options;
  const client = await openWriter(path, { create, unfinished, cacheKiB: CACHE_KIB });
  try {
    if (!create) await requireWholeFile(client, path);
    await prepare(client, options);
  } catch (error) {
    client.close();
    throw error;
  }
  // A crash discards an unfinished epoch anyway, so its windows may be buffered in memory until they are read.
  const buffer = unfinished ? createHeldLoot(heldMax) : null;
  const flush = async (): Promise<void> => {
    if (buffer === null || buffer.isEmpty) return;
    await inTransaction(client, async (tx) => flushBuffer(tx, buffer, await readCursor(tx)));
  };
  /** Runs queries that depend on loot windows, after writing the buffered ones. */
  const read = <T>(work: () => Promise<T>) =>
    runStorage(async () => {
      await flush();
      return work();
    });
  const write = (work: (tx: Transaction) => Promise<void>) => read(() => inTransaction(client, work));
  return {
    cursor: () => runStorage(() => readCursor(client)),
    counts: () => runStorage(() => readCounts(client)),
    add: (to, batch) => runStorage(() => inTransaction(client, (tx) => add(tx, to, batch, { rollups, buffer }))),
    dirtySources: (after, limit) => read(() => readDirtySources(client, after, limit)),
    sourceItems: (sources, which, page) => read(() => readSourceItems(client, sources, which, page)),
    dirtyTallies: (rollup, after, limit) => read(() => readDirtyTallies(client, rollup, { after, limit })),
    tallies: (rollup, subjects, after) => read(() => readTalliesOf(client, rollup, subjects, after)),
    looters: (sources) => read(() => readLooters(client, sources)),
    dirtyWitnesses: (rollup, after, limit) => read(() => readDirtyWitnesses(client, rollup, { after, limit })),
    dirtyMarket: (after, limit) => read(() => readDirtyMarket(client, after, limit)),
    marketScans: (subject, after) => read(() => readMarketScans(client, subject, after)),
    testimonies: (rollup, fromDay, after, limit) =>
      read(() => readTestimonies(client, rollup, fromDay, { after, limit })),
    clearMarks: (dailyDay, done) => write((tx) => clearMarks(tx, dailyDay, done)),
    excluded: () => runStorage(() => readExcluded(client)),
    removeInstall: (to, installN, how) => write((tx) => removeInstall(tx, to, installN, { ...how, rollups })),
    removeInstallClaims: (to, installN) => write((tx) => removeInstallClaims(tx, to, installN, rollups)),
    readmit: (to, installN) => write((tx) => readmit(tx, to, installN)),
    feedRecords: (seqs) => runStorage(() => readFeedRecords(client, seqs)),
    removeRecords: (to, records, names) => write((tx) => removeRecords(tx, to, records, { names, rollups })),
    pending: (before, limit) => runStorage(() => readPending(client, before, limit)),
    pendingWithdrawals: (after, limit) => runStorage(() => readPendingWithdrawals(client, after, limit)),
    notePlaces: (places) => runStorage(() => inTransaction(client, (tx) => notePlaces(tx, places))),
    close: async () => client.close(),
  };
}

async function prepare(client: Client, { epoch, create }: EvidenceOptions): Promise<void> {
  const { from } = await migrate(client, 'evidence');
  if (from === 0) {
    // A truncated file opens as a fresh database, but only a new epoch may start from one.
    if (!create) throw new StorageError('DATABASE_EMPTY');
    await beginCursor(client, epoch);
  }
  const { rows } = await client.execute('select epoch from cursor');
  if (rows[0]?.['epoch'] !== epoch) throw new StorageError('DATABASE_OF_OTHER_EPOCH');
}

async function add(
  tx: Transaction,
  to: EvidenceCursor,
  { parts, loot, claims, scans, feed }: EvidenceBatch,
  { rollups, buffer }: { readonly rollups: TraitsByFamily; readonly buffer: LootBuffer | null },
): Promise<void> {
  const { clearedStep } = await readCursor(tx);
  const at = { step: to.step, clearedStep };
  await addParts(tx, parts);
  if (buffer === null) await addLoot(tx, loot, at);
  else if (buffer.add(loot)) await flushBuffer(tx, buffer, at);
  await addClaims(tx, claims, rollups);
  await addScans(tx, scans);
  await addPending(tx, feed);
  await moveCursor(tx, to);
}

function flushBuffer(tx: Transaction, buffer: LootBuffer, at: ChangeStep): Promise<void> {
  return addLoot(tx, buffer.take(), at);
}

async function clearMarks(
  tx: Transaction,
  dailyDay: number | null,
  done: Parameters<EvidenceStore['clearMarks']>[1],
): Promise<void> {
  await clearLootMarks(tx);
  await clearSubjectMarks(tx);
  await clearMarketMarks(tx);
  await clearPending(tx, done);
  await settleCursor(tx, dailyDay);
}

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
async function readMarketScans(
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
