import { counted } from '../phrases.ts';
import type { Digest } from '../ports/digest.ts';
import type { ChainLink, ChainProgress, ChainVerdict } from '../ports/uploads.ts';
import { EMPTY_CHAIN, erasureContent, inParts, nextLink, partDigest, uploadContent } from './digests.ts';
import { createRecordRun, type RecordRun } from './record_run.ts';
import type { ChainBounds, ChainSource, KeptHead, KeptLink, KeptPart, KeptRecord } from './source.ts';

export interface ChainCheck {
  readonly source: ChainSource;
  readonly digest: Digest;
  /** The newest link that was kept outside the database; null where none is known. */
  readonly known: ChainLink | null;
  readonly onProgress?: ((done: ChainProgress) => void | Promise<void>) | undefined;
}

/**
 * Reads the whole chain and everything it covers, and names the first thing that differs. Uploads may come in
 * meanwhile: what is newer than the beginning of the check is left out. An erasure takes away what was about to be
 * read, so a fault that is found across one is looked for again.
 */
export const checkChain = async (check: ChainCheck): Promise<ChainVerdict> => {
  for (;;) {
    const bounds = await check.source.bounds();
    const verdict = await checkTo(check, bounds);
    if (!('fault' in verdict)) return verdict;
    const now = await check.source.bounds();
    if (now.erasureN === bounds.erasureN) return verdict;
  }
};

/** Where the check has come to. */
interface Position {
  readonly link: ChainLink;
  /** The newest upload that was found whole or wholly erased; 0 before the first. */
  readonly uploadN: number;
  readonly receivedAtMs: number | null;
  readonly uploads: number;
  readonly records: number;
}

const START: Position = { link: EMPTY_CHAIN, uploadN: 0, receivedAtMs: null, uploads: 0, records: 0 };

/** Thrown within this file to leave the walk at the first difference. */
class Difference extends Error {}

const checkTo = async (check: ChainCheck, bounds: ChainBounds): Promise<ChainVerdict> => {
  const { source, known, onProgress } = check;
  const run = createRecordRun((after) => source.records(after, bounds.seq));
  let at = START;
  try {
    for (;;) {
      const links = await source.links(at.link.n, bounds.linkN);
      if (links.length === 0) break;
      const unlinked = await source.unlinked(at.uploadN, newestUpload(links));
      for (const link of links) {
        if (link.kind === 'upload' && unlinked !== null && unlinked.uploadN < link.uploadN) throw added(unlinked);
        at = await follow(check, at, link, run);
      }
      await onProgress?.({ seq: run.seq(), toSeq: bounds.seq });
    }
    if (known !== null && known.n > at.link.n) throw cutOff(at, known);
    const unlinked = await source.unlinked(at.uploadN, bounds.uploadN);
    if (unlinked !== null) throw added(unlinked);
    const left = await run.next();
    if (left !== null) throw new Difference(`Upload ${left.uploadN} was altered: it holds a record too many.`);
  } catch (error) {
    if (error instanceof Difference) return { fault: error.message };
    throw error;
  }
  return { links: at.link.n, uploads: at.uploads, records: at.records };
};

const newestUpload = (links: readonly KeptLink[]): number =>
  links.reduce((newest, link) => (link.kind === 'upload' ? Math.max(newest, link.uploadN) : newest), 0);

