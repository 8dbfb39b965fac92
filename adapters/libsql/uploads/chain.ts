import type { Client, Transaction } from '@libsql/client';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import {
  type ChainedRecord,
  EMPTY_CHAIN,
  erasureContent,
  nextLink,
  type PartName,
  partDigest,
  type UploadHead,
  uploadContent,
} from '../../../domain/proof/digests.ts';
import { createRecordRun } from '../../../domain/proof/record_run.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, jsonRows, type Runner, readValue, textValue } from '../database.ts';
import { insertRows } from '../insert_rows.ts';

const SELECT_NEWEST = 'select json_array(n, lower(hex(digest))) from links order by n desc limit 1';

/** The digest is null if the install's id was damaged before digests were stored. */
const SELECT_INSTALL_DIGESTS = `
  select json_group_array(json_array(n, nullif(lower(hex(digest)), ''))) from installs
  where n in (select value from json_each(?))`;

export async function newestLink(runner: Runner): Promise<ChainLink> {
  const row = await textValue(runner, SELECT_NEWEST);
  return row !== null ? parseLink(JSON.parse(row) as [number, string]) : EMPTY_CHAIN;
}

export async function linkAt(runner: Runner, n: number): Promise<ChainLink | null> {
  if (n === 0) return EMPTY_CHAIN;
  const row = await textValue(runner, 'select json_array(n, lower(hex(digest))) from links where n = ?', [BigInt(n)]);
  return row !== null ? parseLink(JSON.parse(row) as [number, string]) : null;
}

function parseLink([n, digest]: readonly [number, string]): ChainLink {
  return { n, digest };
}

/** Records of one upload by install number, in the order of its parts. */
export type NumberedParts = ReadonlyMap<number, readonly ChainedRecord[]>;

/** Appends the link of an upload, in the transaction that stores the upload. */
export async function linkUpload(
  tx: Transaction,
  feedKey: string,
  head: UploadHead,
  parts: NumberedParts,
): Promise<void> {
  const numbers = [JSON.stringify([...parts.keys()])];
  const installs = new Map(await jsonRows<[number, string | null]>(tx, SELECT_INSTALL_DIGESTS, numbers));
  const digests = [...parts].map(([installN, records]) => {
    const install = installs.get(installN) ?? null;
    return [installN, partDigest(nodeDigest, feedKey, records, install)] as const;
  });
  const rows = digests.map(([installN, digest], part) => [head.uploadN, part, installN, digest]);
  await insertRows(tx, 'parts', 'upload_n, part, install_n, unhex(digest)', rows);
  const content = uploadContent(
    nodeDigest,
    head,
    digests.map(([, digest]) => digest),
  );
  await appendLink(tx, 'upload', head.uploadN, content);
}

/** Appends the link of an erasure and marks the parts as emptied by it. `emptied` ascends by upload, then part. */
export async function linkErasure(tx: Transaction, installN: number, emptied: readonly PartName[]): Promise<void> {
  const { n } = await appendLink(tx, 'erasure', null, erasureContent(nodeDigest, emptied));
  await tx.execute({
    sql: 'update parts set install_n = null, erased_by = ? where install_n = ?',
    args: [BigInt(n), BigInt(installN)],
  });
}

async function appendLink(
  tx: Transaction,
  kind: 'upload' | 'erasure',
  uploadN: number | null,
  content: string,
): Promise<ChainLink> {
  const link = nextLink(nodeDigest, await newestLink(tx), content);
  const row = [link.n, kind, uploadN, content, link.digest];
  await insertRows(tx, 'links', 'n, kind, upload_n, unhex(content), unhex(digest)', [row]);
  return link;
}

const SELECT_UNLINKED = `
  select json_group_array(json_array(n, upload_id, received_at_ms, addon_version, client_build, protocol)) from (
    select u.* from unlinked as x join uploads as u on u.n = x.upload_n order by u.n limit ?
  )`;

const SELECT_UNLINKED_RECORDS = `
  select json_group_array(json_array(seq, upload_n, install_n, kind, event_id, captured_at_ms, digest)) from (
    select seq, upload_n, install_n, kind, iif(typeof(identity) = 'text', identity, null) as event_id, captured_at_ms,
      lower(hex(coalesce(digest, identity))) as digest
    from records where seq > ? order by seq limit ?
  )`;

const UPLOADS_AT_ONCE = 50;
const RECORDS_AT_ONCE = 5_000;

type HeadRow = [number, string, number, string, string | null, string | null];
type RecordRow = [number, number, number, string, string | null, number, string];

/**
 * Appends links for uploads of releases that had no chain, in the order of their numbers and in transactions of bounded
 * size. Continues where an interrupted run stopped. Costs one query if there is nothing to do.
 */
export async function linkOlderUploads(client: Client, feedKey: string): Promise<void> {
  let heads = await unlinkedHeads(client);
  if (heads.length === 0) return;
  const run = createRecordRun((after) => unlinkedRecords(client, after), await newestLinkedSeq(client));
  while (heads.length > 0) {
    const uploads: { readonly head: UploadHead; readonly parts: NumberedParts }[] = [];
    for (const head of heads) {
      uploads.push({ head, parts: groupBy(await run.of(head.uploadN), ({ installN }) => installN) });
    }
    await inTransaction(client, async (tx) => {
      for (const { head, parts } of uploads) {
        await linkUpload(tx, feedKey, head, parts);
        await tx.execute({ sql: 'delete from unlinked where upload_n = ?', args: [BigInt(head.uploadN)] });
      }
    });
    heads = await unlinkedHeads(client);
  }
}

async function unlinkedHeads(client: Client): Promise<readonly UploadHead[]> {
  const rows = await jsonRows<HeadRow>(client, SELECT_UNLINKED, [BigInt(UPLOADS_AT_ONCE)]);
  return rows.map(([uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol]) => ({
    uploadN,
    uploadId,
    receivedAtMs,
    addonVersion,
    clientBuild,
    protocol,
    locale: null,
  }));
}

async function unlinkedRecords(client: Client, after: number) {
  const args = [BigInt(after), BigInt(RECORDS_AT_ONCE)];
  const rows = await jsonRows<RecordRow>(client, SELECT_UNLINKED_RECORDS, args);
  return rows.map(([seq, uploadN, installN, kind, eventId, capturedAtMs, digest]) => ({
    seq,
    uploadN,
    installN,
    kind,
    eventId,
    capturedAtMs,
    digest,
  }));
}

/**
 * Returns the last record before the first upload without a link. This works because records are stored one upload at a
 * time, in order.
 */
async function newestLinkedSeq(client: Client): Promise<number> {
  return Number(
    await readValue(
      client,
      'select coalesce(max(seq), 0) from records where upload_n < (select min(upload_n) from unlinked)',
    ),
  );
}
