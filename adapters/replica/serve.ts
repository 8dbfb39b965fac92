import { renameSync } from 'node:fs';
import { currentEpoch, type DataDir } from '../data_folder/data_dir.ts';
import { removeOtherEpochs } from '../data_folder/epoch.ts';
import { replaceSynced, syncFile, syncFolder } from '../data_folder/synced_files.ts';

/**
 * Serves a checked copy: put in the place of the one before it, or beside it and pointed to where it is of another epoch.
 * Copies keep no log and nobody writes into them, so that one can be renamed over another; who reads the one before reads
 * it to its end.
 */
export async function serveCopy(dir: DataDir, copy: string, epoch: string): Promise<void> {
  await syncFile(copy);
  dir.requireSame();
  renameSync(copy, dir.snapshotDb(epoch));
  await syncFolder(dir.root);
  if (currentEpoch(dir) !== epoch) await replaceSynced(dir.pointer, `${epoch}\n`, dir.requireSame);
  await removeOtherEpochs(dir);
}
