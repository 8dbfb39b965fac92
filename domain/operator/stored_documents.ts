import type { StoredDocuments } from '../ports/imports.ts';
import { takeDocuments } from '../snapshot/take_documents.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { BuilderContext, WorkEpoch } from './builder_context.ts';

export async function loadCurrentDocuments(
  builder: BuilderContext,
  epoch: WorkEpoch,
): Promise<Result<void, 'stopped'>> {
  const stored = await builder.documents.current();
  return stored === null ? ok(undefined) : loadDocuments(builder, epoch, stored);
}

export async function loadDocuments(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  stored: StoredDocuments,
): Promise<Result<void, 'stopped'>> {
  const { clock } = builder;
  const row = await takeDocuments({ snapshots, clock }, stored, async (rows) => {
    builder.onTable({ table: 'documents', file: 'documents', rows, done: false });
    return builder.pause();
  });
  return row === null ? err('stopped') : ok(undefined);
}
