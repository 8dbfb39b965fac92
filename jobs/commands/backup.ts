import type { BackupContent } from '../../domain/ports/backups.ts';
import { formatInstant } from '../../domain/values/instant.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { OwnerJob, RestoreJob } from '../job.ts';
import { STOPPED_EARLY } from '../sentences.ts';

/** `npm run job -- backup DIR` (contract, section 8, Backup). */
export const backupJob: OwnerJob = {
  name: 'backup',
  summary: 'copy all data that cannot be rebuilt into a new folder, while the instance runs',
  forOwner: true,
  help: `Copies the uploads (with keys, grants, withholdings and erasures) and the stored imports of game files and documents
into the folder DIR, which must be empty or not exist yet. The copy shows one moment and contains every upload whose
receipt was sent before it. It is read back and its chain is checked before it is renamed to DIR, so a folder with that
name is always complete. It is as private as the data folder. Public data is not in it, because it is rebuilt after
\`npm run job -- restore DIR\`.`,
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const backup = await backups.make(path);
    if (backup === null) return err(STOPPED_EARLY);
    return backup.ok ? ok(`Backed up: ${describeBackup(backup.value)}`) : backup;
  },
};

function describeBackup({ uploads, records, bytes, lastReceipt }: BackupContent): string {
  const last =
    lastReceipt === null
      ? 'no receipt yet'
      : `the last receipt is ${lastReceipt.uploadId} of ${formatInstant(lastReceipt.receivedAtMs)}`;
  return `${formatQuantity(uploads, 'upload')} with ${formatQuantity(records, 'record')} in ${formatQuantity(bytes, 'byte')}; ${last}.`;
}

/** `npm run job -- restore DIR` (contract, section 8, Backup). */
export const restoreJob: RestoreJob = {
  name: 'restore',
  summary: 'create the data folder from a backup',
  forRestore: true,
  help: `Creates the data folder of TW_DATA_DIR from the backup in DIR. The data folder must be empty or not exist yet, so
nothing is overwritten. Every file of the backup and the chain over its uploads are checked first. The instance that you
start afterwards rebuilds all public data under a new epoch, so readers who are paging through lists must start again.`,
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const restored = await backups.restore(path);
    if (!restored.ok) return restored;
    return ok(
      `Restored: ${describeBackup(restored.value)} Start the instance now. Uploads received after the backup are not included.`,
    );
  },
};
