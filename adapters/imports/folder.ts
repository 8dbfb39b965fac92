import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pieceText } from '../../domain/game_files/piece_text.ts';
import type { BuildPiece } from '../../domain/ports/build.ts';
import type { ImportFolder, ImportMeta, StoredImport } from '../../domain/ports/imports.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { numberedImports, parseImportNumber, readLines, writeLines } from './numbered.ts';

const runStorage = storageRunner('imports');

const META = 'meta.json';
const PIECES = 'pieces.ndjson';

/**
 * Stores imports as numbered folders, with a pointer to the current import. Each folder contains `meta.json` and
 * `pieces.ndjson` (one piece per line). `requireFolder` throws if the data folder is missing or was replaced, so that
 * nothing is created in its place.
 */
export function createImportFolder(root: string, requireFolder: () => void = () => {}): ImportFolder {
  const files = createGuardedFiles(requireFolder);
  const imports = numberedImports(
    root,
    { nameOf: String, numberOf: parseImportNumber, damaged: 'IMPORT_POINTER_DAMAGED' },
    files,
  );
  return {
    current: () =>
      runStorage(async () => {
        const folder = await imports.current();
        return folder === null ? null : readImport(folder);
      }),
    write: (head, pieces, countsOf) =>
      runStorage(async () => {
        let meta = head;
        const added = await imports.add(async (folder) => {
          await files.newFolder(folder);
          await writeLines(join(folder, PIECES), pieces, pieceText);
          if (countsOf !== undefined) meta = { ...head, counts: countsOf() };
          await files.write(join(folder, META), JSON.stringify(meta));
          await syncFolder(folder);
        });
        return {
          ...createStoredImport(added.path, meta),
          keep: () => runStorage(added.keep),
          settle: () => runStorage(added.settle),
          discard: () => runStorage(added.discard),
        };
      }),
  };
}

async function readImport(folder: string): Promise<StoredImport> {
  return createStoredImport(folder, JSON.parse(await readFile(join(folder, META), 'utf8')) as ImportMeta);
}

function createStoredImport(folder: string, meta: ImportMeta): StoredImport {
  return {
    meta,
    pieces: async function* () {
      for await (const line of readLines(join(folder, PIECES), 'IMPORT_CUT_OFF')) yield JSON.parse(line) as BuildPiece;
    },
  };
}
