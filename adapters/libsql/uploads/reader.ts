import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import type { NetworkWaiter, StoredRecord, UploadClient, UploadReader } from '../../../domain/ports/uploads.ts';
import { digestInstall, isDamagedText } from '../../../domain/proof/digests.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { canHoldInstallId, hasValidTexts } from '../../../schema/stored_texts.ts';
import { nodeDigest } from '../../digest.ts';
import { type Connection, openReader, prepareClient, readJson } from '../database.ts';
import { isOlderUploads } from '../migrate.ts';
import { createFaultWrapper, StorageError } from '../storage_error.ts';
import type { StoredRow } from './block.ts';
import { readInstallRows, readLastSeq, readRowsBySeq, readStoredRows } from './block_rows.ts';
import { readLastLink, readLink } from './chain.ts';
import { verifyChain } from './chain_source.ts';
import { type ClientColumns, countInstalls, readClients, toUploadClient } from './clients.ts';
import { readReadableRows } from './damaged_rows.ts';
import { readFeedKey } from './feed_key.ts';
import { readCoveringGrants } from './grants.ts';
import { readOrders } from './operator_installs.ts';

const wrapFaults = createFaultWrapper('uploads');

const SELECT_INSTALLS = `
  select json_group_array(json_array(n, install_id, lower(hex(digest)), ipv6)) from installs
  where n in (select value from json_each(?))`;

const SELECT_UPLOADS = `
  select json_group_array(json_array(n, received_at_ms, locale, client_build, season, region)) from uploads
  where n in (select value from json_each(?))`;

const SELECT_GRANT_SEQS = `
  select json_group_array(seq) from (
    select seq from record_grants where grant_n = ? and seq > ? and seq <= ? order by seq limit ?)`;

const SELECT_WITHHELD_INSTALLS = 'select json_group_array(install_n order by install_n) from withholdings';

/** Costs one index lookup per install, on parts. */
const SELECT_NEW_INSTALLS = `
  select json_group_array(i.n) from installs as i
  where (select u.received_at_ms from uploads as u
    where u.n = (select min(p.upload_n) from parts as p where p.install_n = i.n)) >= ?`;

const SELECT_NETWORK_WAITS = `
  select json_group_array(json_object('installN', install_n, 'orderN', order_n) order by install_n) from network_waits`;

const SELECT_LIVE_KEYS = `
  select json_group_array(hash) from (select lower(hex(hash)) as hash from keys where revoked_at_ms is null and length(hash) = 32 order by n)`;

/** A small cache is enough because records are read once, in order. */
const CACHE_KIB = 2_048;

/**
 * Opens uploads.db for reading. Does not throw if the database is missing, locked or damaged. In that case each call
 * throws a storage fault, and the next call tries to open the database again.
 */
export async function openUploadReader(path: string): Promise<UploadReader> {
  let client: Connection | null = null;
  const close = (): void => {
    client?.close();
    client = null;
  };
  const read = <T>(work: (client: Connection) => Promise<T>) =>
    wrapFaults(async () => {
      try {
        client ??= await openMigratedUploads(path);
        return await work(client);
      } catch (error) {
        close();
        throw error;
      }
    });
  const readSome = async (open: Connection, seqs: readonly number[]) =>
    toStoredRecords(open, await readFirstRows(open, seqs), 'sparse');
  return {
    feedKey: () => read(readFeedKey),
    newestSeq: () => read(readLastSeq),
    records: (after, to, limit) =>
      read(async (open) => {
        const rows = await readStoredRows(open, { after, to, limit });
        return toStoredRecords(open, rows.slice(0, limit), 'dense');
      }),
    recordsOfInstall: (installN, after, to, limit) =>
      read(async (open) => {
        const rows = await readInstallRows(open, installN, { after, to, limit });
        return toStoredRecords(open, rows.slice(0, limit), 'sparse');
      }),
    recordsOf: (seqs) => read((open) => readSome(open, seqs)),
    recordsOfGrant: (...range) =>
      read(async (open) => readSome(open, await readJson<number>(open, SELECT_GRANT_SEQS, range.map(BigInt)))),
    orders: (afterN) => read((open) => readOrders(open, afterN)),
    withheld: () => read((open) => readJson<number>(open, SELECT_WITHHELD_INSTALLS)),
    installsSince: (atMs) => read((open) => readJson<number>(open, SELECT_NEW_INSTALLS, [BigInt(atMs)])),
    networkWaits: () => read((open) => readJson<NetworkWaiter>(open, SELECT_NETWORK_WAITS)),
    liveKeys: () => read((open) => readJson<string>(open, SELECT_LIVE_KEYS)),
    clients: () => read(readClients),
    countInstalls: (clients) => read((open) => countInstalls(open, clients)),
    newestLink: () => read(readLastLink),
    link: (n) => read((open) => readLink(open, n)),
    verifyChain: (known, onProgress) => read((open) => verifyChain(open, known, onProgress)),
    close: async () => close(),
  };
}

