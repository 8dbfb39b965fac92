import type { Digest } from '../ports/digest.ts';
import { counted } from '../values/phrases.ts';
import { isDamagedText } from './damaged_text.ts';
import { inParts, partDigest, uploadContent } from './digests.ts';
import * as say from './sentences.ts';
import type { ChainSource, KeptHead, KeptPart, KeptRecord } from './source.ts';

/** By install, the digest of the id that is kept, if it is not the digest that is kept. */
export type AlteredInstalls = ReadonlyMap<number, string>;

interface Ground {
  readonly source: ChainSource;
  readonly digest: Digest;
  readonly altered: AlteredInstalls;
}

/** Holds an upload against its link: how many records it has, and what of it was altered. */
export function checkUpload(
  ground: Ground,
  head: KeptHead,
  parts: readonly KeptPart[],
  content: string,
  records: readonly KeptRecord[],
): { readonly records: number; readonly faults: readonly string[] } {
  const found = alterations(ground, { head, parts, content, records });
  return { records: records.length, faults: found.map((how) => say.altered(head, how)) };
}

interface Kept {
  readonly head: KeptHead;
  readonly parts: readonly KeptPart[];
  readonly content: string;
  readonly records: readonly KeptRecord[];
}

/** How an upload differs; what only follows from a difference that is named is left out. */
function alterations(ground: Ground, { head, parts, content, records }: Kept): readonly string[] {
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

function differingParts(ground: Ground, parts: readonly KeptPart[], records: readonly KeptRecord[]): readonly string[] {
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
function fitsPart({ digest, source, altered }: Ground, part: KeptPart, records: readonly KeptRecord[]): boolean {
  if (part.install === null) return true;
  const installs = [part.install, altered.get(part.installN ?? 0) ?? '', null];
  return installs.some(
    (install) => install !== '' && partDigest(digest, source.feedKey, records, install) === part.digest,
  );
}
