import type { Digest } from '../ports/digest.ts';
import { groupBy } from '../values/group_by.ts';
import { formatQuantity } from '../values/phrases.ts';
import { digestPart, formatUploadContent } from './digests.ts';
import * as say from './sentences.ts';
import type { ChainSource, ProofRecord, StoredHead, StoredPart } from './source.ts';

/** Computed digests of stored install ids that differ from the stored digest, keyed by install. */
export type AlteredDigests = ReadonlyMap<number, string>;

interface ChainContext {
  readonly source: ChainSource;
  readonly digest: Digest;
  readonly altered: AlteredDigests;
}

interface StoredUpload {
  readonly head: StoredHead;
  readonly parts: readonly StoredPart[];
  readonly content: string;
  readonly records: readonly ProofRecord[];
  /** The damaged blocks that contained missing records, or null if none are known. */
  readonly damaged: say.DamagedBlocks | null;
}

/**
 * Compares an upload with its link, and lists the ways in which it was altered. Parts are compared only if nothing more
 * specific was found.
 */
export function findAlterations(
  context: ChainContext,
  { head, parts, content, records, damaged }: StoredUpload,
): readonly string[] {
  const { digest } = context;
  const found: string[] = [];
  const digests = parts.map((part) => part.digest);
  const covered = formatUploadContent(digest, head, digests);
  if (covered !== content) found.push('its metadata differs from its link of the chain');
  if (damaged !== null) found.push(say.describeBlocks(damaged));
  const unfound = records.find((record) => !record.isFound);
  if (unfound !== undefined) found.push(say.describeLostRecord(unfound));
  if (damaged === null && records.length !== head.records) {
    found.push(`it had ${formatQuantity(head.records, 'record')} and now has ${records.length}`);
  }
  return found.length > 0 ? found : findDifferingParts(context, parts, records);
}

function findDifferingParts(
  context: ChainContext,
  parts: readonly StoredPart[],
  records: readonly ProofRecord[],
): readonly string[] {
  const byInstall = groupBy(records, ({ installN }) => installN);
  const present = parts.filter(({ erasedBy }) => erasedBy === null);
  const differs = present.some((part) => !isPartIntact(context, part, byInstall.get(part.installN ?? 0) ?? []));
  if (differs) return ['its records differ from its link of the chain'];
  return present.length === byInstall.size ? [] : ['it contains records that its link of the chain does not cover'];
}

/**
 * Whether records match the digest of a part. If an install's id and stored digest disagree, the part may cover either.
 * If the install is lost, its parts cannot be checked and count as matching. Parts written by earlier releases do not
 * cover an install.
 */
function isPartIntact(
  { digest, source, altered }: ChainContext,
  part: StoredPart,
  records: readonly ProofRecord[],
): boolean {
  if (part.install === null) return true;
  const installs = [part.install, altered.get(part.installN ?? 0) ?? '', null];
  return installs.some(
    (install) => install !== '' && digestPart(digest, source.feedKey, records, install) === part.digest,
  );
}
