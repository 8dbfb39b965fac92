import { takeDocuments } from '../domain/knowledge/take_documents.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { StoredDocuments } from '../domain/ports/documents.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { STOPPED } from './sentences.ts';

/** Makes kept documents those of an epoch. */
export async function loadDocuments(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  kept: StoredDocuments,
): Promise<Result<void, string>> {
  const { clock } = builder;
  const row = await takeDocuments({ snapshots, clock }, kept, async (taken) => {
    builder.onTable({ table: 'documents', file: 'documents', rows: taken, done: false });
    return builder.pause();
  });
  return row === null ? err(STOPPED) : ok(undefined);
}
