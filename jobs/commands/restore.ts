import { ok } from '../../domain/values/result.ts';
import { describeBackup } from '../backup_text.ts';
import type { RestoreJob } from '../job.ts';

/** `npm run job -- restore DIR` (contract, section 8, Backup). */
export const restore: RestoreJob = {
  name: 'restore',
  summary: 'create the data folder from a backup',
  forRestore: true,
  help: `Creates the data folder of TW_DATA_DIR from the backup in DIR. The data folder must be empty or not exist yet, so
nothing is overwritten. Every file of the backup and the chain over its uploads are checked first. The instance that you
start afterwards rebuilds all public data under a new epoch, so readers who are paging through lists must start again.`,
  options: {},
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const restored = await backups.restore(path);
    if (!restored.ok) return restored;
    return ok(
      `Restored: ${describeBackup(restored.value)} Start the instance now. Uploads received after the backup are not included.`,
    );
  },
};
