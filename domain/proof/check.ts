import type { Digest } from '../ports/digest.ts';
import type { ChainLink, ChainProgress, ChainVerdict, UploadReader } from '../ports/uploads.ts';
import { type AlteredDigests, findAlterations } from './check_upload.ts';
import { addLink, digestInstall, EMPTY_CHAIN, formatErasureContent } from './digests.ts';
import { createFaultReport, type FaultReport } from './faults.ts';
import { createRecordIterator, type RecordIterator } from './record_run.ts';
import * as say from './sentences.ts';
import type { ChainBounds, ChainSource, ProofRecord, StoredHead, StoredLink, StoredPart } from './source.ts';

export interface ChainCheck {
  readonly source: ChainSource;
  readonly digest: Digest;
  /** The newest link recorded outside the database, or null if none is known. */
  readonly known: ChainLink | null;
  readonly onProgress?: ((done: ChainProgress) => void | Promise<void>) | undefined;
}

/**
 * Reads the whole chain and all data it covers, and reports every difference. Uploads that arrive during the check are
 * not checked. An erasure may delete rows just before they are read, so the check is repeated if it found faults and an
 * erasure was recorded while it ran.
 */
export async function checkChain(check: ChainCheck): Promise<ChainVerdict> {
  for (;;) {
    const bounds = await check.source.bounds();
    const verdict = await checkWithinBounds(check, bounds);
    if (!('faults' in verdict)) return verdict;
    const now = await check.source.bounds();
    if (now.erasureN === bounds.erasureN) return verdict;
  }
}

/** The last link that was checked, and the totals so far. */
interface ChainPosition extends say.CheckedUpload {
  readonly link: ChainLink;
  /** Digests that the next link may follow: the stored digest, and the computed digest if it differs. */
  readonly digests: readonly string[];
  /** The highest number of a record up to there. */
  readonly seq: number;
  readonly uploads: number;
  readonly records: number;
}

const CHAIN_START: ChainPosition = {
  link: EMPTY_CHAIN,
  digests: [EMPTY_CHAIN.digest],
  uploadN: 0,
  receivedAtMs: null,
  seq: 0,
  uploads: 0,
  records: 0,
};

interface ChainWalk extends ChainCheck {
  readonly run: RecordIterator;
  readonly faults: FaultReport;
  readonly bounds: ChainBounds;
  /** Computed digests of install ids that differ from the stored digests, keyed by install. */
  readonly altered: AlteredDigests;
  readonly lost: Set<number>;
  /** Damaged blocks that were read but do not explain missing records of an upload yet, ascending. */
  readonly blocks: ProofRecord[];
}

async function checkWithinBounds(check: ChainCheck, bounds: ChainBounds): Promise<ChainVerdict> {
  const { source, known, onProgress } = check;
  const faults = createFaultReport();
  const unreadable: number[] = [];
  const blocks: ProofRecord[] = [];
  const reportStray = (record: ProofRecord, sentence = say.describeStrayRecord): void => {
    if (record.blockOf !== undefined) blocks.push(record);
    else if (record.uploadN === 0) unreadable.push(record.seq);
    else faults.add(sentence(record));
  };
  const run = createRecordIterator((after) => source.records(after, bounds.seq), 0, reportStray);
  for (const row of await source.damagedRows()) faults.add(say.describeDamagedRow(row));
  const altered = await checkInstalls(check, bounds, faults);
  const walk: ChainWalk = { ...check, run, faults, bounds, altered, lost: new Set(), blocks };
  let at = CHAIN_START;
  for (;;) {
    const links = await source.links(at.link.n, bounds.linkN);
    if (links.length === 0) break;
    at = await followLinks(walk, at, links);
    // The erasure may have caused these faults, so checkChain starts again.
    if (faults.count() > 0 && (await source.bounds()).erasureN !== bounds.erasureN) break;
    await onProgress?.({ seq: Math.min(run.seq(), bounds.seq), toSeq: bounds.seq });
  }
  if (known !== null && known.n > at.link.n) faults.add(say.describeCutChain(at.link, at, known));
  await reportAddedUploads(walk, at, bounds.uploadN + 1);
  for (let left = await run.next(); left !== null; left = await run.next()) reportStray(left, say.describeExtraRecord);
  for (const { seq } of blocks) faults.add(say.describeStrayBlock(seq));
  for (const [first, last] of groupIntoRanges(unreadable)) faults.add(say.describeUnreadable(first, last));
  if (faults.count() > 0) return { faults: faults.list() };
  return { links: at.link.n, uploads: at.uploads, records: at.records };
}

/** Reports installs whose id does not match its digest or is not indexed. Returns the computed digests. */
async function checkInstalls(
  { source, digest }: ChainCheck,
  { installN }: ChainBounds,
  faults: FaultReport,
): Promise<AlteredDigests> {
  const altered = new Map<number, string>();
  for (let after = 0; ; ) {
    const installs = await source.installs(after, installN);
    if (installs.length === 0) return altered;
    for (const { n, installId, digest: stored, isFound } of installs) {
      const computed = installId === null ? '' : digestInstall(digest, source.feedKey, installId);
      if (installId === null || computed !== stored) {
        faults.add(say.describeAlteredInstall(n));
        altered.set(n, computed);
      } else if (!isFound) faults.add(say.describeUnstoredInstall(n));
      after = n;
    }
  }
}

