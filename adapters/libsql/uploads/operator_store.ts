import type { InstallHoldings, OperatorStore, SessionUploads } from '../../../domain/ports/operator.ts';
import type { FoundUpload, UploadSummary } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/digests.ts';
import { formatUtcDay } from '../../../domain/values/instant.ts';
import { readValue } from '../database.ts';
import type { Connection } from '../prepared_statements.ts';
import { readUploadRows } from './block_rows.ts';
import { type ClientColumns, toUploadClient } from './clients.ts';
import { createTransactionRunner, type RunWork } from './connection.ts';
import { readReadableRows } from './damaged_rows.ts';
import { findInstall } from './installs.ts';
import { createGrantStore } from './operator_grants.ts';
import { clearOrders, eraseInstall, reinstateInstall, withholdInstall } from './operator_installs.ts';
import { createKeyStore } from './operator_keys.ts';
import type { ScrubScheduler } from './pending_scrubs.ts';

/** Creates the operator's store. Each method is one transaction, queued together with uploads. */
export function createOperatorStore(run: RunWork, scrubs: ScrubScheduler): OperatorStore {
  const write = createTransactionRunner(run);
  return {
    ...createKeyStore(run),
    ...createGrantStore(run),
    erase: async (installId) => {
      const { records, owesScrub } = await write((tx, feedKey) => eraseInstall(tx, feedKey, installId));
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
        return installN === null ? null : reinstateInstall(tx, installN);
      }),
    knowsInstall: (installId) =>
      run(async ({ client, feedKey }) => (await findInstall(client, feedKey, installId)) !== null, 'read'),
    upload: (uploadId) => run(({ client }) => findUpload(client, uploadId), 'read'),
    session: (session, limit) => run(({ client }) => readSession(client, session, limit), 'read'),
    clearOrders: (upTo) => write((tx) => clearOrders(tx, upTo)),
  };
}

const SELECT_SESSION = `
  select json_group_array(json_array(upload_id, uploads)) from (
    select upload_id, count(*) over () as uploads from uploads where session = ? order by n limit ?)`;

async function readSession(client: Connection, session: string, limit: number): Promise<SessionUploads> {
  const rows = await readReadableRows<readonly [string, number]>(client, SELECT_SESSION, [session, BigInt(limit)]);
  return { uploads: rows[0]?.[1] ?? 0, uploadIds: rows.map(([uploadId]) => uploadId) };
}

type UploadRow = readonly [n: number, receivedAtMs: number, records: number, summary: string | null, ...ClientColumns];

const SELECT_UPLOAD = `
  select json_group_array(json_array(n, received_at_ms, records, iif(json_valid(summary), summary, null),
    client_build, season))
  from uploads where upload_id = ?`;

/** Returns the upload with this id and its remaining records, or null if there is none. */
async function findUpload(client: Connection, uploadId: string): Promise<FoundUpload | null> {
  const [upload] = await readReadableRows<UploadRow>(client, SELECT_UPLOAD, [uploadId]);
  if (upload === undefined) return null;
  const [n, receivedAtMs, records, summary, ...columns] = upload;
  const rows = await readUploadRows(client, n);
  const intact = rows.filter(({ damaged }) => damaged !== true);
  return {
    receivedAtMs,
    client: toUploadClient(columns),
    summary: summary === null || isDamagedText(summary) ? null : (JSON.parse(summary) as UploadSummary),
    lastSeq: rows.at(-1)?.seq ?? 0,
    records: intact.map(({ seq, kind, body }) => ({ seq, kind, body })),
    // `records` is set when the upload is stored and lowered by each erasure, so any record missing from `intact` is
    // damaged.
    damaged: Math.max(0, records - intact.length),
  };
}

const SELECT_KINDS = `
  select json_group_array(json_array(kind, records)) from (
    select k.key as kind, sum(k.value) as records from blocks, json_each(blocks.kinds) as k
    where install_n = ? and json_valid(kinds) group by kind order by records desc, kind)`;

const SELECT_UPLOADS = `
  select json_group_array(json_array(uploads, first_ms, last_ms)) from (
    select count(*) as uploads, min(received_at_ms) as first_ms, max(received_at_ms) as last_ms
    from uploads where n in (select upload_n from blocks where install_n = ?))`;

/** Returns what an erasure of this install would remove, or null if nothing of it is stored. */
async function readHoldings(client: Connection, feedKey: string, installId: string): Promise<InstallHoldings | null> {
  const installN = await findInstall(client, feedKey, installId);
  const grants = Number(await readValue(client, 'select count(*) from grants where install_id = ?', [installId]));
  if (installN === null && grants === 0) return null;
  // No install has the number 0.
  const args = [BigInt(installN ?? 0)];
  const kinds = await readReadableRows<[string, number]>(client, SELECT_KINDS, args);
  const [row] = await readReadableRows<[number, number | null, number | null]>(client, SELECT_UPLOADS, args);
  const [uploads, firstMs, lastMs] = row ?? [0, null, null];
  return {
    kinds: kinds.map(([kind, records]) => ({ kind, records })),
    uploads,
    firstDay: firstMs === null ? null : formatUtcDay(firstMs),
    lastDay: lastMs === null ? null : formatUtcDay(lastMs),
    grants,
  };
}
