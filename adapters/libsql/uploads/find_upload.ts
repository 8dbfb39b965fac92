import type { Client } from '@libsql/client';
import type { FoundUpload, UploadSummary } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/damaged_text.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { nodeDigest } from '../../digest.ts';
import { value } from '../database.ts';
import { numberedRows, readableRows } from './damaged_rows.ts';

type UploadRow = readonly [n: number, receivedAtMs: number, records: number, summary: string | null];
type RecordRow = readonly [seq: number, kind: string, body: string, digest: string];

const SELECT_UPLOAD = `
  select json_group_array(json_array(n, received_at_ms, records, iif(json_valid(summary), summary, null)))
  from uploads where upload_id = ?`;

/** Whether the first record from the middle on is of an earlier upload. */
const IS_BEFORE = `coalesce(
  (select upload_n < ?1 from records where seq >= (low + high) / 2 order by seq limit 1), 0)`;

/**
 * Records are kept upload by upload, so the end of those before one is found by halving. What an erasure took from
 * between leaves a gap there, of any length; behind it the upload's records stand within as many numbers as an upload
 * may have records. No index has to know of it.
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

/** The upload of this number with what is left of its records; null where there is none. */
export async function findUpload(client: Client, uploadId: string): Promise<FoundUpload | null> {
  const [upload] = await readableRows<UploadRow>(client, SELECT_UPLOAD, [uploadId]);
  if (upload === undefined) return null;
  const [n, receivedAtMs, records, summary] = upload;
  const rows = await recordRows(client, n, records);
  const whole = rows.filter((row) => !isDamagedRow(row));
  return {
    receivedAtMs,
    summary: summary === null || isDamagedText(summary) ? null : (JSON.parse(summary) as UploadSummary),
    lastSeq: rows.at(-1)?.[0] ?? 0,
    records: whole.map(([seq, kind, body]) => ({ seq, kind, body })),
    // How many there are was counted when they were kept, and after each erasure.
    damaged: Math.max(0, records - whole.length),
  };
}

/** At most as many as were counted, without those whose pages cannot be read. */
async function recordRows(client: Client, uploadN: number, limit: number): Promise<readonly RecordRow[]> {
  const first = await value(client, SELECT_FIRST, [BigInt(uploadN)]);
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

/** Whether a record is not what was kept; the builder passes over such a one, too. */
function isDamagedRow([, kind, body, digest]: RecordRow): boolean {
  return isDamagedText(kind) || nodeDigest.sha256(body) !== digest;
}
