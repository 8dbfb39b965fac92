import type { Client, InArgs } from '@libsql/client';
import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import type { NetworkWait, StoredRecord, UploadReader } from '../../../domain/ports/uploads.ts';
import { installDigest, isDamagedText } from '../../../domain/proof/digests.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { areTextsFit, mayHoldInstallId } from '../../../schema/stored_texts.ts';
import { nodeDigest } from '../../digest.ts';
import { jsonRows, openReader, readValue } from '../database.ts';
import { storageRunner } from '../storage_error.ts';
import { linkAt, newestLink } from './chain.ts';
import { verifyChain } from './chain_source.ts';
import { readCoveringGrants } from './covering_grants.ts';
import { numberedRows, readableRows } from './damaged_rows.ts';
import { readFeedKey } from './feed_key.ts';
import { readOrders } from './orders.ts';

const runStorage = storageRunner('uploads');

/** Maximum total size of the bodies that one query returns, in bytes. A single record may exceed it. */
const BODY_BYTES_MAX = 2_000_000;

/**
 * SQL for the first of these records in ascending order, up to BODY_BYTES_MAX. All rows are returned as one JSON text,
 * which takes a third of the time of the driver's row objects. An identity is either an eventId (text) or a digest
 * (blob).
 */
function selectRecords(seqs: string): string {
  return `
  select json_group_array(json_array(
    r.seq, r.upload_n, u.received_at_ms, r.install_n, iif(typeof(r.identity) = 'text', r.identity, null),
    r.kind, r.captured_at_ms, r.body, lower(hex(coalesce(r.digest, r.identity))), u.locale
  )) from (
    select seq, bytes, sum(bytes) over (order by seq rows unbounded preceding) as upto
    from (select seq, octet_length(body) as bytes from records as r where ${seqs})
  ) as some cross join records as r on r.seq = some.seq left join uploads as u on u.n = r.upload_n
  where some.upto <= ${BODY_BYTES_MAX} or some.upto = some.bytes`;
}

const SELECT_RECORDS = selectRecords('r.seq > ? and r.seq <= ? order by r.seq limit ?');

/** The index on (install, identity) also contains seq; the unary plus stops SQLite from scanning all records by seq. */
const SELECT_RECORDS_OF_INSTALL = selectRecords(
  `r.seq in (select seq from records where install_n = ? and +seq > ? and +seq <= ? order by +seq limit ?) order by r.seq`,
);

const SELECT_RECORDS_OF_GRANT = selectRecords(
  `r.seq in (select seq from record_grants where grant_n = ? and seq > ? and seq <= ? order by seq limit ?) order by r.seq`,
);

const SELECT_RECORDS_OF = selectRecords('r.seq in (select value from json_each(?)) order by r.seq');

const SELECT_INSTALLS = `
  select json_group_array(json_array(n, install_id, lower(hex(digest)), ipv6)) from installs
  where n in (select value from json_each(?))`;

/** Numbers of erased records are not reused, so the highest number is not necessarily in the records table. */
const SELECT_NEWEST_SEQ = `select coalesce((select seq from sqlite_sequence where name = 'records'), 0)`;

const SELECT_RECEIVED_UNTIL = `select u.received_at_ms from uploads as u
  where u.n = (select upload_n from records where seq <= ? order by seq desc limit 1)`;

const SELECT_WITHHELD = 'select json_group_array(install_n order by install_n) from withholdings';

/** Costs one index lookup per install, on parts. */
const SELECT_INSTALLS_SINCE = `
  select json_group_array(i.n) from installs as i
  where (select u.received_at_ms from uploads as u
    where u.n = (select min(p.upload_n) from parts as p where p.install_n = i.n)) >= ?`;

const SELECT_NETWORK_WAITS = `
  select json_group_array(json_object('installN', install_n, 'orderN', order_n) order by install_n) from network_waits`;

const SELECT_LIVE_KEYS = `
  select json_group_array(hash) from (select lower(hex(hash)) as hash from keys where revoked_at_ms is null and length(hash) = 32 order by n)`;

/** A small cache is enough because records are read once, in order. */
const CACHE_KIB = 2_048;

type RecordRow = [
  seq: number,
  uploadN: number,
  receivedAtMs: number | null,
  installN: number,
  eventId: string | null,
  kind: string,
  capturedAtMs: number,
  body: string,
  digest: string,
  locale: string | null,
];

/**
 * Opens uploads.db for reading. Does not throw if the database is missing, locked or damaged. In that case each call
 * throws a storage fault, and the next call tries to open the database again.
 */
