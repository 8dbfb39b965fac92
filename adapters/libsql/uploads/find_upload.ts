import type { Client } from '@libsql/client';
import type { FoundUpload } from '../../../domain/ports/uploads.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { jsonRows } from '../database.ts';

type UploadRow = readonly [n: number, receivedAtMs: number, summary: FoundUpload['summary']];
type RecordRow = readonly [seq: number, kind: string, body: string];

const SELECT_UPLOAD = `
  select json_group_array(json_array(n, received_at_ms, json(summary))) from uploads where upload_id = ?`;

/** Whether the first record from the middle on is of an earlier upload. */
const IS_BEFORE = `coalesce(
  (select upload_n < ?1 from records where seq >= (low + high) / 2 order by seq limit 1), 0)`;

/**
 * Records are kept upload by upload, so the end of those before one is found by halving. What an erasure took from
 * between leaves a gap there, of any length; behind it the upload's records stand within as many numbers as an upload
 * may have records. No index has to know of it.
 */
const SELECT_RECORDS = `
  with recursive search (low, high) as (
    select 1, (select coalesce(max(seq), 0) + 1 from records)
    union all
    select iif(${IS_BEFORE}, (low + high) / 2 + 1, low), iif(${IS_BEFORE}, high, (low + high) / 2)
    from search where low < high
  ), first (seq) as (
    select seq from records where seq >= (select low from search where low = high) order by seq limit 1
  )
  select json_group_array(json_array(seq, kind, body)) from (
    select seq, kind, body from records where seq >= (select seq from first) and upload_n = ?1
      and seq < (select seq from first) + ${LIMITS.recordsPerUploadMax.value}
    order by seq)`;

/** The upload of this number with what is left of its records; null where there is none. */
export const findUpload = async (client: Client, uploadId: string): Promise<FoundUpload | null> => {
  const [upload] = await jsonRows<UploadRow>(client, SELECT_UPLOAD, [uploadId]);
  if (upload === undefined) return null;
  const [n, receivedAtMs, summary] = upload;
  const records = await jsonRows<RecordRow>(client, SELECT_RECORDS, [BigInt(n)]);
  if (records.length === 0) return null;
  return { receivedAtMs, summary, records: records.map(([seq, kind, body]) => ({ seq, kind, body })) };
};
