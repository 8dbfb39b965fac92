import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from '../data_folder/data_dir.ts';

/** Bytes of the databases, their logs and the exports, by names that do not change with the epoch. */
export type ReadSizes = () => Promise<ReadonlyMap<string, number>>;

/** A disk that hangs must not hold up the rest of what is told. */
const WITHIN_MS = 2_000;

/** Nothing where the disk does not answer in time. One reading goes on at a time. */
export function withinTime(read: ReadSizes, withinMs = WITHIN_MS): ReadSizes {
  let reading: ReturnType<ReadSizes> | null = null;
  return async () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<ReadonlyMap<string, number>>((resolve) => {
      timer = setTimeout(() => resolve(new Map()), withinMs);
    });
    return Promise.race([reading, late]).finally(() => clearTimeout(timer));
  };
}

/** Sizes are asked of the file system: no file is opened. What is not there is left out. */
export function createSizes(dir: DataDir, epochOf: () => Promise<string | null>): ReadSizes {
  return async () => {
    const epoch = await epochOf();
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
      for (const [file, at] of [
        [name, path],
        [`${name} log`, `${path}-wal`],
      ] as const) {
        const size = await sizeOf(at);
        if (size !== null) sizes.set(file, size);
      }
    }
    const exported = await sizeBelow(dir.exports);
    if (exported !== null) sizes.set('exports', exported);
    return sizes;
  };
}

function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

async function sizeBelow(folder: string): Promise<number | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  let sum = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    sum += (entry.isDirectory() ? await sizeBelow(path) : await sizeOf(path)) ?? 0;
  }
  return sum;
}