/** Opens the database. Throws a storage fault while its writer has not brought it to this release's format. */
async function openMigratedUploads(path: string): Promise<Connection> {
  return prepareClient(await openReader(path, { cacheKiB: CACHE_KIB }), async (client) => {
    if (await isOlderUploads(client)) throw new StorageError('DATABASE_OLD_FORMAT');
    return client;
  });
}

/** Returns the number of the newest record in uploads.db, or null if it cannot be read. */
export async function readNewestSeq(path: string): Promise<number | null> {
  const uploads = await openUploadReader(path);
  const seq = await catchFault(uploads.newestSeq());
  await uploads.close();
  return seq instanceof StorageFault ? null : seq;
}

/** Maximum total size of the bodies that one call returns, in characters. A single upload may exceed it. */
const BODY_CHARS_MAX = 2_000_000;

async function readFirstRows(client: Connection, seqs: readonly number[]): Promise<readonly StoredRow[]> {
  const found: StoredRow[] = [];
  let chars = 0;
  for await (const rows of readRowsBySeq(client, seqs)) {
    found.push(...rows);
    chars += rows.reduce((sum, { body }) => sum + body.length, 0);
    if (chars > BODY_CHARS_MAX) break;
  }
  return found;
}

/** Number of hexadecimal digits (64 bits) of a record's digest that are passed to the builder. */
const HASH_CHARS = 16;

const NO_COVERING_GRANTS: readonly CoveringGrant[] = [];

/** Adds the grants that cover each record, and its upload. For `spread`, see `readCoveringGrants`. */
async function toStoredRecords(
  client: Connection,
  rows: readonly StoredRow[],
  spread: 'dense' | 'sparse',
): Promise<readonly StoredRecord[]> {
  const seqs = rows.map(({ seq }) => seq);
  const grants = await readCoveringGrants(client, seqs, spread);
  const installs = await readInstalls(client, rows);
  const uploads = await readUploads(client, rows);
  return rows.map((row) => {
    const { seq, uploadN, installN, eventId, kind, capturedAtMs, body } = row;
    const install = installs.get(installN);
    const { receivedAtMs, locale, client } = uploads.get(uploadN) ?? UNKNOWN_UPLOAD;
    // If the install's id is damaged, we cannot check whether any text of the record contains it.
    const damaged =
      row.damaged === true ||
      receivedAtMs === null ||
      isDamagedText(locale ?? '') ||
      isDamagedText(client.clientBuild ?? '') ||
      (install?.installId === null && canHoldInstallId(kind));
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
      ...client,
      digest: nodeDigest.sha256(body).slice(0, HASH_CHARS),
      grants: grants.get(seq) ?? NO_COVERING_GRANTS,
      fit: !damaged && hasValidTexts(kind, body, install?.installId ?? null),
      ...(damaged ? { damaged: true } : {}),
      ...(install?.ipv6 === true ? { ipv6: true } : {}),
    };
  });
}

interface UploadRow {
  /** Null if the upload is missing. */
  readonly receivedAtMs: number | null;
  readonly locale: string | null;
  readonly client: UploadClient;
}

const UNKNOWN_UPLOAD: UploadRow = { receivedAtMs: null, locale: null, client: {} };

async function readUploads(client: Connection, rows: readonly StoredRow[]): Promise<ReadonlyMap<number, UploadRow>> {
  const numbers = [...new Set(rows.map(({ uploadN }) => uploadN))];
  const args = [JSON.stringify(numbers)];
  const uploads = await readReadableRows<StoredUpload>(client, SELECT_UPLOADS, args);
  return new Map(
    uploads.map(([n, receivedAtMs, locale, ...client]) => [
      n,
      { receivedAtMs, locale, client: toUploadClient(client) },
    ]),
  );
}

type StoredUpload = readonly [n: number, receivedAtMs: number, locale: string | null, ...client: ClientColumns];

interface InstallRow {
  /** Null if the id does not match its digest. */
  readonly installId: string | null;
  readonly ipv6: boolean;
}

/** Reads the ids of installs. They only serve to check whether a text contains one: no record returns an id. */
async function readInstalls(client: Connection, rows: readonly StoredRow[]): Promise<ReadonlyMap<number, InstallRow>> {
  const numbers = [...new Set(rows.map(({ installN }) => installN))];
  if (numbers.length === 0) return new Map();
  const feedKey = await readFeedKey(client);
  const installs = await readReadableRows<[number, string, string, 0 | 1]>(client, SELECT_INSTALLS, [
    JSON.stringify(numbers),
  ]);
  return new Map(
    installs.map(([n, id, digest, ipv6]) => {
      const installId = digestInstall(nodeDigest, feedKey, id) === digest ? id : null;
      return [n, { installId, ipv6: ipv6 === 1 }];
    }),
  );
}
