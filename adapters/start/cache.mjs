import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

/** The folder of this project, as a path and as a URL. Both end with a slash. */
export const TOP = fileURLToPath(new URL('../../', import.meta.url));
export const ROOT = pathToFileURL(TOP);

/** Returns the cache folder of this working tree. Several trees can share the packages by a symbolic link. */
export function cacheFolder() {
  const packages = realpathSync(join(TOP, 'node_modules'));
  return join(packages, '.cache', 'third-witness', sha256(ROOT.href).slice(0, 16));
}

/**
 * The file that describes the newest bundle of a working tree. `name` is the folder of the bundle, `sources` are the
 * files from which it was made, by path below this project's folder, and `modules` are its own files. Both are lists of
 * [path, digest, stamp or null].
 */
const CURRENT = 'current.json';

/** Returns the folder of the newest bundle, or null if there is none, or if it is damaged or out of date. */
export function readCurrent(cache) {
  try {
    const current = JSON.parse(readFileSync(join(cache, CURRENT), 'utf8'));
    const folder = join(cache, current.name);
    const sources = refreshAll(TOP, current.sources);
    const modules = refreshAll(folder, current.modules);
    if (sources === null || modules === null) return null;
    const isAsBefore = sources === current.sources && modules === current.modules;
    if (!isAsBefore) tryToWriteCurrent(cache, { ...current, sources, modules });
    return folder;
  } catch {
    // Whatever is wrong with the bundle, a new one replaces it.
    return null;
  }
}

/** Replaces the description of the newest bundle in one step. */
export function writeCurrent(cache, current) {
  const temporary = join(cache, `${CURRENT}.${process.pid}.${threadId}`);
  writeFileSync(temporary, JSON.stringify(current));
  renameSync(temporary, join(cache, CURRENT));
}

/** Writes new stamps, which only make the next starts faster. */
function tryToWriteCurrent(cache, current) {
  try {
    writeCurrent(cache, current);
  } catch {}
}

/** Returns the same list if all stamps are as before, a list with new stamps, or null if the content of a file changed. */
function refreshAll(folder, files) {
  const refreshed = files.map((file) => refresh(folder, file));
  if (refreshed.includes(null)) return null;
  return refreshed.every((file, i) => file === files[i]) ? files : refreshed;
}

/** A file is read only if its stamp changed, for example because it was copied. */
function refresh(folder, file) {
  const [path, digest, stamp] = file;
  if (stamp !== null && stamp === readStamp(join(folder, path))) return file;
  const { entry } = readEntry(folder, path);
  return entry[1] === digest ? entry : null;
}

/** The coarsest clock of a file system that we know of. */
const CLOCK_STEP_MS = 2_000;

/**
 * Reads a file. Returns its content and its entry in a list of files. A file that was changed just now has no stamp,
 * because another change could leave the same stamp.
 */
export function readEntry(folder, path) {
  const file = join(folder, path);
  const stamp = readStamp(file);
  const isSettled = statSync(file).ctimeMs < Date.now() - CLOCK_STEP_MS;
  const content = readFileSync(file);
  return { content, entry: [path, sha256(content), isSettled ? stamp : null] };
}

/** Returns the size of a file and the time of its last change, which programs cannot set, unlike the modification time. */
function readStamp(file) {
  const { size, ctimeMs } = statSync(file);
  return `${size} ${ctimeMs}`;
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
