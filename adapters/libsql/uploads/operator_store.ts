import type { Client } from '@libsql/client';
import type { OperatorStore, SessionUploads } from '../../../domain/ports/operator.ts';
import type { FoundUpload, UploadSummary } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/digests.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, readValue } from '../database.ts';
import { createTransactionRunner, type Run } from './connection.ts';
import { numberedRows, readableRows } from './damaged_rows.ts';
import { readHoldings } from './holdings.ts';
import { findInstall } from './installs.ts';
import { createGrantStore } from './operator_grants.ts';
import { clearOrders, eraseInstall, liftInstall, withholdInstall } from './operator_installs.ts';
import { createKeyStore } from './operator_keys.ts';
import type { ScrubScheduler } from './pending_scrubs.ts';

/** Creates the operator's store. Each method is one transaction, queued together with uploads. */
export function createOperatorStore(run: Run, scrubs: ScrubScheduler): OperatorStore {
  const write = createTransactionRunner(run);
  return {
    ...createKeyStore(run),
    ...createGrantStore(run),
    erase: async (installId) => {
      const { records, owesScrub } = await run(({ client, feedKey }) =>
        withoutForeignKeys(client, () => inTransaction(client, (tx) => eraseInstall(tx, feedKey, installId))),
      );
      if (owesScrub) await scrubs.settle();
      return records === null ? null : { records };
    },
    holdings: (installId) => run(({ client, feedKey }) => readHoldings(client, feedKey, installId), 'read'),
    withhold: (installId, reason, nowMs) =>
      write(async (tx, feedKey) => {
        const installN = await findInstall(tx, feedKey, installId);
        return installN === null ? null : withholdInstall(tx, installN, reason, nowMs);
      }),
    lift: (installId) =>
      write(async (tx, feedKey) => {
        const installN = await findInstall(tx, feedKey, installId);
        return installN === null ? null : liftInstall(tx, installN);
      }),
    knowsInstall: (installId) =>
      run(async ({ client, feedKey }) => (await findInstall(client, feedKey, installId)) !== null, 'read'),
    upload: (uploadId) => run(({ client }) => findUpload(client, uploadId), 'read'),
    session: (session, limit) => run(({ client }) => readSession(client, session, limit), 'read'),
    clearOrders: (upTo) => write((tx) => clearOrders(tx, upTo)),
  };
}

/** Runs `work` with foreign keys off. SQLite only allows turning them off outside a transaction. */
async function withoutForeignKeys<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.execute('pragma foreign_keys=off');
  try {
    return await work();
  } finally {
    await client.execute('pragma foreign_keys=on');
  }
}

const SELECT_SESSION = `
  select json_group_array(json_array(upload_id, uploads)) from (
    select upload_id, count(*) over () as uploads from uploads where session = ? order by n limit ?)`;

async function readSession(client: Client, session: string, limit: number): Promise<SessionUploads> {
  const rows = await readableRows<readonly [string, number]>(client, SELECT_SESSION, [session, BigInt(limit)]);
  return { uploads: rows[0]?.[1] ?? 0, uploadIds: rows.map(([uploadId]) => uploadId) };
}

type UploadRow = readonly [n: number, receivedAtMs: number, records: number, summary: string | null];
type RecordRow = readonly [seq: number, kind: string, body: string, digest: string];

const SELECT_UPLOAD = `
  select json_group_array(json_array(n, received_at_ms, records, iif(json_valid(summary), summary, null)))
  from uploads where upload_id = ?`;

/** SQL for whether the first record at or after the midpoint belongs to an earlier upload. */
const IS_BEFORE = `coalesce(
  (select upload_n < ?1 from records where seq >= (low + high) / 2 order by seq limit 1), 0)`;

/**
 * Finds the first record of an upload by binary search, which needs no index because records are stored upload by
 * upload. Erasures leave gaps of any length. The upload's other records follow within as many numbers as an upload may
 * have records.
 */
const SELECT_FIRST = `
  with recursive search (low, high) as (
    select 1, (select coalesce(max(seq), 0) + 1 from records)
    union all
    select iif(${IS_BEFORE}, (low + high) / 2 + 1, low), iif(${IS_BEFORE}, high, (low + high) / 2)
    from search where low < high
  )
  select seq from records where seq >= (select low from search where low = high) order by seq limit 1`;

function selectRecords(which: string): string {
  return `
  select json_group_array(json_array(seq, kind, body, lower(hex(coalesce(digest, identity))))) from (
    select seq, kind, body, digest, identity from records where ${which} and upload_n = ? order by seq limit ?)`;
}

const SELECT_RANGE = selectRecords('seq > ? and seq <= ?');
const SELECT_ONE = selectRecords('seq = ?');

/** Returns the upload with this id and its remaining records, or null if there is none. */
async function findUpload(client: Client, uploadId: string): Promise<FoundUpload | null> {
  const [upload] = await readableRows<UploadRow>(client, SELECT_UPLOAD, [uploadId]);
  if (upload === undefined) return null;
  const [n, receivedAtMs, records, summary] = upload;
  const rows = await recordRows(client, n, records);
  const intact = rows.filter((row) => !isDamagedRow(row));
  return {
    receivedAtMs,
    summary: summary === null || isDamagedText(summary) ? null : (JSON.parse(summary) as UploadSummary),
    lastSeq: rows.at(-1)?.[0] ?? 0,
    records: intact.map(([seq, kind, body]) => ({ seq, kind, body })),
    // `records` is set when the upload is stored and lowered by each erasure, so any record missing from `intact` is
    // damaged.
    damaged: Math.max(0, records - intact.length),
  };
}

/** Reads at most `limit` records of the upload. Skips records on damaged pages. */
async function recordRows(client: Client, uploadN: number, limit: number): Promise<readonly RecordRow[]> {
  const first = await readValue(client, SELECT_FIRST, [BigInt(uploadN)]);
  if (first === undefined) return [];
  const from = Number(first) - 1;
  const to = from + LIMITS.recordsPerUploadMax.value;
  const args = [BigInt(uploadN), BigInt(limit)];
  return numberedRows({
    from,
    to,
    limit,
    range: () => readableRows<RecordRow>(client, SELECT_RANGE, [BigInt(from), BigInt(to), ...args]),
    one: async (seq) => (await readableRows<RecordRow>(client, SELECT_ONE, [BigInt(seq), ...args]))[0],
    unreadable: () => undefined,
  });
}

/** Returns whether a record was changed after it was stored. The builder also skips such records. */
function isDamagedRow([, kind, body, digest]: RecordRow): boolean {
  return isDamagedText(kind) || nodeDigest.sha256(body) !== digest;
}
