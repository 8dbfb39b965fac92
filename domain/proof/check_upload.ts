import type { Digest } from '../ports/digest.ts';
import { counted } from '../values/phrases.ts';
import { isDamagedText } from './damaged_text.ts';
import { inParts, partDigest, uploadContent } from './digests.ts';
import * as say from './sentences.ts';
import type { ChainSource, KeptHead, KeptPart, KeptRecord } from './source.ts';

interface Ground {
  readonly source: ChainSource;
  readonly digest: Digest;
}

/** Holds an upload against its link: how many records it has, and what of it was altered. */
export const checkUpload = (
  { digest, source }: Ground,
  head: KeptHead,
  parts: readonly KeptPart[],
  content: string,
  records: readonly KeptRecord[],
): { readonly records: number; readonly faults: readonly string[] } => {
  const altered = alterations(digest, source.feedKey, { head, parts, content, records });
  return { records: records.length, faults: altered.map((how) => say.altered(head, how)) };
};

interface Kept {
  readonly head: KeptHead;
  readonly parts: readonly KeptPart[];
  readonly content: string;
  readonly records: readonly KeptRecord[];
}

/** How an upload differs; what only follows from a difference that is named is left out. */
const alterations = (digest: Digest, feedKey: string, { head, parts, content, records }: Kept): readonly string[] => {
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
  return found.length > 0 ? found : differingParts(digest, feedKey, parts, records);
};

const differingParts = (
  digest: Digest,
  feedKey: string,
  parts: readonly KeptPart[],
  records: readonly KeptRecord[],
): readonly string[] => {
  const byInstall = inParts(records, ({ installN }) => installN);
  const standing = parts.filter(({ erasedBy }) => erasedBy === null);
  const differs = standing.some(
    (part) => partDigest(digest, feedKey, byInstall.get(part.installN ?? 0) ?? []) !== part.digest,
  );
  if (differs) return ['its records differ from its link of the chain'];
  return standing.length === byInstall.size ? [] : ['it holds records that its link of the chain does not cover'];
};