/** Checks one link and what it covers. */
const follow = async (check: ChainCheck, at: Position, link: KeptLink, run: RecordRun): Promise<Position> => {
  const { digest, known } = check;
  const next = nextLink(digest, at.link, link.content);
  if (link.n !== next.n || link.digest !== next.digest) {
    throw new Difference(`Link ${next.n} of the chain (${aboutLink(link)}) does not follow the one before it.`);
  }
  if (known?.n === next.n && known.digest !== next.digest) {
    throw new Difference(
      `Link ${next.n} of the chain (${aboutLink(link)}) is not the one that was noted outside the database: uploads were lost, and others came after them.`,
    );
  }
  if (link.kind === 'erasure') {
    if (erasureContent(digest, link.emptied) !== link.content) {
      throw new Difference(
        `Link ${next.n} of the chain (an erasure) does not cover the parts that are marked as erased by it.`,
      );
    }
    return { ...at, link: next };
  }
  const { head, parts, uploadN } = link;
  if (head === null) {
    if (parts.length === 0 || parts.some(({ erasedBy }) => erasedBy === null)) throw lost(uploadN, at);
    return { ...at, link: next, uploadN };
  }
  const records = await checkUpload(check, head, parts, link.content, run);
  const { receivedAtMs } = head;
  return { link: next, uploadN, receivedAtMs, uploads: at.uploads + 1, records: at.records + records };
};

/** Holds an upload against its link, and answers how many records it has. */
const checkUpload = async (
  { digest, source }: ChainCheck,
  head: KeptHead,
  parts: readonly KeptPart[],
  content: string,
  run: RecordRun,
): Promise<number> => {
  const altered = (how: string) => new Difference(`${naming(head)} was altered: ${how}.`);
  const covered = uploadContent(
    digest,
    head,
    parts.map((part) => part.digest),
  );
  if (covered !== content) throw altered('what is known of it differs from its link of the chain');
  const records = await run.of(head.uploadN);
  const changed = records.find((record) => digest.sha256(record.body) !== record.digest);
  if (changed !== undefined) throw altered(`record ${changed.seq} (${changed.kind}) has another content than was kept`);
  if (records.length !== head.records)
    throw altered(
      `it brought ${counted(head.records, 'record')}, ${records.length} ${records.length === 1 ? 'is' : 'are'} there`,
    );
  checkParts(digest, source.feedKey, parts, records, altered);
  return records.length;
};

const checkParts = (
  digest: Digest,
  feedKey: string,
  parts: readonly KeptPart[],
  records: readonly KeptRecord[],
  altered: (how: string) => Difference,
): void => {
  const byInstall = inParts(records, ({ installN }) => installN);
  const standing = parts.filter(({ erasedBy }) => erasedBy === null);
  for (const part of standing) {
    const own = byInstall.get(part.installN ?? 0) ?? [];
    if (partDigest(digest, feedKey, own) !== part.digest) {
      throw altered('its records differ from its link of the chain');
    }
  }
  if (standing.length !== byInstall.size) throw altered('it holds records that its link of the chain does not cover');
};

const received = (atMs: number): string => `received ${new Date(atMs).toISOString()}`;

const naming = ({ uploadN, receivedAtMs }: { readonly uploadN: number; readonly receivedAtMs: number }): string =>
  `Upload ${uploadN} (${received(receivedAtMs)})`;

const aboutLink = (link: KeptLink): string => {
  if (link.kind === 'erasure') return 'an erasure';
  return `upload ${link.uploadN}${link.head === null ? '' : `, ${received(link.head.receivedAtMs)}`}`;
};

/** When a lost upload was received is lost with it, so the one before it says when about. */
const lost = (uploadN: number, { uploadN: before, receivedAtMs }: Position): Difference => {
  const after =
    receivedAtMs === null ? '' : ` (received after upload ${before}, ${new Date(receivedAtMs).toISOString()})`;
  return new Difference(`Upload ${uploadN}${after} was lost: its link of the chain is there, it is not.`);
};

const added = (upload: { readonly uploadN: number; readonly receivedAtMs: number }): Difference =>
  new Difference(`${naming(upload)} was added: no link of the chain stands for it.`);

const cutOff = ({ link, uploadN, receivedAtMs }: Position, known: ChainLink): Difference => {
  const after =
    receivedAtMs === null ? 'every upload is' : `uploads after upload ${uploadN} (${received(receivedAtMs)}) are`;
  return new Difference(
    `The chain ends with link ${link.n}, but link ${known.n} was noted outside the database: ${after} lost.`,
  );
};
