import type { AdmittedRecord, Outcome, StoredRecord, UploadReader, UploadWriter } from '../../domain/ports/uploads.ts';
import { ok } from '../../domain/result.ts';

/** What stands under one identity. */
interface Kept {
  readonly digest: string;
}

/** Uploads without a database: both ports over the same memory, for tests (contract suite: tests/intake). */
export const createMemoryUploads = (feedKey = '0'.repeat(64)): { writer: UploadWriter; reader: UploadReader } => {
  const kept = new Map<string, Kept>();
  const installs = new Map<string, number>();
  const records: StoredRecord[] = [];
  let uploads = 0;

  const numberOf = (installId: string): number => {
    const known = installs.get(installId);
    if (known !== undefined) return known;
    installs.set(installId, installs.size + 1);
    return installs.size;
  };

  const keep = (record: AdmittedRecord, uploadN: number, receivedAtMs: number): Outcome => {
    const { installId, eventId, digest, kind, capturedAtMs, body } = record;
    const identity = JSON.stringify([installId, eventId, eventId === null ? digest : null]);
    const standing = kept.get(identity);
    if (standing !== undefined) return standing.digest === digest ? 'duplicate' : 'event-reused';
    kept.set(identity, { digest });
    const installN = numberOf(installId);
    records.push({ seq: records.length + 1, uploadN, receivedAtMs, installN, eventId, kind, capturedAtMs, body });
    return 'new';
  };

  const writer: UploadWriter = {
    take: async (upload) => {
      const outcomes = upload.records.map((record) => keep(record, uploads + 1, upload.receivedAtMs));
      if (outcomes.includes('new')) uploads++;
      return ok(outcomes);
    },
    close: async () => {},
  };

  const reader: UploadReader = {
    feedKey: async () => ok(feedKey),
    newestSeq: async () => ok(records.length),
    records: async (fromSeq, toSeq, limit) => ok(records.slice(fromSeq, Math.max(fromSeq, toSeq)).slice(0, limit)),
    close: async () => {},
  };

  return { writer, reader };
};
