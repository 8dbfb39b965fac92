import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { loadDocuments } from '../../domain/operator/stored_documents.ts';
import type { DocumentLine, DocumentsDraft, StoredDocuments } from '../../domain/ports/imports.ts';
import type { DocumentMeta } from '../../domain/ports/knowledge.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import {
  DOCUMENT_LINE_BYTES_MAX,
  DOCUMENTS_MAX,
  type KnowledgeDocument,
  parseKnowledgeDocument,
} from '../../schema/knowledge_document.ts';
import { findServedEpoch } from '../build.ts';
import type { RunnableJob } from '../job.ts';
import { STOPPED_EARLY } from '../sentences.ts';

/** `npm run job -- import-knowledge FILE` (contract, sections 6 and 7). */
export const importKnowledgeJob: RunnableJob = {
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
      importDocuments(builder, uploads, args.words[0] ?? '', args.flag('replace')),
    );
    return done ?? err(STOPPED_EARLY);
  },
};

async function importDocuments(
  builder: BuilderContext,
  uploads: UploadReader,
  path: string,
  replace: boolean,
): Promise<Result<string, string>> {
  const lines = await builder.openDocumentLines(path, DOCUMENT_LINE_BYTES_MAX);
  if (!lines.ok) return lines;
  const stored = replace ? null : await builder.documents.current();
  const reading = createDocumentReader(builder, path);
  const draft = await builder.documents.write(reading.documents(lines.value, stored));
  const refusal = reading.refusal();
  if (refusal !== null) {
    await catchFault(draft.discard());
    return err(refusal);
  }
  const served = await serveDocuments(builder, uploads, draft);
  return served.ok ? ok(reading.told()) : served;
}

/** Stores the documents, then serves them, so that a rebuild can restore them if the process is killed. */
async function serveDocuments(
  builder: BuilderContext,
  uploads: UploadReader,
  draft: DocumentsDraft,
): Promise<Result<void, string>> {
  const epoch = await findServedEpoch(builder, uploads);
  if (!epoch.ok) {
    await catchFault(draft.discard());
    return epoch;
  }
  let isServed = false;
  try {
    await draft.keep();
    const loaded = await loadDocuments(builder, epoch.value, draft);
    if (!loaded.ok) return err(STOPPED_EARLY);
    isServed = true;
    // If this fails, the next import deletes the files left over from earlier documents.
    await catchFault(draft.settle());
    const refreshed = await builder.refreshInstance();
    return refreshed.ok
      ? refreshed
      : err(`The documents are imported, but the running instance does not serve them yet: ${refreshed.error}`);
  } finally {
    if (!isServed) await catchFault(draft.discard());
    await epoch.value.close();
    await builder.removeOtherEpochs();
  }
}

/** Maximum number of invalid lines that are listed. Further lines are only counted. */
const FAULTS_LISTED_MAX = 50;

/** Number of lines to read between checks for a request to stop. */
const BATCH_LINES = 1_000;

function createDocumentReader(builder: BuilderContext, path: string) {
  const ids = new Set<string>();
  const faults: string[] = [];
  let bad = 0;
  let unchanged = 0;
  let replaced = 0;
  let stopped = false;

  const refuse = (number: number, fault: string): void => {
    bad++;
    if (faults.length < FAULTS_LISTED_MAX) faults.push(`Line ${number}: ${fault}`);
  };

  const readLine = ({ number, text, fault, isUnended }: DocumentLine): DocumentMeta | null => {
    if (isUnended === true && !isJson(text)) {
      refuse(number, 'the line must be one JSON object, but the file ends inside it.');
      return null;
    }
    if (text === null) {
      refuse(number, fault ?? 'the line cannot be read.');
      return null;
    }
    const parsed = parseKnowledgeDocument(text);
    if (!parsed.ok) refuse(number, parsed.error);
    else if (ids.has(parsed.value.id)) {
      refuse(number, `id must be unique in the file; "${parsed.value.id}" is also on an earlier line.`);
    } else {
      ids.add(parsed.value.id);
      return toDocumentMeta(parsed.value);
    }
    return null;
  };

  return {
    /** Yields the file's documents, then the stored ones that it does not replace. Yields nothing after a bad line. */
    documents: async function* (
      lines: AsyncIterable<DocumentLine>,
      kept: StoredDocuments | null,
    ): AsyncGenerator<DocumentMeta> {
      let read = 0;
      for await (const line of lines) {
        if (++read % BATCH_LINES === 0) {
          builder.onTable({ table: 'documents', file: path, rows: read, done: false });
          stopped = !(await builder.pause());
          if (stopped) return;
        }
        if (read > DOCUMENTS_MAX) {
          refuse(line.number, `a file may have at most ${DOCUMENTS_MAX} documents, but there are more.`);
          return;
        }
        const document = readLine(line);
        if (document !== null && bad === 0) yield document;
      }
      if (bad > 0 || ids.size === 0) return;
      for await (const document of kept?.documents() ?? []) {
        if (ids.has(document.id.slice(DOCUMENT_PREFIX.length))) replaced++;
        else {
          unchanged++;
          yield document;
        }
      }
    },
    /** Lists the invalid lines, or gives the reason why nothing can be imported. Returns null if the file is valid. */
    refusal: (): string | null => {
      if (stopped) return STOPPED_EARLY;
      if (bad > 0) {
        const more = bad > faults.length ? [`And ${formatQuantity(bad - faults.length, 'more bad line')}.`] : [];
        return [...faults, ...more, 'Nothing was imported from the file.'].join('\n');
      }
      if (ids.size === 0) return 'The file must hold at least one document; it holds none, so nothing was replaced.';
      if (ids.size + unchanged > DOCUMENTS_MAX) {
        return `There may be at most ${DOCUMENTS_MAX} documents; together with those imported before there would be ${ids.size + unchanged}. Nothing was imported from the file.`;
      }
      return null;
    },
    /** Returns a summary of the import. */
    told: (): string =>
      `Imported and served: ${formatQuantity(ids.size, 'document')}, replacing ${replaced}; ${ids.size + unchanged} in total.`,
  };
}

function isJson(text: string | null): boolean {
  try {
    return text !== null && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

const DOCUMENT_PREFIX = 'doc:';

function toDocumentMeta({ id, extId, version, ...rest }: KnowledgeDocument): DocumentMeta {
  return {
    id: `${DOCUMENT_PREFIX}${id}`,
    extId: extId ?? null,
    version: version ?? null,
    ...rest,
  };
}
