import { takeDocuments } from '../domain/knowledge/take_documents.ts';
import type { KeptDocuments } from '../domain/ports/documents.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { WorkEpoch, Workshop } from '../domain/snapshot/workshop.ts';
import { STOPPED, sentenceOf } from './sentences.ts';

/** Makes kept documents those of an epoch. */
export const loadDocuments = async (
  workshop: Workshop,
  { snapshots }: WorkEpoch,
  kept: KeptDocuments,
): Promise<Result<void, string>> => {
  const { clock } = workshop;
  const row = await takeDocuments({ snapshots, clock }, kept, async (taken) => {
    workshop.onTable({ table: 'documents', file: 'documents', rows: taken, done: false, skipped: [] });
    return workshop.pause();
  });
  if (!row.ok) return err(sentenceOf({ ...row.error, store: 'snapshot' }));
  return row.value === null ? err(STOPPED) : ok(undefined);
};
