import { Buffer } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { nodeDigest } from '../../adapters/digest.ts';

/** Reads each folder separately, because the recursive option of early Node 20 releases treats sockets as folders. */
function entriesBelow(folder: string): readonly (readonly [path: string, entry: Dirent])[] {
  return (ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [[path, entry] as const, ...(entry.isDirectory() ? entriesBelow(path) : [])];
  });
}

/** Returns the paths of all files below a folder, without sockets. */
export function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder)
    .filter(([, entry]) => entry.isFile())
    .map(([path]) => path);
}

/** Returns null if the file or folder is gone: an instance that runs removes and renames files after they were listed. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads a file, and decompresses it if its name ends in `.gz`, as those of exports and changes do. The bytes of an
 * uploads.db and its log are followed by what is compressed in them, whether a row still holds it or not. A file that is
 * gone has no bytes.
 */
export function readUnpacked(path: string): Buffer {
  const content = ifThere(() => readFileSync(path)) ?? Buffer.alloc(0);
  if (path.endsWith('.gz') && content.byteLength > 0) return gunzipSync(content);
  return basename(path).startsWith('uploads.db') ? Buffer.concat([content, ...deflatedIn(content)]) : content;
}

/** The first bytes of a block of records (RFC 1950, at a low level of compression). */
const DEFLATED = Buffer.of(0x78, 0x5e);

/** Yields all texts that start in these bytes as blocks of records do. A block must not span pages. */
function* deflatedIn(content: Buffer): Generator<Buffer> {
  for (let at = content.indexOf(DEFLATED); at !== -1; at = content.indexOf(DEFLATED, at + 1)) {
    try {
      yield inflateSync(content.subarray(at));
    } catch {
      // These two bytes were something else.
    }
  }
}

/** Returns a predicate: whether a file contains this text, byte for byte, or would if it were decompressed. */
export function holdsText(text: string) {
  return (path: string): boolean => readUnpacked(path).includes(text);
}

/**
 * Returns everything below a folder: a map from the path inside the folder to the digest of the file, or to the type if
 * the entry is not a file.
 */
export function contentsBelow(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entriesBelow(folder).map(([path, entry]) => [
      path.slice(folder.length + 1),
      entry.isFile() ? nodeDigest.sha256(readFileSync(path, 'latin1')) : entry.isDirectory() ? 'a folder' : 'no file',
    ]),
  );
}
