import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBuildPiece } from '../../domain/game_files/piece_text.ts';
import type { BuildPiece } from '../../domain/ports/build.ts';
import type {
  DocumentFolder,
  ImportFolder,
  ImportMeta,
  StoredDocuments,
  StoredImport,
} from '../../domain/ports/imports.ts';
import type { DocumentMeta } from '../../domain/ports/knowledge.ts';
import { toVisibleProse } from '../../schema/text.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { openNumberedImports, parseImportNumber, readLines, writeLines } from './numbered.ts';

const wrapImportFaults = createFaultWrapper('imports');
const wrapDocumentFaults = createFaultWrapper('documents');

const META_FILE = 'meta.json';
const PIECES_FILE = 'pieces.ndjson';

/**
 * Stores imports as numbered folders, with a pointer to the current import. Each folder contains `meta.json` and
 * `pieces.ndjson` (one piece per line). `requireFolder` throws if the data folder is missing or was replaced, so that
 * nothing is created in its place.
 */
export function createImportFolder(root: string, requireFolder: () => void = () => {}): ImportFolder {
  const files = createGuardedFiles(requireFolder);
  const imports = openNumberedImports(
    root,
    { nameOf: String, numberOf: parseImportNumber, damaged: 'IMPORT_POINTER_DAMAGED' },
    files,
  );
  return {
    current: () =>
      wrapImportFaults(async () => {
        const folder = await imports.current();
        if (folder === null) return null;
        return createStoredImport(folder, JSON.parse(await readFile(join(folder, META_FILE), 'utf8')) as ImportMeta);
      }),
    write: (head, pieces, countsOf) =>
      wrapImportFaults(async () => {
        let meta = head;
        const added = await imports.add(async (folder) => {
          await files.newFolder(folder);
          await writeLines(join(folder, PIECES_FILE), pieces, formatBuildPiece);
          if (countsOf !== undefined) meta = { ...head, counts: countsOf() };
          await files.write(join(folder, META_FILE), JSON.stringify(meta));
          await syncFolder(folder);
        });
        return { ...createStoredImport(added.path, meta), ...wrapDraftFaults(wrapImportFaults, added) };
      }),
  };
}

function createStoredImport(folder: string, meta: ImportMeta): StoredImport {
  return {
    meta,
    pieces: async function* () {
      for await (const line of readLines(join(folder, PIECES_FILE), 'IMPORT_CUT_OFF'))
        yield JSON.parse(line) as BuildPiece;
    },
  };
}

const IMPORT_FILE_NAME = /^([0-9]+)\.ndjson$/;
const IMPORT_NAMES = {
  nameOf: (number: number): string => `${number}.ndjson`,
  numberOf: (name: string): number | null => parseImportNumber(IMPORT_FILE_NAME.exec(name)?.[1] ?? ''),
  damaged: 'DOCUMENTS_POINTER_DAMAGED',
};

/**
 * Stores documents as numbered files (one document per line), with a pointer to the current file. `requireFolder`
 * throws if the data folder is missing or was replaced, so that nothing is created in its place.
 */
export function createDocumentFolder(root: string, requireFolder: () => void = () => {}): DocumentFolder {
  const imports = openNumberedImports(root, IMPORT_NAMES, createGuardedFiles(requireFolder));
  return {
    current: () =>
      wrapDocumentFaults(async () => {
        const path = await imports.current();
        return path === null ? null : createStoredDocuments(path);
      }),
    write: (documents) =>
      wrapDocumentFaults(async () => {
        const added = await imports.add((path) => writeLines(path, documents, (document) => JSON.stringify(document)));
        return { ...createStoredDocuments(added.path), ...wrapDraftFaults(wrapDocumentFaults, added) };
      }),
  };
}

function createStoredDocuments(path: string): StoredDocuments {
  return {
    documents: async function* () {
      // An earlier release may have accepted invisible characters.
      for await (const line of readLines(path, 'DOCUMENTS_CUT_OFF'))
        yield JSON.parse(toVisibleProse(line)) as DocumentMeta;
    },
  };
}

/** Turns errors of a draft's steps into faults of its store. */
function wrapDraftFaults(run: ReturnType<typeof createFaultWrapper>, { keep, settle, discard }: AddedImport) {
  return { keep: () => run(keep), settle: () => run(settle), discard: () => run(discard) };
}

type AddedImport = Awaited<ReturnType<ReturnType<typeof openNumberedImports>['add']>>;
