import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { loadDocuments } from '../../domain/operator/stored_documents.ts';
import type { DocumentsDraft } from '../../domain/ports/imports.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault } from '../../domain/values/storage_fault.ts';
import { DOCUMENT_LINE_BYTES_MAX } from '../../schema/knowledge_document.ts';
import type { Job } from '../job.ts';
import { createDocumentReading } from '../read_documents.ts';
import { STOPPED } from '../sentences.ts';
import { servedEpoch } from '../served_epoch.ts';

/** `npm run job -- import-knowledge FILE` (contract, sections 6 and 7). */
export const importKnowledge: Job = {
  name: 'import-knowledge',
  summary: 'import documents into the knowledge base from a file with one JSON object per line',
  help: `Reads documents from a file with one JSON object per line: id, kind, name, text, url, source, licence, date, and
optionally version and extId. Every line is checked first. If any line is bad, nothing is imported and the bad lines are
listed with their numbers. A document replaces an earlier one with the same id. Readers see the earlier documents until
the import is complete.`,
  options: { replace: { value: null, text: 'removes all documents that were imported before' } },
  words: ['FILE'],
  run: async ({ builder }, args) => {
    const done = await builder.turn((uploads) =>
      importFrom(builder, uploads, args.words[0] ?? '', args.flag('replace')),
    );
    return done ?? err(STOPPED);
  },
};

async function importFrom(
  builder: BuilderContext,
  uploads: UploadReader,
  path: string,
  replace: boolean,
): Promise<Result<string, string>> {
  const lines = await builder.openDocumentLines(path, DOCUMENT_LINE_BYTES_MAX);
  if (!lines.ok) return lines;
  const stored = replace ? null : await builder.documents.current();
  const reading = createDocumentReading(builder, path);
  const draft = await builder.documents.write(reading.documents(lines.value, stored));
  const refusal = reading.refusal();
  if (refusal !== null) {
    await orStorageFault(draft.discard());
    return err(refusal);
  }
  const served = await serve(builder, uploads, draft);
  return served.ok ? ok(reading.told()) : served;
}

/** Stores the documents, then serves them, so that a rebuild can restore them if the process is killed. */
async function serve(
  builder: BuilderContext,
  uploads: UploadReader,
  draft: DocumentsDraft,
): Promise<Result<void, string>> {
  const epoch = await servedEpoch(builder, uploads);
  if (!epoch.ok) {
    await orStorageFault(draft.discard());
    return epoch;
  }
  let isServed = false;
  try {
    await draft.keep();
    const loaded = await loadDocuments(builder, epoch.value, draft);
    if (!loaded.ok) return err(STOPPED);
    isServed = true;
    // If this fails, the next import deletes the files left over from earlier documents.
    await orStorageFault(draft.settle());
    const refreshed = await builder.refreshInstance();
    return refreshed.ok
      ? refreshed
      : err(`The documents are imported, but the running instance does not serve them yet: ${refreshed.error}`);
  } finally {
    if (!isServed) await orStorageFault(draft.discard());
    await epoch.value.close();
    await builder.removeOtherEpochs();
  }
}