export async function openUploadReader(path: string): Promise<UploadReader> {
  let client: Client | null = null;
  const close = (): void => {
    client?.close();
    client = null;
  };
  const read = <T>(work: (client: Client) => Promise<T>) =>
    runStorage(async () => {
      try {
        client ??= await openReader(path, { cacheKiB: CACHE_KIB });
        return await work(client);
      } catch (error) {
        close();
        throw error;
      }
    });
  const readSparse = (sql: string, args: InArgs) =>
    read(async (open) => toStoredRecords(open, await readableRows<RecordRow>(open, sql, args), 'sparse'));
  return {
    feedKey: () => read(readFeedKey),
    newestSeq: () => read(async (open) => Number(await readValue(open, SELECT_NEWEST_SEQ))),
    receivedUntil: (seq) =>
      read(async (open) => {
        const ms = await readValue(open, SELECT_RECEIVED_UNTIL, [BigInt(seq)]);
        return ms === undefined || ms === null ? null : Number(ms);
      }),
    records: (fromSeq, toSeq, limit) =>
      read(async (open) => toStoredRecords(open, await recordRows(open, fromSeq, toSeq, limit), 'dense')),
    recordsOfInstall: (...range) => readSparse(SELECT_RECORDS_OF_INSTALL, range.map(BigInt)),
    recordsOf: (seqs) => readSparse(SELECT_RECORDS_OF, [JSON.stringify(seqs)]),
    recordsOfGrant: (...range) => readSparse(SELECT_RECORDS_OF_GRANT, range.map(BigInt)),
    orders: (afterN) => read((open) => readOrders(open, afterN)),
    withheld: () => read((open) => jsonRows<number>(open, SELECT_WITHHELD)),
    installsSince: (atMs) => read((open) => jsonRows<number>(open, SELECT_INSTALLS_SINCE, [BigInt(atMs)])),
    networkWaits: () => read((open) => jsonRows<NetworkWait>(open, SELECT_NETWORK_WAITS)),
    liveKeys: () => read((open) => jsonRows<string>(open, SELECT_LIVE_KEYS)),
    newestLink: () => read(newestLink),
    link: (n) => read((open) => linkAt(open, n)),
    verifyChain: (known, onProgress) => read((open) => verifyChain(open, known, onProgress)),
    close: async () => close(),
  };
}

/** Returns the number of the newest record in uploads.db, or null if it cannot be read. */
export async function readNewestSeq(path: string): Promise<number | null> {
  const uploads = await openUploadReader(path);
  const seq = await orStorageFault(uploads.newestSeq());
  await uploads.close();
  return seq instanceof StorageFault ? null : seq;
}

function recordRows(client: Client, fromSeq: number, toSeq: number, limit: number): Promise<readonly RecordRow[]> {
  return numberedRows({
    from: fromSeq,
    to: toSeq,
    limit,
    range: () => readableRows<RecordRow>(client, SELECT_RECORDS, [BigInt(fromSeq), BigInt(toSeq), BigInt(limit)]),
    one: async (seq) => (await readableRows<RecordRow>(client, SELECT_RECORDS_OF, [JSON.stringify([seq])]))[0],
    unreadable: (seq) => [seq, 0, null, 0, null, '', 0, '', '', null],
  });
}

/** Number of hexadecimal digits of a record's digest that are passed to the builder. */
const DIGEST_CHARS = 16;

/**
 * Returns whether a record was changed after it was stored. `verify` also checks the other fields covered by the chain.
 */
function isDamagedRow([, , receivedAtMs, , eventId, kind, , body, digest, locale]: RecordRow): boolean {
  return (
    receivedAtMs === null ||
    [kind, eventId ?? '', locale ?? ''].some(isDamagedText) ||
    nodeDigest.sha256(body) !== digest
  );
}

const NO_COVERING_GRANTS: readonly CoveringGrant[] = [];

/** Adds the grants that cover each record. For `spread`, see `readCoveringGrants`. */
async function toStoredRecords(
  client: Client,
  rows: readonly RecordRow[],
  spread: 'dense' | 'sparse',
): Promise<readonly StoredRecord[]> {
  const seqs = rows.map(([seq]) => seq);
  const grants = await readCoveringGrants(client, seqs, spread);
  const installs = await readInstalls(client, rows);
  return rows.map((row) => {
    const [seq, uploadN, receivedAtMs, installN, eventId, kind, capturedAtMs, body, digest, locale] = row;
    const install = installs.get(installN);
    // If the install's id is damaged, we cannot check whether any text of the record contains it.
    const damaged = isDamagedRow(row) || (install?.installId === null && mayHoldInstallId(kind));
    return {
      seq,
      uploadN,
      receivedAtMs: receivedAtMs ?? 0,
      installN,
      eventId,
      kind,
      capturedAtMs,
      body,
      locale,
      digest: digest.slice(0, DIGEST_CHARS),
      grants: grants.get(seq) ?? NO_COVERING_GRANTS,
      fit: !damaged && areTextsFit(kind, body, install?.installId ?? null),
      ...(damaged ? { damaged: true } : {}),
      ...(install?.ipv6 === true ? { ipv6: true } : {}),
    };
  });
}

interface InstallRow {
  /** Null if the id does not match its digest. */
  readonly installId: string | null;
  readonly ipv6: boolean;
}

/** Reads the ids of installs. They only serve to check whether a text contains one: no record returns an id. */
async function readInstalls(client: Client, rows: readonly RecordRow[]): Promise<ReadonlyMap<number, InstallRow>> {
  const numbers = [...new Set(rows.map(([, , , installN]) => installN))];
  if (numbers.length === 0) return new Map();
  const feedKey = await readFeedKey(client);
  const installs = await readableRows<[number, string, string, 0 | 1]>(client, SELECT_INSTALLS, [
    JSON.stringify(numbers),
  ]);
  return new Map(
    installs.map(([n, id, digest, ipv6]) => {
      const installId = installDigest(nodeDigest, feedKey, id) === digest ? id : null;
      return [n, { installId, ipv6: ipv6 === 1 }];
    }),
  );
}