/** Reports installs that the upload's parts refer to but that are missing without having been erased, each once. */
function reportLostInstalls({ faults, lost }: ChainWalk, parts: readonly StoredPart[]): void {
  for (const { installN, install } of parts) {
    if (installN === null || install !== null || lost.has(installN)) continue;
    lost.add(installN);
    faults.add(say.describeLostInstall(installN));
  }
}

async function followLinks(walk: ChainWalk, from: ChainPosition, links: readonly StoredLink[]): Promise<ChainPosition> {
  let at = from;
  for (const link of links) {
    if (link.kind === 'upload') at = { ...at, uploadN: await reportAddedUploads(walk, at, link.uploadN) };
    at = await followLink(walk, at, link);
  }
  return at;
}

/** Reports uploads below `before` that have no link. Returns the last one, or the given `uploadN` if there are none. */
async function reportAddedUploads(
  { source, run, faults }: ChainWalk,
  { uploadN }: say.CheckedUpload,
  before: number,
): Promise<number> {
  for (let after = uploadN; ; ) {
    const added = await source.unlinked(after, before - 1);
    if (added === null) return after;
    faults.add(say.describeAddedUpload(added));
    await run.of(added.uploadN);
    after = added.uploadN;
  }
}

async function followLink(walk: ChainWalk, at: ChainPosition, link: StoredLink): Promise<ChainPosition> {
  const { faults, run } = walk;
  const digests = findLinkFaults(walk, at, link);
  const next: ChainPosition = { ...at, digests, link: { n: link.n, digest: link.digest } };
  if (link.kind === 'erasure') {
    if (formatErasureContent(walk.digest, link.emptied) !== link.content) faults.add(say.describeOtherParts(link));
    return next;
  }
  const { head, parts, uploadN } = link;
  if (head === null) {
    if (parts.length === 0 || parts.some(({ erasedBy }) => erasedBy === null))
      faults.add(say.describeLostUploads(uploadN, at));
    await run.of(uploadN);
    return { ...next, uploadN };
  }
  reportLostInstalls(walk, parts);
  const records = await run.of(uploadN);
  const damaged = await findDamagedBlocks(walk, at.seq, head, records);
  const altered = findAlterations(walk, { head, parts, content: link.content, records, damaged });
  for (const how of altered) faults.add(say.describeAlteredUpload(head, how));
  const { receivedAtMs } = head;
  const seq = Math.max(at.seq, records.at(-1)?.seq ?? 0, ...(damaged?.numbers ?? []));
  return { ...next, uploadN, receivedAtMs, seq, uploads: at.uploads + 1, records: at.records + records.length };
}

/**
 * Returns the damaged blocks that contained the missing records of an upload, or null if there are none. These are the
 * blocks that name the upload. If none does, the number is damaged, and the first block belongs to the first upload
 * that lacks records, because uploads are stored one at a time.
 */
async function findDamagedBlocks(
  { source, blocks }: ChainWalk,
  after: number,
  { uploadN, records: stored }: StoredHead,
  records: readonly ProofRecord[],
): Promise<say.DamagedBlocks | null> {
  const missing = stored - records.length;
  if (missing <= 0 || blocks.length === 0) return null;
  const naming = blocks.filter(({ blockOf }) => blockOf === uploadN);
  const own = naming.length > 0 ? naming : blocks.slice(0, 1);
  for (const block of own) blocks.splice(blocks.indexOf(block), 1);
  const numbers = own.map(({ seq }) => seq);
  const to = Math.max(records.at(-1)?.seq ?? 0, ...numbers);
  const left = await source.countNumbers(after, to);
  return { numbers, missing, lost: left === null ? missing : Math.max(0, Math.min(missing, left - records.length)) };
}

/**
 * Checks that a link follows the previous one and matches the recorded link. After a wrong link, the next one may
 * follow either its stored or its computed digest, so that one damaged link is reported once.
 */
function findLinkFaults({ digest, known, faults }: ChainWalk, at: ChainPosition, link: StoredLink): readonly string[] {
  const n = at.link.n + 1;
  const expected = at.digests.map((before) => addLink(digest, { n: link.n - 1, digest: before }, link.content).digest);
  const follows = link.n === n && expected.includes(link.digest);
  if (!follows) faults.add(say.describeBrokenLink(n, link));
  const digests = follows ? [link.digest] : [link.digest, ...expected];
  if (known !== null && known.n === link.n && !digests.includes(known.digest)) faults.add(say.describeOtherLink(link));
  return digests;
}

/** Whether the chain still contains the link that was recorded outside the databases. If not, uploads were lost. */
export async function isInChain(uploads: Pick<UploadReader, 'link'>, noted: ChainLink | null): Promise<boolean> {
  if (noted === null) return true;
  const stored = await uploads.link(noted.n);
  return stored?.digest === noted.digest;
}

/** Joins neighbouring numbers, which ascend, into ranges. */
function groupIntoRanges(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === n - 1) range[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}
