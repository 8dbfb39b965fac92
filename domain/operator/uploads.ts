import type { AnonymousRecord } from '../families/counting/family.ts';
import { byNumber, byText } from '../families/counting/order.ts';
import { coveredBy } from '../families/coverage.ts';
import { COVERAGE_KINDS } from '../ports/coverage.ts';
import type { OperatorStore } from '../ports/operator.ts';
import type { ReportedSubject, UploadContents } from '../ports/upload_contents.ts';
import type { FoundUpload } from '../ports/uploads.ts';

/** Returns the contents of an upload, or null if no upload is stored under this number. */
export async function describeUpload(
  store: Pick<OperatorStore, 'upload'>,
  uploadId: string,
): Promise<UploadContents | null> {
  const found = await store.upload(uploadId);
  return found === null ? null : uploadContents(found);
}

function uploadContents({ receivedAtMs, summary, lastSeq, damaged, records }: FoundUpload): UploadContents {
  const counts = new Map<string, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    receivedAtMs,
    summary,
    lastSeq,
    damaged,
    storedByKind: [...counts].map(([kind, count]) => ({ kind, records: count })).sort((a, b) => byText(a.kind, b.kind)),
    reportedSubjects: reportedSubjects(records),
  };
}

/** Returns the distinct entities that these records report, ordered by kind and id. */
function reportedSubjects(records: FoundUpload['records']): readonly ReportedSubject[] {
  const subjects = new Map<string, ReportedSubject>();
  for (const { body } of records) {
    const subject = coveredBy(JSON.parse(body) as AnonymousRecord);
    if (subject !== null) subjects.set(`${subject.kind}:${subject.id}`, subject);
  }
  const kindOrder = ({ kind }: ReportedSubject): number => COVERAGE_KINDS.indexOf(kind);
  return [...subjects.values()].sort((a, b) => byNumber(kindOrder(a), kindOrder(b)) || byNumber(a.id, b.id));
}
