import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { threadId } from 'node:worker_threads';

/**
 * Programs load some modules on demand from the bundle with which they started, so a bundle must stay while a program
 * runs. Each thread of a program has a mark in this folder of its bundle, a file named after its process.
 */
const MARKS = 'used';

/** How often a thread renews its mark, and how long a mark counts whose process is not seen here. */
const RENEW_MS = 10 * 60_000;
const RENEWED_WITHIN_MS = 24 * 60 * 60_000;

/** Creates the folder of marks. Instances that run as another user may write to it, but to no module. */
export function createMarks(bundle) {
  mkdirSync(join(bundle, MARKS));
  chmodSync(join(bundle, MARKS), 0o1777);
}

/** Keeps a bundle while this thread runs. On a read-only file system there is no mark, and nothing can be removed. */
export function markBundle(bundle) {
  const mark = join(bundle, MARKS, `${process.pid}-${threadId}`);
  const write = () => tryTo(() => writeFileSync(mark, '\n'));
  write();
  setInterval(write, RENEW_MS).unref();
  process.once('exit', () => tryTo(() => rmSync(mark, { force: true })));
}

function tryTo(work) {
  try {
    work();
  } catch {}
}

/**
 * Whether a program may use a bundle: the process of a mark lives, or renewed its mark lately. Processes in other
 * containers are not seen here, and a number may belong to another process now, which only keeps a bundle for longer.
 */
export function isBundleInUse(bundle) {
  return readMarks(join(bundle, MARKS)).some(({ pid, mtimeMs }) => {
    return isAlive(pid) || mtimeMs > Date.now() - RENEWED_WITHIN_MS;
  });
}

function readMarks(folder) {
  try {
    return readdirSync(folder).map((name) => ({
      pid: Number.parseInt(name, 10),
      mtimeMs: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
  } catch {
    // Bundles of release 0.5.0 have no marks.
    return [];
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another user.
    return error.code === 'EPERM';
  }
}
