import { takeDocuments } from '../domain/knowledge/take_documents.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { StoredDocuments } from '../domain/ports/documents.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { STOPPED } from './sentences.ts';

/** Loads the stored documents into an epoch. */
export async function loadDocuments(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  stored: StoredDocuments,
): Promise<Result<void, string>> {
  const { clock } = builder;
  const row = await takeDocuments({ snapshots, clock }, stored, async (rows) => {
    builder.onTable({ table: 'documents', file: 'documents', rows, done: false });
    return builder.pause();
  });
  return row === null ? err(STOPPED) : ok(undefined);
}
