import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDigest } from '../../adapters/digest.ts';

/** Asked folder by folder: early releases of Node 20 take a socket for a folder when they go through all by themselves. */
function entriesBelow(folder: string): readonly (readonly [path: string, entry: Dirent])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [[path, entry] as const, ...(entry.isDirectory() ? entriesBelow(path) : [])];
  });
}

/** The paths of all files below a folder; sockets are none. */
export function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder)
    .filter(([, entry]) => entry.isFile())
    .map(([path]) => path);
}

/** Whether a file holds a text, byte for byte. */
export function holdsText(text: string) {
  return (path: string): boolean => readFileSync(path).includes(text);
}

/** All that is below a folder by its path there: what the bytes of a file come to, or that it is none. */
export function contentsBelow(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entriesBelow(folder).map(([path, entry]) => [
      path.slice(folder.length + 1),
      entry.isFile() ? nodeDigest.sha256(readFileSync(path, 'latin1')) : entry.isDirectory() ? 'a folder' : 'no file',
    ]),
  );
}
