import { renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

/** Writes a small file and syncs it to disk. */
export async function writeSyncedFile(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the content of a file to disk. The file must not be open elsewhere. */
export async function syncFile(path: string): Promise<void> {
  // Windows only flushes a file that was opened for writing.
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the directory entries of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and its file system journals directory entries.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder and its missing parents, and syncs their entries, which a power cut could otherwise undo. */
export async function makeFolder(path: string): Promise<void> {
  const outermost = await mkdir(path, { recursive: true, mode: 0o700 });
  if (outermost === undefined) return;
  for (let created = resolve(path); created.length >= outermost.length; created = dirname(created))
    await syncFolder(dirname(created));
}

/**
 * Replaces a small file atomically: after a power cut, the path holds either the complete old file or the complete new
 * one. `requireFolder` throws if the data folder was replaced. It is called before the write, and again right before
 * the rename, with no asynchronous step in between.
 */
export async function replaceSyncedFile(path: string, text: string, requireFolder = (): void => {}): Promise<void> {
  const temporary = `${path}.new`;
  requireFolder();
  await writeSyncedFile(temporary, text);
  try {
    requireFolder();
    renameSync(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
