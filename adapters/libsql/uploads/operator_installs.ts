import type { Transaction } from '@libsql/client';
import { erasedDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { jsonRows, type Runner, value } from '../database.ts';
import { linkErasure } from './chain.ts';
import { findInstall, findInstallWhole } from './installs.ts';
import { newestOwed, oweScrub } from './owed_scrubs.ts';

/** How many records an install has, or had. */
export interface InstallRecords {
  readonly records: number;
}

const SELECT_RECORDS_BY_UPLOAD = `
  select json_group_array(json_array(own.upload_n, own.records, u.records)) from (
    select upload_n, count(*) as records from records where install_n = ? group by upload_n
  ) as own join uploads as u on u.n = own.upload_n`;

const SELECT_PARTS = `
  select json_group_array(json_array(upload_n, part) order by upload_n, part) from parts where install_n = ?`;

/** `?1` JSON array of [upload, records that stay]. What else became of it may be of the install that goes. */
const LOWER_COUNTS = `
  update uploads set records = stays.value->>1, summary = null from json_each(?1) as stays where uploads.n = stays.value->>0`;

/** What an erasure took out. */
export interface ErasedInstall {
  /** Null: the install is unknown. */
  readonly records: number | null;
  /** Whether something of it, or of one that was erased before, may be left in the bytes (owed_scrubs.ts). */
  readonly owesScrub: boolean;
}

/**
 * Takes an install out of the database and leaves nothing of it but its keyed digest. Foreign keys must be off: to check
 * that an emptied upload has no records left, SQLite would read all records for each.
 */
export async function eraseInstall(tx: Transaction, feedKey: string, installId: string): Promise<ErasedInstall> {
  await tx.execute({
    sql: 'insert into erased_installs (digest) values (unhex(?)) on conflict do nothing',
    args: [erasedDigest(nodeDigest, feedKey, installId)],
  });
  const grants = await eraseGrants(tx, installId);
  const installN = await findInstallWhole(tx, feedKey, installId);
  if (grants > 0 || installN !== null) await oweScrub(tx);
  if (installN === null) return { records: null, owesScrub: (await newestOwed(tx)) !== null };
  const first = await value(tx, 'select min(seq) from records where install_n = ?', [BigInt(installN)]);
  const records = await eraseRecords(tx, installN);
  for (const table of ['withholdings', 'day_counts', 'network_places', 'network_waits']) {
    await tx.execute({ sql: `delete from ${table} where install_n = ?`, args: [BigInt(installN)] });
  }
  await tx.execute({ sql: 'delete from installs where n = ?', args: [BigInt(installN)] });
  await addOrder(tx, 'install', installN, first === null ? null : Number(first));
  return { records, owesScrub: true };
}

/** The grants that the install alone is the scope of, or part of it: they name it, and can cover nothing any more. */
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
  const uploads = await jsonRows<[number, number, number]>(tx, SELECT_RECORDS_BY_UPLOAD, args);
  const parts = await jsonRows<[number, number]>(tx, SELECT_PARTS, args);
  await tx.execute({
    sql: 'delete from record_grants where seq in (select seq from records where install_n = ?)',
    args,
  });
  await tx.execute({ sql: 'delete from respelt where install_n = ?', args });
  const { rowsAffected } = await tx.execute({ sql: 'delete from records where install_n = ?', args });
  if (parts.length > 0) {
    await linkErasure(
      tx,
      installN,
      parts.map(([uploadN, part]) => ({ uploadN, part })),
    );
  }
  const stays = uploads.filter(([, own, all]) => own < all).map(([uploadN, own, all]) => [uploadN, all - own]);
  const emptied = uploads.filter(([, own, all]) => own >= all).map(([uploadN]) => uploadN);
  await tx.execute({ sql: LOWER_COUNTS, args: [JSON.stringify(stays)] });
  await tx.execute({
    sql: 'delete from uploads where n in (select value from json_each(?))',
    args: [JSON.stringify(emptied)],
  });
  return rowsAffected;
}

/** Has an install's records kept and counted nowhere; null where it is unknown. */
export async function withholdInstall(
  tx: Transaction,
  feedKey: string,
  installId: string,
  reason: string,
  nowMs: number,
): Promise<InstallRecords | null> {
  const installN = await findInstall(tx, feedKey, installId);
  if (installN === null) return null;
  await tx.execute({
    sql: `insert into withholdings (install_n, reason, since_ms) values (?, ?, ?)
      on conflict (install_n) do update set reason = excluded.reason`,
    args: [BigInt(installN), reason, BigInt(nowMs)],
  });
  await addOrder(tx, 'install', installN);
  return { records: await countRecords(tx, installN) };
}

/** Lets a withheld install in again; null where it is unknown or not withheld. */
export async function liftInstall(tx: Transaction, feedKey: string, installId: string): Promise<InstallRecords | null> {
  const installN = await findInstall(tx, feedKey, installId);
  if (installN === null) return null;
  const args = [BigInt(installN)];
  const { rowsAffected } = await tx.execute({ sql: 'delete from withholdings where install_n = ?', args });
  if (rowsAffected === 0) return null;
  await addOrder(tx, 'install', installN);
  return { records: await countRecords(tx, installN) };
}

/** Has the builder look at an install or a grant again (domain/ports/uploads.ts, Order). Answers the order's number. */
export async function addOrder(
  tx: Runner,
  kind: 'install' | 'grant',
  number: number,
  fromSeq: number | null = null,
): Promise<number> {
  return Number(
    await value(tx, 'insert into orders (kind, number, from_seq) values (?, ?, ?) returning n', [
      kind,
      BigInt(number),
      fromSeq === null ? null : BigInt(fromSeq),
    ]),
  );
}

/** Orders that were carried out, and that installs waited for them. */
export async function clearOrders(tx: Transaction, upTo: number): Promise<void> {
  await tx.execute({ sql: 'delete from orders where n <= ?', args: [BigInt(upTo)] });
  await tx.execute({ sql: 'delete from network_waits where order_n <= ?', args: [BigInt(upTo)] });
}

async function countRecords(runner: Runner, installN: number): Promise<number> {
  return Number(await value(runner, 'select count(*) from records where install_n = ?', [BigInt(installN)]));
}
