import type { EpochDamage } from '../../../domain/ports/snapshot_view.ts';
import { currentEpoch, type DataDir } from '../../data_folder/data_dir.ts';
import { readFileId } from '../../data_folder/file_number.ts';
import { isDamage } from '../storage_error.ts';

/** Remembers that the current snapshot database was found damaged. */
export interface DamageNotice {
  /** Notes a fault of an epoch if it is damage of the current database that was not noted yet; returns whether it did. */
  notice(epoch: string | null, cause: string): boolean;
  /** The damage of the current database, or null if none was met or another file has replaced it. */
  current(): EpochDamage | null;
}

/** `onDamage` is called once for each damaged file, so that neither the log nor the builder hears of every read. */
export function createDamageNotice(dir: DataDir, onDamage: (damage: EpochDamage) => void): DamageNotice {
  let noted: (EpochDamage & { readonly file: string | null }) | null = null;

  const current = (): EpochDamage | null => {
    if (noted === null) return null;
    const served = servedFile(dir);
    // An unreachable folder does not prove that the file was replaced.
    if (served !== null && (served.epoch !== noted.epoch || served.file !== noted.file)) noted = null;
    return noted === null ? null : { epoch: noted.epoch, cause: noted.cause };
  };

  return {
    notice: (epoch, cause) => {
      if (!isDamage(cause) || current() !== null) return false;
      const served = servedFile(dir);
      if (served === null || served.epoch !== epoch) return false;
      noted = { ...served, cause };
      onDamage({ epoch: served.epoch, cause });
      return true;
    },
    current,
  };
}

function servedFile(dir: DataDir): { readonly epoch: string; readonly file: string | null } | null {
  try {
    const epoch = currentEpoch(dir);
    return epoch === null ? null : { epoch, file: readFileId(dir.snapshotDb(epoch)) };
  } catch {
    return null;
  }
}
