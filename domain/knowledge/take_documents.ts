import type { Clock } from '../ports/clock.ts';
import type { StoredDocuments } from '../ports/documents.ts';
import type { DocumentMeta } from '../ports/knowledge.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import { orStorageFault } from '../values/storage_fault.ts';

export interface DocumentPorts {
  readonly snapshots: SnapshotWriter;
  readonly clock: Clock;
}

/** What one transaction takes: bounds the text in hand. */
const DOCUMENTS_AT_ONCE = 500;
const CHARS_AT_ONCE = 500_000;

/**
 * Makes these the documents of the knowledge base; null: it was stopped. Readers see those before until all are there;
 * a command that was killed leaves those before, and what it wrote is removed by the next.
 */
export async function takeDocuments(
  { snapshots, clock }: DocumentPorts,
  kept: StoredDocuments,
  /** Called between two steps with the documents taken so far; false stops there. */
  goOn: (taken: number) => Promise<boolean>,
): Promise<SnapshotRow | null> {
  await removeOld(snapshots);
  const begun = await snapshots.beginDocuments();
  let taken = 0;
  for await (const batch of batchesOf(kept.documents())) {
    await snapshots.addDocuments(begun, batch);
    taken += batch.length;
    if (!(await goOn(taken))) return null;
  }
  const row = await snapshots.finishDocuments(begun, clock.nowMs());
  // What they replaced is of no use any more; should this fail, the next import sees to it.
  await orStorageFault(removeOld(snapshots));
  return row;
}

/** Documents of at most so many characters together, or one that has more. */
async function* batchesOf(documents: AsyncIterable<DocumentMeta>): AsyncGenerator<readonly DocumentMeta[]> {
  let batch: DocumentMeta[] = [];
  let chars = 0;
  for await (const document of documents) {
    batch.push(document);
    chars += document.text.length;
    if (batch.length < DOCUMENTS_AT_ONCE && chars < CHARS_AT_ONCE) continue;
    yield batch;
    [batch, chars] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Removes every set but the one that is read, a bounded step at a time. */
async function removeOld(snapshots: SnapshotWriter): Promise<void> {
  for (;;) {
    const step = await snapshots.removeDocuments();
    if (!step) return;
  }
}
