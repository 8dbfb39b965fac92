import { gameIn } from '../../domain/families/mod.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { Game } from '../../schema/vocabulary.ts';
import { readFolderGame } from '../config/folder_settings.ts';
import { withReader } from '../libsql/database.ts';
import { readOrigin } from '../libsql/snapshot/origin.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { currentEpoch, type DataDir } from './data_dir.ts';

const runStorage = storageRunner('snapshot');

/**
 * Returns the game of an instance that starts on the folder: `configured` (TW_GAME), or else the one that the folder
 * remembers, or null if it is not settled. The error is a sentence, if the two differ.
 */
export async function gameForStart(dir: DataDir, configured: Game | null): Promise<Result<Game | null, string>> {
  const remembered = readFolderGame(dir) ?? (await readServedGame(dir));
  if (configured === null || remembered === null || configured === remembered) return ok(configured ?? remembered);
  return err(
    `TW_GAME must be left out or be ${remembered}, the game of the data folder; it is ${configured}. An instance collects one game: for another, start a second instance with its own TW_DATA_DIR, or run \`npm run job -- rebuild --game ${configured}\` to let the uploads of ${configured} count here instead.`,
  );
}

/** Reads the game of the served snapshot, because the settings may have been deleted. */
async function readServedGame(dir: DataDir): Promise<Game | null> {
  const epoch = currentEpoch(dir);
  if (epoch === null) return null;
  const origin = await orStorageFault(runStorage(() => withReader(dir.snapshotDb(epoch), readOrigin)));
  return origin instanceof StorageFault ? null : gameIn(origin.rollups);
}
