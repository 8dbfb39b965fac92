import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from '../data_folder/data_dir.ts';

/** Returns the sizes, in bytes, of the databases, their logs and the exports, keyed by names without the epoch. */
export type ReadSizes = () => Promise<ReadonlyMap<string, number>>;

/** Timeout of a read, because a disk that hangs must not delay the other metrics. */
const READ_TIMEOUT_MS = 2_000;

/** Wraps `read` so that it returns no sizes if the disk does not respond in time. Only one read runs at a time. */
export function limitReadTime(read: ReadSizes, withinMs = READ_TIMEOUT_MS): ReadSizes {
  let reading: ReturnType<ReadSizes> | null = null;
  return async () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<ReadonlyMap<string, number>>((resolve) => {
      timer = setTimeout(() => resolve(new Map()), withinMs);
    });
    return Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
  };
}

/** Reads sizes from the file system without opening a file. Missing files are left out. */
export function createSizeReader(dir: DataDir, readEpoch: () => Promise<string | null>): ReadSizes {
  return async () => {
    const epoch = await readEpoch();
    const databases: readonly (readonly [string, string])[] = [
      ['uploads', dir.uploadsDb],
      ...(epoch === null
        ? []
        : ([
            ['evidence', dir.evidenceDb(epoch)],
            ['snapshot', dir.snapshotDb(epoch)],
          ] as const)),
    ];
    const sizes = new Map<string, number>();
    for (const [name, path] of databases) {
      for (const [label, file] of [
        [name, path],
        [`${name} log`, `${path}-wal`],
      ] as const) {
        const size = await readSize(file);
        if (size !== null) sizes.set(label, size);
      }
    }
    const exported = await readFolderSize(dir.exports);
    if (exported !== null) sizes.set('exports', exported);
    return sizes;
  };
}

function readSize(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

async function readFolderSize(folder: string): Promise<number | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  let sum = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    sum += (entry.isDirectory() ? await readFolderSize(path) : await readSize(path)) ?? 0;
  }
  return sum;
}
