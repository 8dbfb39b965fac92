import type { DocumentFolder, StoredDocuments } from '../../domain/ports/imports.ts';
import type { DocumentMeta } from '../../domain/ports/knowledge.ts';
import { visibleProse } from '../../schema/text.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { numberedImports, parseImportNumber, readLines, writeLines } from './numbered.ts';

const runStorage = storageRunner('documents');

const FILE = /^([0-9]+)\.ndjson$/;
const NAMING = {
  nameOf: (number: number): string => `${number}.ndjson`,
  numberOf: (name: string): number | null => parseImportNumber(FILE.exec(name)?.[1] ?? ''),
  damaged: 'DOCUMENTS_POINTER_DAMAGED',
};

/**
 * Stores documents as numbered files (one document per line), with a pointer to the current file. `requireFolder`
 * throws if the data folder is missing or was replaced, so that nothing is created in its place.
 */
export function createDocumentFolder(root: string, requireFolder: () => void = () => {}): DocumentFolder {
  const imports = numberedImports(root, NAMING, createGuardedFiles(requireFolder));
  return {
    current: () =>
      runStorage(async () => {
        const path = await imports.current();
        return path === null ? null : createStoredDocuments(path);
      }),
    write: (documents) =>
      runStorage(async () => {
        const added = await imports.add((path) => writeLines(path, documents, (document) => JSON.stringify(document)));
        return {
          ...createStoredDocuments(added.path),
          keep: () => runStorage(added.keep),
          settle: () => runStorage(added.settle),
          discard: () => runStorage(added.discard),
        };
      }),
  };
}

function createStoredDocuments(path: string): StoredDocuments {
  return {
    documents: async function* () {
      // An earlier release may have accepted invisible characters.
      for await (const line of readLines(path, 'DOCUMENTS_CUT_OFF'))
        yield JSON.parse(visibleProse(line)) as DocumentMeta;
    },
  };
}
