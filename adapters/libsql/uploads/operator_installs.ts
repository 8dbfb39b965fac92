import type { InstallState, Order } from '../../../domain/ports/uploads.ts';
import { digestErasedInstall } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Connection, type Runner, readJson, readValue, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { findDamagedBlocks } from './block_rows.ts';
import { linkErasure } from './chain.ts';
import { readReadableRows } from './damaged_rows.ts';
import { findIntactInstall } from './installs.ts';
import { readNewestPendingScrub, requestScrub } from './pending_scrubs.ts';

/** Number of records of an install, or the number it had before it was erased. */
export interface InstallRecords {
  readonly records: number;
}

const SELECT_RECORDS_BY_UPLOAD = `
  select json_group_array(json_array(own.upload_n, own.records, u.records)) from (
    select upload_n, sum(records) as records from blocks where install_n = ? group by upload_n
  ) as own join uploads as u on u.n = own.upload_n`;

const SELECT_UPLOAD_PARTS = `
  select json_group_array(json_array(upload_n, part) order by upload_n, part) from parts where install_n = ?`;

/**
 * Updates the counts of uploads. `?1` is a JSON array of [upload, number of remaining records]. Summaries are deleted
 * because they may count records of the erased install.
 */
const UPDATE_UPLOAD_COUNTS = `
  update uploads set records = remaining.value->>1, summary = null from json_each(?1) as remaining where uploads.n = remaining.value->>0`;

/**
 * Removes the sessions of these uploads, also from uploads of other installs, so that the page of the session is gone.
 * `?1` is a JSON array of uploads.
 */
const DELETE_SESSIONS = `
  update uploads set session = null
  where session in (select session from uploads where n in (select value from json_each(?1)) and session is not null)`;

/** Deletes the uploads in the JSON array `?1`, unless they have a part of another install. */
const DELETE_EMPTY_UPLOADS = `
  delete from uploads where n in (select value from json_each(?1))
    and not exists (select 1 from parts where upload_n = uploads.n and install_n is not null)`;

/** Result of an erasure. */
export interface ErasedInstall {
  /** Number of erased records, or null if the install is unknown. */
  readonly records: number | null;
  /** Whether this or an earlier erasure may have left data in unused bytes (pending_scrubs.ts). */
  readonly owesScrub: boolean;
}

/** Deletes an install from the database, except for its keyed digest, by which its later uploads are refused. */
export async function eraseInstall(tx: Transaction, feedKey: string, installId: string): Promise<ErasedInstall> {
  const digest = digestErasedInstall(nodeDigest, feedKey, installId);
  await insertRows(tx, 'erased_installs', 'unhex(digest)', [[digest]], 'on conflict do nothing');
  const grants = await eraseGrants(tx, installId);
  const installN = await findIntactInstall(tx, feedKey, installId);
  if (grants > 0 || installN !== null) await requestScrub(tx);
  if (installN === null) return { records: null, owesScrub: (await readNewestPendingScrub(tx)) !== null };
  const first = await readValue(tx, 'select min(first_seq) from blocks where install_n = ?', [BigInt(installN)]);
  const records = await eraseRecords(tx, installN);
  for (const table of ['withholdings', 'day_counts', 'network_places', 'network_waits']) {
    await tx.execute({ sql: `delete from ${table} where install_n = ?`, args: [BigInt(installN)] });
  }
  await tx.execute({ sql: 'delete from installs where n = ?', args: [BigInt(installN)] });
  await addOrder(tx, 'install', installN, first === null ? null : Number(first));
  return { records, owesScrub: true };
}

/** Deletes the grants whose scope names the install, because they can no longer cover anything. */
async function eraseGrants(tx: Transaction, installId: string): Promise<number> {
  await tx.execute({
    sql: 'delete from record_grants where grant_n in (select n from grants where install_id = ?)',
    args: [installId],
  });
  const { rowsAffected } = await tx.execute({ sql: 'delete from grants where install_id = ?', args: [installId] });
  return rowsAffected;
}

