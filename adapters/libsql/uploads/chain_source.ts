import type { ChainLink, ChainVerdict } from '../../../domain/ports/uploads.ts';
import { type ChainCheck, checkChain } from '../../../domain/proof/check.ts';
import { isDamagedText } from '../../../domain/proof/digests.ts';
import { describeDamagedRow } from '../../../domain/proof/sentences.ts';
import type { ChainSource, ProofRecord, StoredInstall, StoredLink } from '../../../domain/proof/source.ts';
import { nodeDigest } from '../../digest.ts';
import { type Connection, readValue } from '../database.ts';
import { findDamagedRows } from '../row_check.ts';
import { readStorageCode } from '../storage_error.ts';
import { readStoredRows } from './block_rows.ts';
import { readNumberedRows, readOrFallback, readReadableRows } from './damaged_rows.ts';
import { FEED_KEY_DAMAGED, readFeedKey } from './feed_key.ts';
import { computeIdentity, findSeqs } from './identities.ts';

const SELECT_BOUNDS = `
  select json_array(
    (select coalesce(max(n), 0) from links), (select coalesce(max(n), 0) from uploads),
    (select coalesce(max(last_seq), 0) from blocks), (select coalesce(max(n), 0) from installs),
    (select coalesce(max(erased_by), 0) from parts where erased_by is not null))`;

/** Selects installs. `isFound` says whether the index on install_id finds the row. */
function selectInstalls(which: string): string {
  return `
  select json_group_array(json_array(n, install_id, digest, isFound)) from (
    select i.n, i.install_id, lower(hex(i.digest)) as digest,
      i.n is (select j.n from installs as j where j.install_id = i.install_id) as isFound
    from installs as i where ${which}
  )`;
}

const SELECT_INSTALLS = selectInstalls('i.n > ? and i.n <= ? order by i.n limit ?');
const SELECT_INSTALL = selectInstalls('i.n = ?');

function selectLinks(which: string): string {
  return `
  select json_group_array(json_array(n, upload_n, content, digest, json(head), json(parts))) from (
    select l.n, l.upload_n, lower(hex(l.content)) as content, lower(hex(l.digest)) as digest,
      (select json_array(u.upload_id, u.received_at_ms, u.addon_version, u.client_build, u.protocol, u.records, u.locale,
        u.season, u.region)
       from uploads as u where u.n = l.upload_n) as head,
      iif(l.kind = 'upload',
        (select json_group_array(json_array(lower(hex(p.digest)), p.install_n, p.erased_by,
            (select lower(hex(i.digest)) from installs as i where i.n = p.install_n)) order by p.part)
         from parts as p where p.upload_n = l.upload_n),
        (select json_group_array(json_array(p.upload_n, p.part) order by p.upload_n, p.part)
         from parts as p where p.erased_by = l.n)) as parts
    from links as l where ${which}
  )`;
}

const SELECT_LINKS = selectLinks('l.n > ? and l.n <= ? order by l.n limit ?');
const SELECT_LINK = selectLinks('l.n = ?');

/** Reads only the link. Used if the rows that the link covers cannot be read. */
const SELECT_BARE_LINK = `
  select json_group_array(json_array(n, upload_n, lower(hex(content)), lower(hex(digest)), null, json('[]')))
  from links where n = ?`;

const SELECT_UNLINKED = `
  select json_array(n, received_at_ms) from uploads
  where n > ? and n <= ? and not exists (select 1 from links where upload_n = uploads.n) order by n limit 1`;

const BATCH_INSTALLS = 2_000;
const BATCH_LINKS = 100;
const BATCH_RECORDS = 2_000;

type HeadRow = [
  ...[uploadId: string, receivedAtMs: number, addonVersion: string, clientBuild: string | null],
  ...[protocol: string | null, records: number, locale: string | null, season: number | null, region: number | null],
];
type UploadLinkRow = [
  number,
  number,
  string,
  string,
  HeadRow | null,
  [string, number | null, number | null, string | null][],
];
type ErasureLinkRow = [number, null, string, string, null, [number, number][]];
type InstallRow = [number, string, string, number];

/** Recomputes the whole chain from the stored rows (domain/proof/check.ts). */
export async function verifyChain(
  client: Connection,
  known: ChainLink | null,
  onProgress: ChainCheck['onProgress'],
): Promise<ChainVerdict> {
  try {
    return await checkChain({ source: await createChainSource(client), digest: nodeDigest, known, onProgress });
  } catch (error) {
    if (readStorageCode(error) !== FEED_KEY_DAMAGED) throw error;
    return { faults: [describeDamagedRow({ table: 'secrets', row: 1 })] };
  }
}

