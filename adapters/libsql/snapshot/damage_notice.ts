import type { EpochDamage } from '../../../domain/ports/snapshot_view.ts';
import { type DataDir, readCurrentEpoch } from '../../data_folder/data_dir.ts';
import { readFileId } from '../../data_folder/file_number.ts';
import { isDamageCode } from '../storage_error.ts';

/**
 * Remembers whether the current snapshot database was found to be damaged. `onDamage` is called only once per damaged file, so that the log and the builder are not notified about every read.
 */
export function createDamageNotice(dir: DataDir, onDamage: (damage: EpochDamage) => void) {
  let noted: (EpochDamage & { readonly file: string | null }) | null = null;

  /** Returns the damage of the current database, or null if none was found or another file has since replaced it. */
  const current = (): EpochDamage | null => {
    if (noted === null) return null;
    const served = locateServedFile(dir);
    // An unreachable folder does not prove that the file was replaced.
    if (served !== null && (served.epoch !== noted.epoch || served.file !== noted.file)) noted = null;
    return noted === null ? null : { epoch: noted.epoch, cause: noted.cause };
  };

  return {
    /**
     * Records a fault of an epoch if it is damage to the current database that was not recorded before. Returns whether
     * it was recorded.
     */
    notice: (epoch: string | null, cause: string): boolean => {
      if (!isDamageCode(cause) || current() !== null) return false;
      const served = locateServedFile(dir);
      if (served === null || served.epoch !== epoch) return false;
      noted = { ...served, cause };
      onDamage({ epoch: served.epoch, cause });
      return true;
    },
    current,
  };
}

function locateServedFile(dir: DataDir): { readonly epoch: string; readonly file: string | null } | null {
  try {
    const epoch = readCurrentEpoch(dir);
    return epoch === null ? null : { epoch, file: readFileId(dir.snapshotDb(epoch)) };
  } catch {
    return null;
  }
}
