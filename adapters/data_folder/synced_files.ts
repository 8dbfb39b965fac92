import { renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

/** Writes a small file and waits until the disk has it. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the disk has all that was written into a file, which nothing holds open. */
export async function syncFile(path: string): Promise<void> {
  // Windows flushes what may be written to.
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the disk has the names in a folder. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder; its file system has names in its journal.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder where it is missing, and those around it, and waits until the disk has their names. */
export async function makeFolder(path: string): Promise<void> {
  const outermost = await mkdir(path, { recursive: true, mode: 0o700 });
  if (outermost === undefined) return;
  for (let made = resolve(path); made.length >= outermost.length; made = dirname(made)) await syncFolder(dirname(made));
}

/**
 * Replaces a small file so that after a power cut either the old or the new one is there, whole. `requireAround` throws
 * where another folder has come to stand around it, and nothing in between lets one do so unseen.
 */
export async function replaceSynced(path: string, text: string, requireAround = (): void => {}): Promise<void> {
  const temporary = `${path}.new`;
  requireAround();
  await writeSynced(temporary, text);
  try {
    requireAround();
    renameSync(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
