import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DocumentFolder, DocumentsDraft, KeptDocuments } from '../../domain/ports/documents.ts';
import type { KnownDocument } from '../../domain/ports/knowledge.ts';
import { visibleProse } from '../../schema/text.ts';
import { makeFolder, replaceSynced, syncFolder } from '../data_folder/synced_files.ts';
import { StorageFault, triesOn } from '../libsql/storage_error.ts';
import { type PointerMove, pointBack } from './pointer.ts';

const tryStorage = triesOn('documents');

/** Text is handed to the disk in pieces of about this many characters. */
const CHUNK_CHARS = 256 * 1024;

const POINTER = 'current';
const DOCUMENTS = /^([1-9][0-9]{0,8})\.ndjson$/;
/** The last line: a file that ends otherwise was cut off. */
const END = '"end"';

const fileOf = (root: string, number: number): string => join(root, `${number}.ndjson`);

/**
 * Documents as numbered files behind a pointer, a document a line. A file that the pointer does not name is of an import
 * that did not get done, and goes with the next. `requireAround` throws where the data folder is not there.
 */
export const createDocumentFolder = (root: string, requireAround: () => void = () => {}): DocumentFolder => ({
  current: () =>
    tryStorage(async () => {
      const number = await currentNumber(root);
      return number === null ? null : keptIn(fileOf(root, number));
    }),
  write: (documents) =>
    tryStorage(async () => {
      requireAround();
      await makeFolder(root);
      const current = await currentNumber(root);
      await removeOthers(root, current, requireAround);
      const number = (current ?? 0) + 1;
      try {
        requireAround();
        await writeDocuments(fileOf(root, number), documents);
      } catch (error) {
        requireAround();
        await rm(fileOf(root, number), { force: true });
        throw error;
      }
      return draftOf(root, { number, before: current }, requireAround);
    }),
});

const keptIn = (path: string): KeptDocuments => ({ documents: () => readDocuments(path) });

const draftOf = (root: string, { number, before }: PointerMove, requireAround: () => void): DocumentsDraft => ({
  ...keptIn(fileOf(root, number)),
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
      await rm(fileOf(root, number), { force: true });
    }),
});

const currentNumber = async (root: string): Promise<number | null> => {
  try {
    const text = (await readFile(join(root, POINTER), 'utf8')).trim();
    if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new StorageFault('DOCUMENTS_POINTER_DAMAGED');
    return Number(text);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Removes the files of all documents but these. */
const removeOthers = async (root: string, kept: number | null, requireAround: () => void): Promise<void> => {
  for (const name of await readdir(root)) {
    const number = DOCUMENTS.exec(name)?.[1];
    if (number === undefined || Number(number) === kept) continue;
    requireAround();
    await rm(join(root, name), { force: true });
  }
};

const writeDocuments = async (path: string, documents: AsyncIterable<KnownDocument>): Promise<void> => {
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    let text = '';
    for await (const document of documents) {
      text += `${JSON.stringify(document)}\n`;
      if (text.length < CHUNK_CHARS) continue;
      await file.appendFile(text, 'utf8');
      text = '';
    }
    await file.appendFile(`${text}${END}\n`, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
};

const readDocuments = async function* (path: string): AsyncGenerator<KnownDocument> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === END) return;
    // Documents that an earlier release took were judged by its rules.
    yield JSON.parse(visibleProse(line)) as KnownDocument;
  }
  throw new StorageFault('DOCUMENTS_CUT_OFF');
};
