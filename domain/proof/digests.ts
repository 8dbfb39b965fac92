import type { Digest } from '../ports/digest.ts';
import type { ChainLink } from '../ports/uploads.ts';

/**
 * The chain over all uploads (contract, section 8, Proof; contract, section 2, Erasure): one link for every upload kept
 * and every install erased. A link's digest covers its content and the link before, so whoever knows the newest link
 * can tell whether anything before it was lost, altered or added.
 *
 * The content of an upload's link covers its head and its parts; a part is what one install sent in it. An erased part
 * loses its records and its install but keeps its digest, so the links before and after stay true without them.
 */

/** What a part's digest covers of a record. */
export interface ChainedRecord {
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  /** SHA-256 (hex) of its body. */
  readonly digest: string;
}

/** What an upload's link covers beside its parts. */
export interface UploadHead {
  readonly uploadN: number;
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  readonly protocol: string | null;
  readonly locale: string | null;
}

/** The `part`-th part of an upload, from 0. */
export interface PartName {
  readonly uploadN: number;
  readonly part: number;
}

export const EMPTY_CHAIN: ChainLink = { n: 0, digest: '0'.repeat(64) };

/**
 * Keyed, so that a part that was erased cannot be guessed from what is left of it. A line a record: an eventId holds
 * neither a space nor a #, a record without one is known by its body's digest. A time is told by how many milliseconds
 * it lies behind the one before, since writing small numbers takes half the time of it all.
 * `install` is the install's digest (`installDigest`), or null for a part of a release that did not cover it. It is
 * mixed in here instead of being kept beside the part, so that after an erasure nothing tells which parts were one
 * install's.
 */
export function partDigest(
  digest: Digest,
  feedKey: string,
  records: Iterable<ChainedRecord>,
  install: string | null,
): string {
  let text = install === null ? '' : `install ${install}\n`;
  let beforeMs = 0;
  for (const { kind, eventId, capturedAtMs, digest: body } of records) {
    text += `${kind} ${capturedAtMs - beforeMs} ${body} ${eventId ?? '#'}\n`;
    beforeMs = capturedAtMs;
  }
  return digest.keyed(feedKey, text);
}

export function uploadContent(digest: Digest, head: UploadHead, parts: readonly string[]): string {
  const { uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol, locale } = head;
  const fields = ['upload', uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol, parts];
  // Uploads without one are covered as they were before there were any.
  return digest.sha256(JSON.stringify(locale === null ? fields : [...fields, locale]));
}

/** `emptied`: ascending by upload, then part. */
export function erasureContent(digest: Digest, emptied: readonly PartName[]): string {
  return digest.sha256(JSON.stringify(['erasure', emptied.map(({ uploadN, part }) => [uploadN, part])]));
}

/** The link that follows `previous`. */
export function nextLink(digest: Digest, previous: ChainLink, content: string): ChainLink {
  return {
    n: previous.n + 1,
    digest: digest.sha256(previous.digest + content),
  };
}

/** Records by install, in the order in which each install first appears: the parts of an upload. */
export function inParts<T, K>(records: Iterable<T>, install: (record: T) => K): ReadonlyMap<K, readonly T[]> {
  const parts = new Map<K, T[]>();
  for (const record of records) {
    const key = install(record);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [record]);
    else part.push(record);
  }
  return parts;
}

/** Under which a client network is known for as long as one of its places is taken (contract, section 3). */
export function networkDigest(digest: Digest, feedKey: string, network: string): string {
  return digest.keyed(feedKey, `network:${network}`);
}

/** Stands for an install's id in the chain, and finds the install if its id was damaged (contract, section 8, Proof). */
export function installDigest(digest: Digest, feedKey: string, installId: string): string {
  return digest.keyed(feedKey, `install:${installId}`);
}

/** Under which the id of an erased install is remembered (contract, section 2, Erasure). */
export function erasedDigest(digest: Digest, feedKey: string, installId: string): string {
  return digest.keyed(feedKey, `erased:${installId}`);
}
