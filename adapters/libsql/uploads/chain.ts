import type { ChainLink } from '../../../domain/ports/uploads.ts';
import {
  addLink,
  type ChainedRecord,
  digestPart,
  EMPTY_CHAIN,
  formatErasureContent,
  formatUploadContent,
  type PartKey,
  type UploadHead,
} from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readJson, readText, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';

/** SQL for a `ChainLink` of the links table. */
const LINK_JSON = `json_object('n', n, 'digest', lower(hex(digest)))`;

/** The digest is null if the install's id was already damaged when digests were first stored. */
const SELECT_INSTALL_DIGESTS = `
  select json_group_array(json_array(n, nullif(lower(hex(digest)), ''))) from installs
  where n in (select value from json_each(?))`;

export async function readLastLink(runner: Runner): Promise<ChainLink> {
  const text = await readText(runner, `select ${LINK_JSON} from links order by n desc limit 1`);
  return text === null ? EMPTY_CHAIN : (JSON.parse(text) as ChainLink);
}

export async function readLink(runner: Runner, n: number): Promise<ChainLink | null> {
  if (n === 0) return EMPTY_CHAIN;
  const text = await readText(runner, `select ${LINK_JSON} from links where n = ?`, [BigInt(n)]);
  return text === null ? null : (JSON.parse(text) as ChainLink);
}

/** Records of one upload by install number, in the order of its parts. */
export type NumberedParts = ReadonlyMap<number, readonly ChainedRecord[]>;

/** Appends the link of an upload, in the transaction that stores it, so that no stored upload lacks a link. */
export async function linkUpload(
  tx: Transaction,
  feedKey: string,
  head: UploadHead,
  parts: NumberedParts,
): Promise<void> {
  const numbers = [JSON.stringify([...parts.keys()])];
  const installs = new Map(await readJson<[number, string | null]>(tx, SELECT_INSTALL_DIGESTS, numbers));
  const digests = [...parts].map(([installN, records]) => {
    const install = installs.get(installN) ?? null;
    return [installN, digestPart(nodeDigest, feedKey, records, install)] as const;
  });
  const rows = digests.map(([installN, digest], part) => [head.uploadN, part, installN, digest]);
  await insertRows(tx, 'parts', 'upload_n, part, install_n, unhex(digest)', rows);
  const partDigests = digests.map(([, digest]) => digest);
  const content = formatUploadContent(nodeDigest, head, partDigests);
  await appendLink(tx, 'upload', head.uploadN, content);
}

/** Appends the link of an erasure and marks the parts that it emptied. `emptied` ascends by upload, then by part. */
export async function linkErasure(tx: Transaction, installN: number, emptied: readonly PartKey[]): Promise<void> {
  const { n } = await appendLink(tx, 'erasure', null, formatErasureContent(nodeDigest, emptied));
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
  const link = addLink(nodeDigest, await readLastLink(tx), content);
  const row = [link.n, kind, uploadN, content, link.digest];
  await insertRows(tx, 'links', 'n, kind, upload_n, unhex(content), unhex(digest)', [row]);
  return link;
}
