import { renameSync } from 'node:fs';
import { currentEpoch, type DataDir } from '../data_folder/data_dir.ts';
import { removeOtherEpochs } from '../data_folder/epoch.ts';
import { replaceSynced, syncFile, syncFolder } from '../data_folder/synced_files.ts';

/**
 * Serves a checked copy. It replaces the previous copy of the same epoch; a copy of another epoch gets its own file,
 * and the pointer is changed. A copy can be renamed over another one because copies have no write-ahead log and nobody
 * writes to them. Readers of the previous copy keep reading it.
 */
export async function serveCopy(dir: DataDir, copy: string, epoch: string): Promise<void> {
  await syncFile(copy);
  dir.requireSame();
  renameSync(copy, dir.snapshotDb(epoch));
  await syncFolder(dir.root);
  if (currentEpoch(dir) !== epoch) await replaceSynced(dir.pointer, `${epoch}\n`, dir.requireSame);
  await removeOtherEpochs(dir);
}
