import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import type { BackupContent, BackupMaker } from '../../domain/ports/backups.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import { formatInstant } from '../../domain/values/instant.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { systemClock } from '../clock.ts';
import { type DataDir, SETTINGS_FILE } from '../data_folder/data_dir.ts';
import { readChainLink } from '../data_folder/notes.ts';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
import { copyUploads, verifyCopy } from '../libsql/uploads/copy.ts';
import {
  copyPrivateFile,
  hashFile,
  isInsideFolder,
  isPathFree,
  listFilesBelow,
  readFreeBytes,
  resolveRealPath,
  syncFolders,
  UPLOADS_FILE,
  writeManifest,
  writeUnfinishedFolder,
} from './folders.ts';

/** Space that must stay free for the running instance, which may be on the same disk. */
const SPARE_BYTES_MIN = 64 * 1024 * 1024;

/**
 * Makes backups of a data folder (contract, section 8, Backup): uploads.db, the settings and the current imports. The copy is
 * consistent: the builder lock keeps the imports unchanged, and the uploads are copied in one read transaction.
 */
export function createBackupMaker(
  dir: DataDir,
  builder: Pick<BuilderContext, 'turn'>,
  freeBytes: (place: string) => Promise<number> = readFreeBytes,
): BackupMaker {
  return {
    make: async (path) => {
      const place = resolveRealPath(path);
      const refusal = await findRefusal(dir, place, freeBytes);
      if (refusal !== null) return err(refusal);
      return writeUnfinishedFolder(place, async (temporary) => {
        // Read the link before the copy starts, so that the copy contains every upload that the link covers.
        const knownLink = readChainLink(dir.linkFile);
        if ((await builder.turn(() => copyDataFolder(dir, temporary))) === null) return null;
        const content = await finishCopy(temporary, knownLink);
        if (!content.ok) return content;
        if (!isPathFree(place)) return err(FOLDER_OCCUPIED);
        await rename(temporary, place);
        await syncFolder(dirname(place));
        return content;
      });
    },
  };
}

const FOLDER_OCCUPIED = 'DIR must name a folder that does not exist yet or is empty; it is not empty.';

async function findRefusal(
  dir: DataDir,
  place: string,
  freeBytes: (place: string) => Promise<number>,
): Promise<string | null> {
  if (isInsideFolder(place, resolveRealPath(dir.root))) {
    return 'DIR must be outside the data folder (TW_DATA_DIR), preferably on another disk; it is inside.';
  }
  if (!isPathFree(place)) return FOLDER_OCCUPIED;
  const [needed, free] = [(await estimateBytes(dir)) + SPARE_BYTES_MIN, await freeBytes(dirname(place))];
  if (free >= needed) return null;
  return `DIR must be on a disk with ${formatMebibytes(needed)} free; it has ${free < 2 ** 20 ? 'less than 1 MiB' : formatMebibytes(free)}.`;
}

function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Returns an upper bound on the size of the copy, based on file sizes, without opening a database. */
async function estimateBytes(dir: DataDir): Promise<number> {
  const imports = (await listFilesBelow(dir.imports)).map((path) => join(dir.imports, path));
  const paths = [dir.uploadsDb, `${dir.uploadsDb}-wal`, ...imports];
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function copyDataFolder(dir: DataDir, folder: string): Promise<true> {
  await copyUploads(dir.uploadsDb, join(folder, UPLOADS_FILE));
  if (existsSync(dir.settings)) await copyPrivateFile(dir.settings, join(folder, SETTINGS_FILE));
  for (const path of await listFilesBelow(dir.imports)) {
    await copyPrivateFile(join(dir.imports, path), join(folder, 'imports', path));
  }
  dir.requireSame();
  return true;
}

/** Reads the copy back, syncs it and writes the manifest last, because a folder without one is no complete backup. */
async function finishCopy(folder: string, knownLink: ChainLink | null): Promise<Result<BackupContent, string>> {
  const copy = join(folder, UPLOADS_FILE);
  await syncFile(copy);
  const content = await verifyCopy(copy, knownLink);
  if (!content.ok) return content;
  const files = [];
  for (const path of await listFilesBelow(folder)) files.push({ path, ...(await hashFile(join(folder, path))) });
  const { uploads, records, link } = content.value;
  await writeManifest(folder, { madeAt: formatInstant(systemClock.nowMs()), uploads, records, link, files });
  await syncFolders(folder);
  return ok({ ...content.value, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
}
