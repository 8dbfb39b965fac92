import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/** The folder of this project, as a URL and as a path. Both end with a slash. */
export const ROOT = new URL('../../', import.meta.url);
export const TOP = fileURLToPath(ROOT);

/** Returns the cache folder of this working tree. Several trees can share the packages by a symbolic link. */
export function cacheFolder() {
  const packages = realpathSync(join(TOP, 'node_modules'));
  return join(packages, '.cache', 'third-witness', sha256(ROOT.href).slice(0, 16));
}

/**
 * The file that describes the newest bundle of a working tree. `name` is the folder of the bundle, `inputs` lists the
 * path, digest and stamp (or null) of each file from which it was made, `outputs` the paths of its modules, and `digest`
 * covers their content.
 */
const CURRENT = 'current.json';

/** Returns the folder of the newest bundle, or null if there is none, or if it is damaged or out of date. */
export function readCurrent(cache) {
  try {
    const current = JSON.parse(readFileSync(join(cache, CURRENT), 'utf8'));
    const folder = join(cache, current.name);
    if (digestOutputs(folder, current.outputs) !== current.digest) return null;
    const inputs = current.inputs.map(refreshInput);
    if (inputs.includes(null)) return null;
    if (inputs.some((input, i) => input !== current.inputs[i])) tryToWriteCurrent(cache, { ...current, inputs });
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

/** Returns a digest of all modules of a bundle. */
export function digestOutputs(folder, outputs) {
  const hash = createHash('sha256');
  for (const output of outputs) hash.update(readFileSync(join(folder, output)));
  return hash.digest('hex');
}

/**
 * Returns the entry of a file in the list of inputs, or null if its content has changed. A file with its old stamp is not
 * read. A file with another stamp, for example because it was copied, gets the new stamp.
 */
function refreshInput(input) {
  const [path, digest, stamp] = input;
  if (stamp !== null && stamp === readStamp(path)) return input;
  const { input: now } = readInput(path);
  return now[1] === digest ? now : null;
}

/** The coarsest clock of a file system that we know of. */
const CLOCK_STEP_MS = 2_000;

/**
 * Reads a file of the project. Returns its content and its entry in the list of inputs. A file that was changed just now
 * has no stamp, because another change could leave the same stamp.
 */
export function readInput(path) {
  const stamp = readStamp(path);
  const isSettled = statSync(TOP + path).ctimeMs < Date.now() - CLOCK_STEP_MS;
  const content = readFileSync(TOP + path);
  return { content, input: [path, sha256(content), isSettled ? stamp : null] };
}

/** Returns the size of a file and the time of its last change, which programs cannot set, unlike the modification time. */
function readStamp(path) {
  const { size, ctimeMs } = statSync(TOP + path);
  return `${size} ${ctimeMs}`;
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
