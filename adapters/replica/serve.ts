import { renameSync } from 'node:fs';
import { currentEpoch, type DataDir } from '../data_folder/data_dir.ts';
import { removeOtherEpochs } from '../data_folder/epoch.ts';
import { replaceSynced, syncFile, syncFolder } from '../data_folder/synced_files.ts';

/**
 * Serves a checked copy. A copy of the same epoch replaces the previous copy. A copy of a different epoch gets its own
 * file, and the pointer is changed. Renaming a copy over an existing one is safe because copies have no write-ahead log
 * and nobody writes to them. Readers that have the previous copy open continue to read it.
 */
export async function serveCopy(dir: DataDir, copy: string, epoch: string): Promise<void> {
  await syncFile(copy);
  dir.requireSame();
  renameSync(copy, dir.snapshotDb(epoch));
  await syncFolder(dir.root);
  if (currentEpoch(dir) !== epoch) await replaceSynced(dir.pointer, `${epoch}\n`, dir.requireSame);
  await removeOtherEpochs(dir);
}
