import type { Buffer } from 'node:buffer';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a data folder in its current state, including logs, as the next process finds it. Reading the files releases
 * this process's locks on them, so from then on the caller may only close its connections to them.
 */
export function leave(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  cpSync(from, to, { recursive: true });
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Returns the end of the last commit in a write-ahead log, in bytes. Anything after it may not be on disk yet. */
function endOfCommits(log: Buffer): number {
  if (log.length < HEADER_BYTES) return 0;
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let end = HEADER_BYTES;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    // A frame that ends a commit contains the size of the database.
    if (log.readUInt32BE(at + 4) !== 0) end = at + frameBytes;
  }
  return end;
}

function cutLog(path: string, share: number): void {
  const log = readFileSync(path);
  const end = endOfCommits(log);
  truncateSync(path, log.length - Math.ceil((log.length - end) * share));
}

const DERIVED = /^(?:evidence|snapshot)\.([0-9a-f]+)\.db$/;

/**
 * Damages a folder as a power cut may do. No process may have the folder open. Logs are cut after their last commit,
 * and files of epochs not yet served are cut at any point. `share` is the part of the unsafe data that is lost; at 1,
 * all derived files are deleted.
 */
export function cutPower(folder: string, share: number): void {
  const pointer = join(folder, 'current');
  const served = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : null;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const epoch = DERIVED.exec(name)?.[1];
    if (name.endsWith('.db-wal')) cutLog(path, share);
    else if (epoch !== undefined && epoch !== served)
      truncateSync(path, Math.floor(readFileSync(path).length * (1 - share)));
  }
  if (share < 1) return;
  for (const name of readdirSync(folder)) {
    if (/^(?:evidence|snapshot)\./.test(name) || name === 'current') rmSync(join(folder, name), { force: true });
  }
}
