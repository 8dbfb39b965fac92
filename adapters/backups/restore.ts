import { rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupContent, BackupRestorer } from '../../domain/ports/backups.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { type DataDir, toDataDir } from '../data_folder/data_dir.ts';
import { writeChainLink } from '../data_folder/notes.ts';
import { syncFile, syncFolder, writeSyncedFile } from '../data_folder/synced_files.ts';
import { askInstance } from '../instance_socket.ts';
import { runWithReader } from '../libsql/database.ts';
import { isOldUploads, OLD_UPLOADS } from '../libsql/migrate.ts';
import { verifyCopy } from '../libsql/uploads/copy.ts';
import { openUploadWriter } from '../libsql/uploads/writer.ts';
import { systemRandom } from '../random.ts';
import { readFaultCode } from '../read_if_exists.ts';
import {
  copyPrivateFile,
  hashFile,
  isInsideFolder,
  isPathFree,
  type Manifest,
  readManifest,
  resolveRealPath,
  syncFolders,
  writeUnfinishedFolder,
} from './folders.ts';

const ANSWER_WAIT_MS = 2_000;

/**
 * Restores a backup as a new data folder (contract, section 8, Backup). The folder is built next to its final path and
 * then renamed.
 */
export function createBackupRestorer(dataPath: string): BackupRestorer {
  return {
    restore: async (path) => {
      const [from, root] = [resolveRealPath(path), resolveRealPath(dataPath)];
      const refusal = await findRefusal(toDataDir(root), from);
      if (refusal !== null) return err(refusal);
      const manifest = readManifest(from);
      if (!manifest.ok) return manifest;
      const damage = await findDamage(from, manifest.value);
      if (damage !== null) return err(damage);
      return writeUnfinishedFolder(root, async (temporary) => {
        for (const file of manifest.value.files)
          await copyPrivateFile(join(from, file.path), join(temporary, file.path));
        const content = await migrateAndVerify(temporary, manifest.value);
        if (!content.ok) return content;
        return (await moveFolder(temporary, root)) ? content : err(DATA_FOLDER_OCCUPIED);
      });
    },
  };
}

const DATA_FOLDER_OCCUPIED =
  'TW_DATA_DIR must name a folder that does not exist yet or is empty; it is not empty. Move it away first: a restore overwrites nothing.';

async function findRefusal(dir: DataDir, from: string): Promise<string | null> {
  if (isInsideFolder(dir.root, from)) return 'TW_DATA_DIR must be outside the backup; it is inside.';
  if (isPathFree(dir.root)) return null;
  const answer = await askInstance(dir.socket, 'here', null, ANSWER_WAIT_MS).catch(() => null);
  return answer?.reached === true
    ? 'An instance is running on TW_DATA_DIR. Stop it and move the folder away first.'
    : DATA_FOLDER_OCCUPIED;
}

/** Returns a sentence about the first file that is missing or changed, or null if all files are intact. */
async function findDamage(from: string, { files }: Manifest): Promise<string | null> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(from, path);
    const size = await stat(file).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    );
    if (size === null) return `The backup is damaged: its file ${path} is missing. Nothing was restored.`;
    if (size !== bytes || (await hashFile(file)).sha256 !== sha256) {
      return `The backup is damaged: its file ${path} was changed. Nothing was restored.`;
    }
  }
  return null;
}

/** Migrates the copied database by opening it for writing, and recomputes its chain. */
async function migrateAndVerify(folder: string, { link, files }: Manifest): Promise<Result<BackupContent, string>> {
  const dir = toDataDir(folder);
  if (await runWithReader(dir.uploadsDb, isOldUploads)) return err(`${OLD_UPLOADS} Nothing was restored.`);
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: false, knownLink: link });
  await writer.close();
  const content = await verifyCopy(dir.uploadsDb, link);
  await syncFile(dir.uploadsDb);
  if (!content.ok) return err(`${content.error} Nothing was restored.`);
  await writeChainLink(dir.linkFile, content.value.link);
  // Without a lock file, the next start would assume that the lock was deleted under a running instance.
  await writeSyncedFile(dir.uploadsLock, '');
  await syncFolders(folder);
  return ok({ ...content.value, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
}

/**
 * Renames the folder to its final path. Returns false if something is there by now: a rename replaces only an empty
 * one.
 */
async function moveFolder(temporary: string, root: string): Promise<boolean> {
  try {
    await rename(temporary, root);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(readFaultCode(error))) return false;
    throw error;
  }
  await syncFolder(dirname(root));
  return true;
}
