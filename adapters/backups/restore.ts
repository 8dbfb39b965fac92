import { Buffer } from 'node:buffer';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupContent, BackupRestorer } from '../../domain/ports/backups.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { type DataDir, dataDir } from '../data_folder/data_dir.ts';
import { writeLink } from '../data_folder/link_file.ts';
import { syncFile, syncFolder, writeSynced } from '../data_folder/synced_files.ts';
import { askInstance } from '../instance_socket.ts';
import { contentOfCopy } from '../libsql/uploads/copy.ts';
import { openUploadWriter } from '../libsql/uploads/writer.ts';
import { systemRandom } from '../random.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { isFree, isWithin, realPlace } from './place.ts';
import { copyPrivate, sumOf, syncFolders } from './private_files.ts';

const ANSWER_WAIT_MS = 2_000;

/**
 * Restores a backup as a data folder that is not there yet (contract, section 8, Backup). It is made beside, brought up
 * to date and proven there, and then takes the folder's place whole.
 */
export function createBackupRestorer(dataPath: string): BackupRestorer {
  return {
    restore: async (path) => {
      const [from, root] = [realPlace(path), realPlace(dataPath)];
      const refusal = await refusalOf(dataDir(root), from);
      if (refusal !== null) return err(refusal);
      const manifest = readManifest(from);
      if (!manifest.ok) return manifest;
      const damage = await damageIn(from, manifest.value);
      if (damage !== null) return err(damage);
      const beside = `${root}.unfinished-${Buffer.from(systemRandom.bytes(6)).toString('hex')}`;
      await mkdir(dirname(root), { recursive: true, mode: 0o700 });
      await mkdir(beside, { mode: 0o700 });
      try {
        for (const file of manifest.value.files) await copyPrivate(join(from, file.path), join(beside, file.path));
        const content = await proven(beside, manifest.value);
        if (!content.ok) return content;
        return (await takePlace(beside, root)) ? content : err(OCCUPIED);
      } finally {
        await rm(beside, { recursive: true, force: true });
      }
    },
  };
}

const OCCUPIED =
  'TW_DATA_DIR must name a folder that does not exist yet or is empty; something is in it. Move it away first, nothing is overwritten.';

async function refusalOf(dir: DataDir, from: string): Promise<string | null> {
  if (isWithin(dir.root, from)) return 'TW_DATA_DIR must lie outside the backup that is restored; it lies within.';
  if (isFree(dir.root)) return null;
  const answered = await askInstance(dir.socket, 'here', null, ANSWER_WAIT_MS).catch(() => null);
  return answered?.reached === true
    ? 'An instance is running on the folder that TW_DATA_DIR names: stop it and move the folder away first.'
    : OCCUPIED;
}

/** The first file of a backup that is not as it was written. */
async function damageIn(from: string, { files }: Manifest): Promise<string | null> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(from, path);
    const size = await stat(file).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    );
    if (size === null) return `The backup is damaged: its file ${path} is missing. Nothing was restored.`;
    if (size !== bytes || (await sumOf(file)).sha256 !== sha256) {
      return `The backup is damaged: its file ${path} is not what was written. Nothing was restored.`;
    }
  }
  return null;
}

/** Opens the copy as its owner would, who brings it up to date, and computes its chain anew. */
async function proven(folder: string, { link, files }: Manifest): Promise<Result<BackupContent, string>> {
  const dir = dataDir(folder);
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: false, knownLink: link });
  await writer.close();
  const content = await contentOfCopy(dir.uploadsDb, link);
  await syncFile(dir.uploadsDb);
  if (!content.ok) return err(`${content.error} Nothing was restored.`);
  await writeLink(dir.linkFile, content.value.link);
  // There for its next owner: a folder whose lock is missing looks like one whose lock was deleted.
  await writeSynced(dir.uploadsLock, '');
  await syncFolders(folder);
  return ok({ ...content.value, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
}

/** False where something has come to stand there meanwhile. */
async function takePlace(beside: string, root: string): Promise<boolean> {
  try {
    await rename(beside, root);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(String(error.code))) {
      return false;
    }
    throw error;
  }
  await syncFolder(dirname(root));
  return true;
}
