import type { Client } from '@libsql/client';
import type { FoundUpload, UploadSummary } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/damaged_text.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { nodeDigest } from '../../digest.ts';
import { readValue } from '../database.ts';
import { numberedRows, readableRows } from './damaged_rows.ts';

type UploadRow = readonly [n: number, receivedAtMs: number, records: number, summary: string | null];
type RecordRow = readonly [seq: number, kind: string, body: string, digest: string];

const SELECT_UPLOAD = `
  select json_group_array(json_array(n, received_at_ms, records, iif(json_valid(summary), summary, null)))
  from uploads where upload_id = ?`;

/** Whether the first record at or after the middle belongs to an earlier upload. */
const IS_BEFORE = `coalesce(
  (select upload_n < ?1 from records where seq >= (low + high) / 2 order by seq limit 1), 0)`;

/**
 * Finds an upload's first record by binary search, because records are stored upload by upload. Erasures leave gaps of
 * any length. After the first record, the upload's other records are within as many numbers as an upload may have
 * records. This saves an index.
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
export async function findUpload(client: Client, uploadId: string): Promise<FoundUpload | null> {
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
    // `records` was counted when the upload was stored and after each erasure.
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

/** Whether a record was changed since it was stored. The builder skips such records, too. */
function isDamagedRow([, kind, body, digest]: RecordRow): boolean {
  return isDamagedText(kind) || nodeDigest.sha256(body) !== digest;
}
