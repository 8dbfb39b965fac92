import { err, ok } from '../../domain/values/result.ts';
import { describeBackup } from '../backup_text.ts';
import type { Job } from '../job.ts';
import { STOPPED } from '../sentences.ts';

/** `npm run job -- backup DIR` (contract, section 8, Backup). */
export const backup: Job = {
  name: 'backup',
  summary: 'copy all data that cannot be rebuilt into a new folder, while the instance runs',
  help: `Copies the uploads (with keys, grants, withholdings and erasures) and the stored imports of game files and documents
into the folder DIR, which must be empty or not exist yet. The copy shows one moment and contains every upload whose
receipt was sent before it. It is read back and its chain is checked before it is renamed to DIR, so a folder with that
name is always complete. It is as private as the data folder. Public data is not in it, because it is rebuilt after
\`npm run job -- restore DIR\`.`,
  options: {},
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const backup = await backups.make(path);
    if (backup === null) return err(STOPPED);
    return backup.ok ? ok(`Backed up: ${describeBackup(backup.value)}`) : backup;
  },
};
