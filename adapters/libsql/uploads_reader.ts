import type { Client } from '@libsql/client';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { jsonRows, openReader, value } from './database.ts';
import { reach, StorageFault } from './storage_error.ts';

/** One JSON text for all rows: a third of the time of the driver's row objects. An identity that is no text is a digest. */
const SELECT_RECORDS = `
  select json_group_array(json_array(seq, upload_n, received_at_ms, install_n, event_id, kind, captured_at_ms, body))
  from (
    select r.seq, r.upload_n, u.received_at_ms, r.install_n, iif(typeof(r.identity) = 'text', r.identity, null) as event_id,
      r.kind, r.captured_at_ms, r.body
    from records as r join uploads as u on u.n = r.upload_n
    where r.seq > ? and r.seq <= ? order by r.seq limit ?
  )`;

/** Records are read once, in order. */
const CACHE_KIB = 2_048;

type RecordRow = [number, number, number, number, string | null, string, number, string];

/**
 * Opens uploads.db to read. It never rejects for storage: a database that is missing, locked or damaged answers
 * unreachable, and the next call opens it afresh.
 */
export const openUploadReader = async (path: string): Promise<UploadReader> => {
  let client: Client | null = null;
  const close = (): void => {
    client?.close();
    client = null;
  };
  const read = <T>(work: (client: Client) => Promise<T>) =>
    reach(async () => {
      try {
        client ??= await openReader(path, { cacheKiB: CACHE_KIB });
        return await work(client);
      } catch (error) {
        close();
        throw error;
      }
    });
  return {
    feedKey: () =>
      read(async (open) => {
        const key = await value(open, 'select feed_key from secrets');
        if (typeof key !== 'string') throw new StorageFault('FEED_KEY_LOST');
        return key;
      }),
    newestSeq: () => read(async (open) => Number(await value(open, 'select coalesce(max(seq), 0) from records'))),
    records: (fromSeq, toSeq, limit) =>
      read(async (open) => {
        const args = [BigInt(fromSeq), BigInt(toSeq), BigInt(limit)];
        const rows = await jsonRows<RecordRow>(open, SELECT_RECORDS, args);
        return rows.map(([seq, uploadN, receivedAtMs, installN, eventId, kind, capturedAtMs, body]) => ({
          seq,
          uploadN,
          receivedAtMs,
          installN,
          eventId,
          kind,
          capturedAtMs,
          body,
        }));
      }),
    close: async () => close(),
  };
};
