import type { Client } from '@libsql/client';
import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import type { NetworkWait, StoredRecord, UploadReader } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/damaged_text.ts';
import { installDigest } from '../../../domain/proof/digests.ts';
import { areTextsFit, mayHoldInstallId } from '../../../schema/stored_texts.ts';
import { nodeDigest } from '../../digest.ts';
import { jsonRows, openReader, value } from '../database.ts';
import { storageRunner } from '../storage_error.ts';
import { linkAt, newestLink } from './chain.ts';
import { verifyChain } from './chain_source.ts';
import { numberedRows, readableRows } from './damaged_rows.ts';
import { readFeedKey } from './feed_key.ts';
import { readOrders } from './orders.ts';

const runStorage = storageRunner('uploads');

/** Bodies read at a time, in bytes; a single record may have more. */
const BODY_BYTES_MAX = 2_000_000;

/**
 * The first of the records with these numbers, ascending, as many as may be read at a time. One JSON text for all rows: a
 * third of the time of the driver's row objects. An identity that is no text is a digest.
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

/** The index on (install, identity) holds their numbers; the plus keeps SQLite from walking all records instead. */
const SELECT_RECORDS_OF_INSTALL = selectRecords(
  `r.seq in (select seq from records where install_n = ? and +seq > ? and +seq <= ? order by +seq limit ?) order by r.seq`,
);

const SELECT_RECORDS_OF_GRANT = selectRecords(
  `r.seq in (select seq from record_grants where grant_n = ? and seq > ? and seq <= ? order by seq limit ?) order by r.seq`,
);

const SELECT_RECORDS_OF = selectRecords('r.seq in (select value from json_each(?)) order by r.seq');

function selectGrants(seqs: string): string {
  return `
  select json_group_array(json_array(seq, n, self)) from (
    select c.seq, g.n, g.self from record_grants as c join grants as g on g.n = c.grant_n
    where ${seqs} and g.revoked_at_ms is null order by c.seq, g.n
  )`;
}

/** One range read where records follow each other; hardly anything where nothing is named. */
const SELECT_GRANTS_BETWEEN = selectGrants('c.seq between ? and ?');

const SELECT_GRANTS_OF = selectGrants('c.seq in (select value from json_each(?))');

const SELECT_INSTALLS = `
  select json_group_array(json_array(n, install_id, lower(hex(digest)), ipv6)) from installs
  where n in (select value from json_each(?))`;

/** Numbers of erased records are never given out again, so the highest one stands apart from the records. */
const SELECT_NEWEST_SEQ = `select coalesce((select seq from sqlite_sequence where name = 'records'), 0)`;

const SELECT_WITHHELD = 'select json_group_array(install_n order by install_n) from withholdings';

/** One step down the index on parts for each install. */
const SELECT_INSTALLS_SINCE = `
  select json_group_array(i.n) from installs as i
  where (select u.received_at_ms from uploads as u
    where u.n = (select min(p.upload_n) from parts as p where p.install_n = i.n)) >= ?`;

const SELECT_NETWORK_WAITS = `
  select json_group_array(json_object('installN', install_n, 'orderN', order_n) order by install_n) from network_waits`;

const SELECT_LIVE_KEYS = `
  select json_group_array(hash) from (select lower(hex(hash)) as hash from keys where revoked_at_ms is null and length(hash) = 32 order by n)`;

/** Records are read once, in order. */
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
 * Opens uploads.db to read. It never rejects for storage: a database that is missing, locked or damaged answers
 * unreachable, and the next call opens it afresh.
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
  return {
    feedKey: () => read(readFeedKey),
    newestSeq: () => read(async (open) => Number(await value(open, SELECT_NEWEST_SEQ))),
    records: (fromSeq, toSeq, limit) =>
      read(async (open) => covered(open, await recordRows(open, fromSeq, toSeq, limit), 'dense')),
    recordsOfInstall: (installN, fromSeq, toSeq, limit) =>
      read(async (open) => {
        const args = [BigInt(installN), BigInt(fromSeq), BigInt(toSeq), BigInt(limit)];
        return covered(open, await readableRows<RecordRow>(open, SELECT_RECORDS_OF_INSTALL, args), 'sparse');
      }),
    recordsOf: (seqs) =>
      read(async (open) =>
        covered(open, await readableRows<RecordRow>(open, SELECT_RECORDS_OF, [JSON.stringify(seqs)]), 'sparse'),
      ),
    recordsOfGrant: (grantN, fromSeq, toSeq, limit) =>
      read(async (open) => {
        const args = [BigInt(grantN), BigInt(fromSeq), BigInt(toSeq), BigInt(limit)];
        return covered(open, await readableRows<RecordRow>(open, SELECT_RECORDS_OF_GRANT, args), 'sparse');
      }),
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

/** The beginning of its digest (hex) that the builder gets of a record. */
const DIGEST_CHARS = 16;

/** Whether a record is not what was kept; the rest of what the chain covers is for `verify` to check. */
function isDamagedRow([, , receivedAtMs, , eventId, kind, , body, digest, locale]: RecordRow): boolean {
  return (
    receivedAtMs === null ||
    [kind, eventId ?? '', locale ?? ''].some(isDamagedText) ||
    nodeDigest.sha256(body) !== digest
  );
}

const UNNAMED: readonly CoveringGrant[] = [];

/** The records with the grants that cover them; `dense`: hardly any other record has a number between theirs. */
async function covered(
  client: Client,
  rows: readonly RecordRow[],
  spread: 'dense' | 'sparse',
): Promise<readonly StoredRecord[]> {
  const grants =
    rows.length === 0
      ? NO_GRANTS
      : await readCovering(
          client,
          rows.map(([seq]) => seq),
          spread,
        );
  const installs = await readInstalls(client, rows);
  return rows.map((row) => {
    const [seq, uploadN, receivedAtMs, installN, eventId, kind, capturedAtMs, body, digest, locale] = row;
    const install = installs.get(installN);
    // Whether a text holds the id of its install cannot be judged if the id is damaged.
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
      grants: grants.get(seq) ?? UNNAMED,
      fit: !damaged && areTextsFit(kind, body, install?.installId ?? null),
      ...(damaged ? { damaged: true } : {}),
      ...(install?.ipv6 === true ? { ipv6: true } : {}),
    };
  });
}

interface InstallRow {
  /** Null for an id that does not fit its digest. */
  readonly installId: string | null;
  readonly ipv6: boolean;
}

/** The ids go no further: what is answered says only whether a text holds one. */
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

const NO_GRANTS: ReadonlyMap<number, readonly CoveringGrant[]> = new Map();

async function readCovering(
  client: Client,
  seqs: readonly number[],
  spread: 'dense' | 'sparse',
): Promise<ReadonlyMap<number, readonly CoveringGrant[]>> {
  const [first, last] = [seqs[0]!, seqs[seqs.length - 1]!];
  const rows =
    spread === 'dense'
      ? await jsonRows<[number, number, number]>(client, SELECT_GRANTS_BETWEEN, [BigInt(first), BigInt(last)])
      : await jsonRows<[number, number, number]>(client, SELECT_GRANTS_OF, [JSON.stringify(seqs)]);
  const covering = new Map<number, CoveringGrant[]>();
  for (const [seq, n, self] of rows) {
    const grants = covering.get(seq) ?? [];
    grants.push({ n, self: self === 1 });
    covering.set(seq, grants);
  }
  return covering;
}
