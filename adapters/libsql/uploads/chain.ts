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
import type { Connection, WriteTransaction } from '../prepared_statements.ts';
import { rowsIn } from './block_rows.ts';

/** SQL for a `ChainLink` of the links table. */
const LINK = `json_object('n', n, 'digest', lower(hex(digest)))`;

/** The digest is null if the install's id was already damaged when digests were first stored. */
const SELECT_INSTALL_DIGESTS = `
  select json_group_array(json_array(n, nullif(lower(hex(digest)), ''))) from installs
  where n in (select value from json_each(?))`;

export async function newestLink(runner: Runner): Promise<ChainLink> {
  const text = await textValue(runner, `select ${LINK} from links order by n desc limit 1`);
  return text === null ? EMPTY_CHAIN : (JSON.parse(text) as ChainLink);
}

export async function linkAt(runner: Runner, n: number): Promise<ChainLink | null> {
  if (n === 0) return EMPTY_CHAIN;
  const text = await textValue(runner, `select ${LINK} from links where n = ?`, [BigInt(n)]);
  return text === null ? null : (JSON.parse(text) as ChainLink);
}

/** Records of one upload by install number, in the order of its parts. */
export type NumberedParts = ReadonlyMap<number, readonly ChainedRecord[]>;

/** Appends the link of an upload, in the transaction that stores the upload. */
export async function linkUpload(
  tx: WriteTransaction,
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

/** Appends the link of an erasure and marks the parts that it emptied. `emptied` ascends by upload, then by part. */
export async function linkErasure(tx: WriteTransaction, installN: number, emptied: readonly PartName[]): Promise<void> {
  const { n } = await appendLink(tx, 'erasure', null, erasureContent(nodeDigest, emptied));
  await tx.execute({
    sql: 'update parts set install_n = null, erased_by = ? where install_n = ?',
    args: [BigInt(n), BigInt(installN)],
  });
}

async function appendLink(
  tx: WriteTransaction,
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
  select json_group_array(json_object('uploadN', n, 'uploadId', upload_id, 'receivedAtMs', received_at_ms,
    'addonVersion', addon_version, 'clientBuild', client_build, 'protocol', protocol, 'locale', null)) from (
    select u.* from unlinked as x join uploads as u on u.n = x.upload_n order by u.n limit ?
  )`;

const UPLOADS_AT_ONCE = 50;
const RECORDS_AT_ONCE = 5_000;

interface UnlinkedRecord extends ChainedRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
}

/**
 * Appends links for uploads from releases that had no chain, in order of upload number and in transactions of bounded
 * size. Continues where an interrupted run stopped. Costs one query if there is nothing to do.
 */
export async function linkOlderUploads(client: Connection, feedKey: string): Promise<void> {
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

function unlinkedHeads(client: Connection): Promise<readonly UploadHead[]> {
  return jsonRows<UploadHead>(client, SELECT_UNLINKED, [BigInt(UPLOADS_AT_ONCE)]);
}

/** Records whose block is damaged have an empty digest, so that `verify` reports their uploads. */
async function unlinkedRecords(client: Connection, after: number): Promise<readonly UnlinkedRecord[]> {
  const rows = await rowsIn(client, { after, to: Number.MAX_SAFE_INTEGER, limit: RECORDS_AT_ONCE });
  return rows.map((row) => ({ ...row, digest: row.damaged === true ? '' : nodeDigest.sha256(row.body) }));
}

/** Returns the number of the last record before the first upload without a link. Uploads are stored one at a time. */
async function newestLinkedSeq(client: Connection): Promise<number> {
  const sql = 'select coalesce(max(last_seq), 0) from blocks where upload_n < (select min(upload_n) from unlinked)';
  return Number(await readValue(client, sql));
}
