import type { DocumentFolder, StoredDocuments } from '../../domain/ports/documents.ts';
import type { DocumentMeta } from '../../domain/ports/knowledge.ts';
import { visibleProse } from '../../schema/text.ts';
import { ownFiles } from '../data_folder/own_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { readLines, writeLines } from './line_file.ts';
import { numberedImports, numberOf } from './numbered.ts';

const runStorage = storageRunner('documents');

const FILE = /^([0-9]+)\.ndjson$/;
const NAMING = {
  nameOf: (number: number): string => `${number}.ndjson`,
  numberOf: (name: string): number | null => numberOf(FILE.exec(name)?.[1] ?? ''),
  damaged: 'DOCUMENTS_POINTER_DAMAGED',
};

/**
 * Documents as numbered files behind a pointer, a document a line. `requireAround` throws where the data folder is not
 * there: none is made in its place.
 */
export function createDocumentFolder(root: string, requireAround: () => void = () => {}): DocumentFolder {
  const imports = numberedImports(root, NAMING, ownFiles(requireAround));
  return {
    current: () =>
      runStorage(async () => {
        const path = await imports.current();
        return path === null ? null : keptIn(path);
      }),
    write: (documents) =>
      runStorage(async () => {
        const added = await imports.add((path) => writeLines(path, documents, (document) => JSON.stringify(document)));
        return {
          ...keptIn(added.path),
          keep: () => runStorage(added.keep),
          settle: () => runStorage(added.settle),
          discard: () => runStorage(added.discard),
        };
      }),
  };
}

function keptIn(path: string): StoredDocuments {
  return {
    documents: async function* () {
      // Documents that an earlier release took were judged by its rules.
      for await (const line of readLines(path, 'DOCUMENTS_CUT_OFF'))
        yield JSON.parse(visibleProse(line)) as DocumentMeta;
    },
  };
}
