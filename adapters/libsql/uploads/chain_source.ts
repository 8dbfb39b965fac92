import type { Client } from '@libsql/client';
import type { ChainSource, KeptLink, KeptRecord } from '../../../domain/chain/source.ts';
import { jsonRows, value } from '../database.ts';
import { readFeedKey } from './chain.ts';

const SELECT_BOUNDS = `
  select json_array(
    (select coalesce(max(n), 0) from links), (select coalesce(max(n), 0) from uploads),
    (select coalesce(max(seq), 0) from records), (select coalesce(max(erased_by), 0) from parts where erased_by is not null))`;

const SELECT_LINKS = `
  select json_group_array(json_array(n, upload_n, content, digest, json(head), json(parts))) from (
    select l.n, l.upload_n, lower(hex(l.content)) as content, lower(hex(l.digest)) as digest,
      (select json_array(u.upload_id, u.received_at_ms, u.addon_version, u.client_build, u.protocol, u.records)
       from uploads as u where u.n = l.upload_n) as head,
      iif(l.kind = 'upload',
        (select json_group_array(json_array(lower(hex(p.digest)), p.install_n, p.erased_by) order by p.part)
         from parts as p where p.upload_n = l.upload_n),
        (select json_group_array(json_array(p.upload_n, p.part) order by p.upload_n, p.part)
         from parts as p where p.erased_by = l.n)) as parts
    from links as l where l.n > ? and l.n <= ? order by l.n limit ?
  )`;

const SELECT_UNLINKED = `
  select json_array(n, received_at_ms) from uploads
  where n > ? and n <= ? and not exists (select 1 from links where upload_n = uploads.n) order by n limit 1`;

/** How far a page of records goes: at least one, and no more than fit into `?4` bytes. */
const SELECT_PAGE_END = `
  select coalesce(max(seq) filter (where total <= ?4), min(seq)) from (
    select seq, sum(bytes) over (order by seq rows unbounded preceding) as total
    from (select seq, octet_length(body) as bytes from records where seq > ?1 and seq <= ?2 order by seq limit ?3)
  )`;

const SELECT_RECORDS = `
  select json_group_array(json_array(seq, upload_n, install_n, kind, event_id, captured_at_ms, digest, body)) from (
    select seq, upload_n, install_n, kind, iif(typeof(identity) = 'text', identity, null) as event_id, captured_at_ms,
      lower(hex(coalesce(digest, identity))) as digest, body
    from records where seq > ? and seq <= ? order by seq
  )`;

const LINKS_AT_ONCE = 100;
const RECORDS_AT_ONCE = 2_000;
const BYTES_AT_ONCE = 4_000_000;

type HeadRow = [string, number, string, string | null, string | null, number];
type UploadLinkRow = [number, number, string, string, HeadRow | null, [string, number | null, number | null][]];
type ErasureLinkRow = [number, null, string, string, null, [number, number][]];
type RecordRow = [number, number, number, string, string | null, number, string, string];

/** The chain of an open uploads.db and everything it covers. */
export const chainSource = async (client: Client): Promise<ChainSource> => ({
  feedKey: await readFeedKey(client),
  bounds: async () => {
    const text = String(await value(client, SELECT_BOUNDS));
    const [linkN, uploadN, seq, erasureN] = JSON.parse(text) as [number, number, number, number];
    return { linkN, uploadN, seq, erasureN };
  },
  links: async (after, to) => {
    const args = [BigInt(after), BigInt(to), BigInt(LINKS_AT_ONCE)];
    const rows = await jsonRows<UploadLinkRow | ErasureLinkRow>(client, SELECT_LINKS, args);
    return rows.map(linkOf);
  },
  records: async (after, to) => {
    const bounds = [BigInt(after), BigInt(to), BigInt(RECORDS_AT_ONCE), BigInt(BYTES_AT_ONCE)];
    const end = await value(client, SELECT_PAGE_END, bounds);
    if (end === null) return [];
    const rows = await jsonRows<RecordRow>(client, SELECT_RECORDS, [BigInt(after), BigInt(Number(end))]);
    return rows.map(recordOf);
  },
  unlinked: async (after, to) => {
    const row = await value(client, SELECT_UNLINKED, [BigInt(after), BigInt(to)]);
    if (typeof row !== 'string') return null;
    const [uploadN, receivedAtMs] = JSON.parse(row) as [number, number];
    return { uploadN, receivedAtMs };
  },
});

const linkOf = (row: UploadLinkRow | ErasureLinkRow): KeptLink => {
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
    head: head === null ? null : headOf(uploadN, head),
    parts: parts.map(([part, installN, erasedBy]) => ({ digest: part, installN, erasedBy })),
  };
};

const headOf = (uploadN: number, [uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records]: HeadRow) => ({
  uploadN,
  uploadId,
  receivedAtMs,
  addonVersion,
  clientBuild,
  protocol,
  records,
});

const recordOf = (row: RecordRow): KeptRecord => {
  const [seq, uploadN, installN, kind, eventId, capturedAtMs, digest, body] = row;
  return { seq, uploadN, installN, kind, eventId, capturedAtMs, digest, body };
};
