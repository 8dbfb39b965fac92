import type { Digest } from '../ports/digest.ts';
import { counted } from '../values/phrases.ts';
import { isDamagedText } from './damaged_text.ts';
import { inParts, partDigest, uploadContent } from './digests.ts';
import * as say from './sentences.ts';
import type { ChainSource, ProofRecord, StoredHead, StoredPart } from './source.ts';

/** By install, the digest of the id that is kept, if it is not the digest that is kept. */
export type ChangedDigests = ReadonlyMap<number, string>;

interface ChainContext {
  readonly source: ChainSource;
  readonly digest: Digest;
  readonly altered: ChangedDigests;
}

/** Holds an upload against its link: how many records it has, and what of it was altered. */
export function checkUpload(
  ground: ChainContext,
  head: StoredHead,
  parts: readonly StoredPart[],
  content: string,
  records: readonly ProofRecord[],
): { readonly records: number; readonly faults: readonly string[] } {
  const found = alterations(ground, { head, parts, content, records });
  return { records: records.length, faults: found.map((how) => say.altered(head, how)) };
}

interface Kept {
  readonly head: StoredHead;
  readonly parts: readonly StoredPart[];
  readonly content: string;
  readonly records: readonly ProofRecord[];
}

/** How an upload differs; what only follows from a difference that is named is left out. */
function alterations(ground: ChainContext, { head, parts, content, records }: Kept): readonly string[] {
  const { digest } = ground;
  const found: string[] = [];
  const covered = uploadContent(
    digest,
    head,
    parts.map((part) => part.digest),
  );
  if (covered !== content) found.push('what is known of it differs from its link of the chain');
  const changed = records.filter(
    ({ body, kind, eventId, digest: kept }) =>
      digest.sha256(body) !== kept || isDamagedText(kind) || isDamagedText(eventId ?? ''),
  );
  if (changed.length > 0) found.push(say.changedRecords(changed));
  if (records.length !== head.records) {
    const are = records.length === 1 ? 'is' : 'are';
    found.push(`it brought ${counted(head.records, 'record')}, ${records.length} ${are} there`);
  }
  return found.length > 0 ? found : differingParts(ground, parts, records);
}

function differingParts(
  ground: ChainContext,
  parts: readonly StoredPart[],
  records: readonly ProofRecord[],
): readonly string[] {
  const byInstall = inParts(records, ({ installN }) => installN);
  const standing = parts.filter(({ erasedBy }) => erasedBy === null);
  const differs = standing.some((part) => !fitsPart(ground, part, byInstall.get(part.installN ?? 0) ?? []));
  if (differs) return ['its records differ from its link of the chain'];
  return standing.length === byInstall.size ? [] : ['it holds records that its link of the chain does not cover'];
}

/**
 * Whether these records of this install are what the part covers. An install of which id and digest differ may be known by
 * either; of one that is lost nothing can be said. Earlier releases covered no install.
 */
function fitsPart(
  { digest, source, altered }: ChainContext,
  part: StoredPart,
  records: readonly ProofRecord[],
): boolean {
  if (part.install === null) return true;
  const installs = [part.install, altered.get(part.installN ?? 0) ?? '', null];
  return installs.some(
    (install) => install !== '' && partDigest(digest, source.feedKey, records, install) === part.digest,
  );
}