/** Gives the check access to the chain of an open uploads.db and to everything that the chain covers. */
async function createChainSource(client: Connection): Promise<ChainSource> {
  return {
    feedKey: await readFeedKey(client),
    bounds: async () => {
      const text = String(await readValue(client, SELECT_BOUNDS));
      const [linkN, uploadN, seq, installN, erasureN] = JSON.parse(text) as [number, number, number, number, number];
      return { linkN, uploadN, seq, installN, erasureN };
    },
    damagedRows: () => findDamagedRows(client, { passOver: CHAINED_TABLES }),
    installs: (after, to) =>
      readNumberedRows({
        from: after,
        to,
        limit: BATCH_INSTALLS,
        range: () => readInstalls(client, SELECT_INSTALLS, [BigInt(after), BigInt(to), BigInt(BATCH_INSTALLS)]),
        one: async (n) => (await readInstalls(client, SELECT_INSTALL, [BigInt(n)]))[0],
        unreadable: (n) => ({ n, installId: null, digest: '', isFound: true }),
      }),
    links: (after, to) =>
      readNumberedRows({
        from: after,
        to,
        limit: BATCH_LINKS,
        range: () => readLinks(client, SELECT_LINKS, [BigInt(after), BigInt(to), BigInt(BATCH_LINKS)]),
        one: async (n) => {
          const full = await readOrFallback(() => readLinks(client, SELECT_LINK, [BigInt(n)]), null);
          return (full ?? (await readLinks(client, SELECT_BARE_LINK, [BigInt(n)])))[0];
        },
        // Without this link, the check reports that the next link does not follow the previous one.
        unreadable: () => undefined,
      }),
    records: async (after, to) => {
      const read = await readStoredRows(client, { after, to, limit: BATCH_RECORDS });
      const rows = read.filter(({ seq, block }) => block === undefined || block === seq);
      const digests = rows.map(({ damaged, body }) => (damaged ? '' : nodeDigest.sha256(body)));
      const found = await findSeqs(
        client,
        rows.map(({ installN, eventId }, i) => [installN, computeIdentity({ eventId, digest: digests[i]! })]),
      );
      return rows.map((row, i): ProofRecord => {
        const block = row.block === undefined ? {} : { uploadN: 0, blockOf: row.uploadN };
        return { ...row, digest: digests[i]!, isFound: found[i] === row.seq, ...block };
      });
    },
    countNumbers: async (after, to) => {
      const sql = 'select count(distinct seq) from identities where seq > ? and seq <= ?';
      const read = () => readValue(client, sql, [BigInt(after), BigInt(to)]);
      return (await readOrFallback(read, null)) as number | null;
    },
    unlinked: async (after, to) => {
      const args = [BigInt(after), BigInt(to)];
      const row = await readOrFallback(() => readValue(client, SELECT_UNLINKED, args), null);
      if (typeof row !== 'string') return null;
      const [uploadN, receivedAtMs] = JSON.parse(row) as [number, number];
      return { uploadN, receivedAtMs };
    },
  };
}

/** Tables whose texts and blobs are all covered by the chain, so that the row check can skip them. */
const CHAINED_TABLES: ReadonlySet<string> = new Set(['installs', 'blocks']);

async function readInstalls(
  client: Connection,
  sql: string,
  args: readonly bigint[],
): Promise<readonly StoredInstall[]> {
  return (await readReadableRows<InstallRow>(client, sql, [...args])).map(([n, installId, digest, isFound]) => ({
    n,
    installId: isDamagedText(installId) ? null : installId,
    digest,
    isFound: isFound === 1,
  }));
}

async function readLinks(client: Connection, sql: string, args: readonly bigint[]): Promise<readonly StoredLink[]> {
  return (await readReadableRows<UploadLinkRow | ErasureLinkRow>(client, sql, [...args])).map(parseLink);
}

function parseLink(row: UploadLinkRow | ErasureLinkRow): StoredLink {
  const [n, uploadN, content, digest] = row;
  if (uploadN === null) {
    const emptied = (row as ErasureLinkRow)[5].map(([upload, part]) => ({ uploadN: upload, part }));
    return { n, content, digest, kind: 'erasure', emptied };
  }
  const [, , , , head, parts] = row as UploadLinkRow;
  return {
    n,
    content,
    digest,
    kind: 'upload',
    uploadN,
    head: head === null ? null : parseHead(uploadN, head),
    parts: parts.map(([part, installN, erasedBy, install]) => ({ digest: part, installN, erasedBy, install })),
  };
}

function parseHead(uploadN: number, row: HeadRow) {
  const [uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records, locale, season, region] = row;
  return { uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records, locale, season, region };
}
