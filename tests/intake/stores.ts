import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUploadReader } from '../../adapters/libsql/uploads_reader.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads_writer.ts';
import { createMemoryUploads } from '../../adapters/memory/uploads.ts';
import { systemRandom } from '../../adapters/random.ts';
import type { UploadReader, UploadWriter } from '../../domain/ports/uploads.ts';

interface Store {
  readonly writer: UploadWriter;
  readonly reader: UploadReader;
  close(): Promise<void>;
}

/** A folder of the test's own, removed when `work` is done. */
export const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-intake-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const libsql = async (): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-intake-'));
  const path = join(folder, 'uploads.db');
  const writer = await openUploadWriter(path, { random: systemRandom, create: true });
  const reader = await openUploadReader(path);
  const close = async () => {
    await reader.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { writer, reader, close };
};

const memory = async (): Promise<Store> => ({ ...createMemoryUploads(), close: async () => {} });

/** Every adapter of the two ports, empty. */
export const STORES: Readonly<Record<string, () => Promise<Store>>> = { libsql, memory };
