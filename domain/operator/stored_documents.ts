import type { StoredDocuments } from '../ports/imports.ts';
import type { DocumentMeta } from '../ports/knowledge.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../values/result.ts';
import { catchFault } from '../values/storage_fault.ts';
import type { BuilderContext, WorkEpoch } from './builder_context.ts';

export async function loadCurrentDocuments(
  builder: BuilderContext,
  epoch: WorkEpoch,
): Promise<Result<void, 'stopped'>> {
  const stored = await builder.documents.current();
  return stored === null ? ok(undefined) : loadDocuments(builder, epoch, stored);
}

/** Limits per transaction, which bound the amount of text in memory. */
const DOCUMENTS_PER_BATCH = 500;
const CHARS_PER_BATCH = 500_000;

/**
 * Replaces the documents of the knowledge base. Readers see the previous documents until all new ones are written. If
 * the import is stopped, the next one removes its partial set.
 */
export async function loadDocuments(
  { clock, onTable, pause }: Pick<BuilderContext, 'clock' | 'onTable' | 'pause'>,
  { snapshots }: Pick<WorkEpoch, 'snapshots'>,
  stored: StoredDocuments,
): Promise<Result<void, 'stopped'>> {
  await removeOldDocuments(snapshots);
  const begun = await snapshots.beginDocuments();
  let rows = 0;
  for await (const batch of groupDocuments(stored.documents())) {
    await snapshots.addDocuments(begun, batch);
    rows += batch.length;
    onTable({ table: 'documents', file: 'documents', rows, done: false });
    if (!(await pause())) return err('stopped');
  }
  await snapshots.finishDocuments(begun, clock.nowMs());
  // Remove the replaced documents. If this fails, the next import removes them.
  await catchFault(removeOldDocuments(snapshots));
  return ok(undefined);
}

/** Groups documents into batches of about 500,000 characters and at most 500 documents. */
async function* groupDocuments(documents: AsyncIterable<DocumentMeta>): AsyncGenerator<readonly DocumentMeta[]> {
  let batch: DocumentMeta[] = [];
  let chars = 0;
  for await (const document of documents) {
    batch.push(document);
    chars += document.text.length;
    if (batch.length < DOCUMENTS_PER_BATCH && chars < CHARS_PER_BATCH) continue;
    yield batch;
    [batch, chars] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Removes all sets of documents except the current one, in steps, because long transactions keep others waiting. */
async function removeOldDocuments(snapshots: SnapshotWriter): Promise<void> {
  for (;;) {
    const step = await snapshots.removeDocuments();
    if (!step) return;
  }
}