async function eraseRecords(tx: Transaction, installN: number): Promise<number> {
  const args = [BigInt(installN)];
  const uploads = await readJson<[number, number, number]>(tx, SELECT_RECORDS_BY_UPLOAD, args);
  const parts = await readJson<[number, number]>(tx, SELECT_UPLOAD_PARTS, args);
  const records = await countRecords(tx, installN);
  // A damaged block of these uploads may be of this install, even if it names another one.
  const uploadNs = [...new Set(parts.map(([n]) => n))];
  for (const uploadN of uploadNs) {
    const lastSeqs = JSON.stringify(await findDamagedBlocks(tx, uploadN, installN));
    await tx.execute({
      sql: 'delete from blocks where last_seq in (select value from json_each(?))',
      args: [lastSeqs],
    });
  }
  for (const sql of [
    'delete from record_grants where seq in (select seq from identities where install_n = ?)',
    'delete from identities where install_n = ?',
    'delete from blocks where install_n = ?',
  ]) {
    await tx.execute({ sql, args });
  }
  if (parts.length > 0) {
    const erasedParts = parts.map(([uploadN, part]) => ({ uploadN, part }));
    await linkErasure(tx, installN, erasedParts);
  }
  await tx.execute({ sql: DELETE_SESSIONS, args: [JSON.stringify(uploadNs)] });
  const remaining = uploads.filter(([, own, all]) => own < all).map(([uploadN, own, all]) => [uploadN, all - own]);
  await tx.execute({ sql: UPDATE_UPLOAD_COUNTS, args: [JSON.stringify(remaining)] });
  await tx.execute({ sql: DELETE_EMPTY_UPLOADS, args: [JSON.stringify(uploadNs)] });
  return records;
}

/** Excludes an install's records from everything, but keeps them. */
export async function withholdInstall(
  tx: Transaction,
  installN: number,
  reason: string,
  nowMs: number,
): Promise<InstallRecords> {
  await tx.execute({
    sql: `insert into withholdings (install_n, reason, since_ms) values (?, ?, ?)
      on conflict (install_n) do update set reason = excluded.reason`,
    args: [BigInt(installN), reason, BigInt(nowMs)],
  });
  await addOrder(tx, 'install', installN);
  return { records: await countRecords(tx, installN) };
}

/**
 * Readmits a withheld install and orders the builder to count its records again. Returns null if it is not withheld.
 */
export async function reinstateInstall(tx: Transaction, installN: number): Promise<InstallRecords | null> {
  const args = [BigInt(installN)];
  const { rowsAffected } = await tx.execute({ sql: 'delete from withholdings where install_n = ?', args });
  if (rowsAffected === 0) return null;
  await addOrder(tx, 'install', installN);
  return { records: await countRecords(tx, installN) };
}

/**
 * Orders the builder to review an install or a grant (domain/ports/uploads.ts, Order). Returns the number of the order.
 */
export async function addOrder(
  tx: Runner,
  kind: 'install' | 'grant',
  number: number,
  fromSeq: number | null = null,
): Promise<number> {
  const [row] = await insertRows(tx, 'orders', 'kind, number, from_seq', [[kind, number, fromSeq]], 'returning n');
  return Number(row?.[0]);
}

/** Deletes completed orders, and the waiting installs that got a place through them. */
export async function clearOrders(tx: Transaction, upTo: number): Promise<void> {
  await tx.execute({ sql: 'delete from orders where n <= ?', args: [BigInt(upTo)] });
  await tx.execute({ sql: 'delete from network_waits where order_n <= ?', args: [BigInt(upTo)] });
}

async function countRecords(runner: Runner, installN: number): Promise<number> {
  const sql = 'select coalesce(sum(records), 0) from blocks where install_n = ?';
  return Number(await readValue(runner, sql, [BigInt(installN)]));
}

const SELECT_ERASE_ORDERS = `
  select json_group_array(json_array(n, kind, number, state, from_seq)) from (
    select n, kind, number, from_seq, case
        when not exists (select 1 from installs where n = o.number) then 'erased'
        when exists (select 1 from withholdings where install_n = o.number) then 'withheld'
        else 'in' end as state
    from orders as o where n > ? order by n
  )`;

type OrderRow = [n: number, kind: string, number: number, state: InstallState, fromSeq: number | null];

/** Returns the orders with numbers above `afterN`, in ascending order. */
export async function readOrders(client: Connection, afterN: number): Promise<readonly Order[]> {
  const rows = await readReadableRows<OrderRow>(client, SELECT_ERASE_ORDERS, [BigInt(afterN)]);
  return rows.flatMap(([n, kind, number, state, fromSeq]): readonly Order[] => {
    const orders: readonly Order[] = [
      { n, kind: 'grant', grantN: number },
      { n, kind: 'install', installN: number, state, ...(fromSeq === null ? {} : { fromSeq }) },
    ];
    const matching = orders.filter((order) => order.kind === kind);
    // If the kind is damaged, both possible orders are returned: reviewing something that needs no change is harmless.
    return matching.length > 0 ? matching : orders;
  });
}
