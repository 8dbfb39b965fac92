import type { AnonymousRecord } from '../families/counting/family.ts';
import { byNumber, byText } from '../families/counting/order.ts';
import { coveredBy } from '../families/coverage.ts';
import { COVERAGE_KINDS } from '../ports/coverage.ts';
import type { OperatorStore } from '../ports/operator.ts';
import type { ReportedSubject, UploadContents } from '../ports/upload_contents.ts';
import type { FoundUpload } from '../ports/uploads.ts';

/** What an upload brought; null where none is kept under this number. */
export async function describeUpload(
  store: Pick<OperatorStore, 'upload'>,
  uploadId: string,
): Promise<UploadContents | null> {
  const found = await store.upload(uploadId);
  return found === null ? null : keptOf(found);
}

function keptOf({ receivedAtMs, summary, lastSeq, damaged, records }: FoundUpload): UploadContents {
  const kept = new Map<string, number>();
  for (const { kind } of records) kept.set(kind, (kept.get(kind) ?? 0) + 1);
  return {
    receivedAtMs,
    summary,
    lastSeq,
    damaged,
    kept: [...kept].map(([kind, count]) => ({ kind, records: count })).sort((a, b) => byText(a.kind, b.kind)),
    told: toldIn(records),
  };
}

/** What records told of, each once. */
function toldIn(records: FoundUpload['records']): readonly ReportedSubject[] {
  const told = new Map<string, ReportedSubject>();
  for (const { body } of records) {
    const subject = coveredBy(JSON.parse(body) as AnonymousRecord);
    if (subject !== null) told.set(`${subject.kind}:${subject.id}`, subject);
  }
  const place = ({ kind }: ReportedSubject): number => COVERAGE_KINDS.indexOf(kind);
  return [...told.values()].sort((a, b) => byNumber(place(a), place(b)) || byNumber(a.id, b.id));
}
