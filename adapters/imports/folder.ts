import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pieceText } from '../../domain/game_files/piece_text.ts';
import type { BuildPiece } from '../../domain/ports/build.ts';
import type { ImportDraft, ImportFolder, ImportMeta, KeptImport } from '../../domain/ports/imports.ts';
import { makeFolder, replaceSynced, syncFolder, writeSynced } from '../data_folder/synced_files.ts';
import { StorageFault, triesOn } from '../libsql/storage_error.ts';
import { type PointerMove, pointBack } from './pointer.ts';

const tryStorage = triesOn('imports');

/** Text is handed to the disk in pieces of about this many characters. */
const CHUNK_CHARS = 256 * 1024;

const POINTER = 'current';
const META = 'meta.json';
const PIECES = 'pieces.ndjson';
/** The last line: an import that ends otherwise was cut off. */
const END = '"end"';

/**
 * Imports as numbered folders behind a pointer, each with `meta.json` and `pieces.ndjson` (a piece a line). A folder that
 * the pointer does not name is of an import that did not get done, and goes with the next. `requireAround` throws where
 * the data folder is not there: none is made in its place.
 */
export const createImportFolder = (root: string, requireAround: () => void = () => {}): ImportFolder => ({
  current: () =>
    tryStorage(async () => {
      const number = await currentNumber(root);
      return number === null ? null : readKept(join(root, String(number)));
    }),
  write: (meta, pieces) =>
    tryStorage(async () => {
      requireAround();
      await makeFolder(root);
      const current = await currentNumber(root);
      await removeOthers(root, current, requireAround);
      const number = (current ?? 0) + 1;
      const folder = join(root, String(number));
      requireAround();
      await mkdir(folder, { mode: 0o700 });
      try {
        await writePieces(join(folder, PIECES), pieces);
        requireAround();
        await writeSynced(join(folder, META), JSON.stringify(meta));
        await syncFolder(folder);
      } catch (error) {
        requireAround();
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return draftOf(root, { number, before: current }, meta, requireAround);
    }),
});

const draftOf = (
  root: string,
  { number, before }: PointerMove,
  meta: ImportMeta,
  requireAround: () => void,
): ImportDraft => {
  const folder = join(root, String(number));
  return {
    ...keptOf(folder, meta),
    keep: () =>
      tryStorage(async () => {
        requireAround();
        await syncFolder(root);
        await replaceSynced(join(root, POINTER), `${number}\n`, requireAround);
      }),
    settle: () => tryStorage(() => removeOthers(root, number, requireAround)),
    discard: () =>
      tryStorage(async () => {
        await pointBack(join(root, POINTER), { number, before }, requireAround);
        requireAround();
        await rm(folder, { recursive: true, force: true });
      }),
  };
};

const currentNumber = async (root: string): Promise<number | null> => {
  try {
    const text = (await readFile(join(root, POINTER), 'utf8')).trim();
    if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new StorageFault('IMPORT_POINTER_DAMAGED');
    return Number(text);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Removes the folders of every import but this one. */
const removeOthers = async (root: string, kept: number | null, requireAround: () => void): Promise<void> => {
  for (const name of await readdir(root)) {
    if (!/^[0-9]+$/.test(name) || name === String(kept)) continue;
    requireAround();
    await rm(join(root, name), { recursive: true, force: true });
  }
};

const writePieces = async (path: string, pieces: AsyncIterable<BuildPiece>): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    let text = '';
    for await (const piece of pieces) {
      text += `${pieceText(piece)}\n`;
      if (text.length >= CHUNK_CHARS) {
        await append(file, text);
        text = '';
      }
    }
    await append(file, `${text}${END}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

const append = async (file: FileHandle, text: string): Promise<void> => {
  await file.appendFile(text, 'utf8');
};

const readKept = async (folder: string): Promise<KeptImport> =>
  keptOf(folder, JSON.parse(await readFile(join(folder, META), 'utf8')) as ImportMeta);

const keptOf = (folder: string, meta: ImportMeta): KeptImport => ({
  meta,
  pieces: () => readPieces(join(folder, PIECES)),
});

const readPieces = async function* (path: string): AsyncGenerator<BuildPiece> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === END) return;
    yield JSON.parse(line) as BuildPiece;
  }
  throw new StorageFault('IMPORT_CUT_OFF');
};
