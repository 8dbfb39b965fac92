import type { Digest } from '../ports/digest.ts';
import type { ChainLink } from '../ports/uploads.ts';

/**
 * The chain over all uploads has one link for every stored upload and every erased install (contract, section 8, Proof;
 * contract, section 2, Erasure). A link's digest covers its content and the previous link, so the newest link shows
 * whether anything before it was lost, altered or added.
 *
 * The content of an upload's link covers the upload's head and parts. A part consists of the records of one install in
 * the upload. An erased part loses its records and its install but keeps its digest, so all links remain valid.
 */

/** The fields of a record that a part's digest covers. */
export interface ChainedRecord {
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  readonly digest: string;
}

/** The data that an upload's link covers in addition to the parts. */
export interface UploadHead {
  readonly uploadN: number;
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  readonly protocol: string | null;
  readonly locale: string | null;
  /** Null or absent if not sent, as in `region`. */
  readonly season?: number | null | undefined;
  readonly region?: number | null | undefined;
}

/** Identifies a part by its upload and its zero-based index in that upload. */
export interface PartKey {
  readonly uploadN: number;
  readonly part: number;
}

export const EMPTY_CHAIN: ChainLink = { n: 0, digest: '0'.repeat(64) };

/**
 * Returns the digest of a part, computed over one line per record and keyed, so that the content of an erased part
 * cannot be guessed. `#` stands for a missing eventId, since eventIds contain neither spaces nor `#`. Times are stored
 * as milliseconds since the previous record, because short numbers halve the running time. `install` is the install's
 * digest (`digestInstall`), or null for parts of earlier releases. It is hashed with the records rather than stored
 * next to the part, so that after an erasure nothing shows which parts belonged to the same install.
 */
export function digestPart(
  digest: Digest,
  feedKey: string,
  records: Iterable<ChainedRecord>,
  install: string | null,
): string {
  let text = install === null ? '' : `install ${install}\n`;
  let previousMs = 0;
  for (const { kind, eventId, capturedAtMs, digest: body } of records) {
    text += `${kind} ${capturedAtMs - previousMs} ${body} ${eventId ?? '#'}\n`;
    previousMs = capturedAtMs;
  }
  return digest.keyed(feedKey, text);
}

/** Returns the content of an upload's link. `parts` contains the digests of the upload's parts. */
export function formatUploadContent(digest: Digest, head: UploadHead, parts: readonly string[]): string {
  const { uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol, locale } = head;
  const { season = null, region = null } = head;
  const fields = ['upload', uploadN, uploadId, receivedAtMs, addonVersion, clientBuild, protocol, parts];
  // Without these fields, the content is the same as in releases that did not store them.
  if (season !== null || region !== null) fields.push(locale, season, region);
  else if (locale !== null) fields.push(locale);
  return digest.sha256(JSON.stringify(fields));
}

/** Returns the content of an erasure's link. `emptied` is sorted by upload, then part. */
export function formatErasureContent(digest: Digest, emptied: readonly PartKey[]): string {
  return digest.sha256(JSON.stringify(['erasure', emptied.map(({ uploadN, part }) => [uploadN, part])]));
}

export function addLink(digest: Digest, previous: ChainLink, content: string): ChainLink {
  return { n: previous.n + 1, digest: digest.sha256(previous.digest + content) };
}

/** Returns the digest stored for a client network while any of its witness places is taken (contract, section 3). */
export function digestNetwork(digest: Digest, feedKey: string, network: string): string {
  return digest.keyed(feedKey, `network:${network}`);
}

/** Returns the digest that identifies an install even if its stored id is damaged (contract, section 8, Proof). */
export function digestInstall(digest: Digest, feedKey: string, installId: string): string {
  return digest.keyed(feedKey, `install:${installId}`);
}

/** Returns the digest by which an erased install is recognised if it uploads again (contract, section 2, Erasure). */
export function digestErasedInstall(digest: Digest, feedKey: string, installId: string): string {
  return digest.keyed(feedKey, `erased:${installId}`);
}

/** The replacement for bytes that are not valid UTF-8. Undamaged kinds and eventIds never contain this character. */
const REPLACEMENT_CHAR = '\uFFFD';

export function isDamagedText(text: string): boolean {
  return text.includes(REPLACEMENT_CHAR);
}
