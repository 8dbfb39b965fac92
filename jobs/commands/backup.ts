import { err, ok } from '../../domain/values/result.ts';
import { describeBackup } from '../backup_text.ts';
import type { Job } from '../job.ts';
import { STOPPED } from '../sentences.ts';

/** `npm run job -- backup DIR` (contract, section 8, Backup). */
export const backup: Job = {
  name: 'backup',
  summary: 'copy what cannot be built again into a new folder, while the instance runs',
  help: `Copies the uploads with keys, grants and all that was withheld or erased, and the kept imports of game files and
documents, into the folder DIR, which must not exist yet or be empty. The copy is of one moment, holds every upload whose
receipt was answered before, and is read back with its chain before it gets its name: a folder that is called DIR is whole.
It is as private as the data folder. What is public is not in it; \`npm run job -- restore DIR\` has it built anew.`,
  options: {},
  words: ['DIR'],
  run: async ({ backups }, { words: [path = ''] }) => {
    const made = await backups.make(path);
    if (made === null) return err(STOPPED);
    return made.ok ? ok(`Backed up: ${describeBackup(made.value)}`) : made;
  },
};
