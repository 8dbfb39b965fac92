import { ok } from '../../domain/values/result.ts';
import { describeBackup } from '../backup_text.ts';
import type { RestoreJob } from '../job.ts';

/** `npm run job -- restore DIR` (contract, section 8, Backup). */
export const restore: RestoreJob = {
  name: 'restore',
  summary: 'make the data folder anew from a backup',
  forRestore: true,
  help: `Makes the folder that TW_DATA_DIR names from the backup in DIR. It must not exist yet or be empty: nothing is
overwritten. Every file of the backup and the chain over its uploads are checked first. The instance that is started on it
then builds everything public anew, under a new epoch: readers who walk its lists start again.`,
  options: {},
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const restored = await backups.restore(path);
    if (!restored.ok) return restored;
    return ok(
      `Restored: ${describeBackup(restored.value)} Start the instance now. Uploads that it took in after the backup are not in it.`,
    );
  },
};
