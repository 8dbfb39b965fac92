import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, realpathSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { syncFile, syncFolder, writeSyncedFile } from '../data_folder/synced_files.ts';
import { systemRandom } from '../random.ts';
import { ifExists, isMissing, MISSING_CODES, parseJson, readFaultCode, readIfExistsSync } from '../read_if_exists.ts';

/** Resolves the symbolic links in a path. Trailing parts of the path need not exist. */
export function resolveRealPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (parent === absolute || !isMissing(error)) throw error;
    return join(resolveRealPath(parent), basename(absolute));
  }
}

/** Calls `work` with a new folder beside `place`, so that a rename to `place` can complete the folder in one step. */
export async function writeUnfinishedFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  const temporary = `${place}.unfinished-${Buffer.from(systemRandom.bytes(6)).toString('hex')}`;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await mkdir(temporary, { mode: 0o700 });
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Whether the path `place` is the folder itself or lies inside it. */
export function isInsideFolder(place: string, folder: string): boolean {
  const path = relative(folder, place);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`));
}

/** Whether the path does not exist or is an empty folder. */
export function isPathFree(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    if (isMissing(error)) return true;
    if (readFaultCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** Returns the free space, in bytes, of the disk that holds a path. The path need not exist. */
export async function readFreeBytes(place: string): Promise<number> {
  let folder = place;
  while (!(await isReadableFolder(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isReadableFolder(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

export interface FileChecksum {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Lists the paths of all files below a folder, sorted, with forward slashes. Returns an empty list if there is no
 * folder.
 */
export async function listFilesBelow(folder: string, prefix = ''): Promise<readonly string[]> {
  const entries = (await ifExists(readdir(join(folder, prefix), { withFileTypes: true }))) ?? [];
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return listFilesBelow(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return paths.flat().sort();
}

/**
 * Copies a file, makes the copy readable only by its owner, and syncs it to disk. Must not be used on an open database.
 */
export async function copyPrivateFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncFile(to);
}

/**
 * Returns a file's size and digest. Must not be used on an open database: closing the file would drop this process's
 * locks.
 */
export async function hashFile(path: string): Promise<FileChecksum> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Syncs the entries of a folder and of all folders below it, because a synced file can still lose its name. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Name of the manifest. It is written last, so a folder without it is not a complete backup. */
export const MANIFEST = 'backup.json';
const BACKUP_FORMAT = 1;

const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Manifest = v.object({
  format: v.literal(BACKUP_FORMAT),
  madeAt: v.string(),
  uploads: CountSchema,
  records: CountSchema,
  /** The newest link of the chain over the uploads. */
  link: v.object({ n: CountSchema, digest: Sha256Schema }),
  /** Every file of the backup except this manifest, with its path within the backup. */
  files: v.array(
    v.object({
      // Allow only names that this program uses, so that no path can escape the folder.
      path: v.pipe(v.string(), v.regex(/^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/)),
      bytes: CountSchema,
      sha256: Sha256Schema,
    }),
  ),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  return writeSyncedFile(
    join(folder, MANIFEST),
    `${JSON.stringify({ format: BACKUP_FORMAT, ...manifest }, null, 2)}\n`,
  );
}

/** Reads the manifest of a backup. Returns a refusal if the folder is not a backup that this release can read. */
export function readManifest(folder: string): Result<Manifest, string> {
  const text = readIfExistsSync(join(folder, MANIFEST), MISSING_CODES);
  if (text === null) {
    return err(
      `DIR must name a complete backup made by \`npm run job -- backup DIR\`; there is no ${MANIFEST} in that folder.`,
    );
  }
  const manifest = v.safeParse(Manifest, parseJson(text));
  if (manifest.success && manifest.output.files.some(({ path }) => path === UPLOADS_FILE)) return ok(manifest.output);
  return err(`DIR must name a backup that this release can read; its ${MANIFEST} has another format.`);
}

/** Path of the copy of uploads.db within a backup. */
export const UPLOADS_FILE = 'uploads.db';
