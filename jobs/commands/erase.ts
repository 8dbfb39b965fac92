import { ok } from '../../domain/values/result.ts';
import { ask, records } from '../ask.ts';
import type { Job } from '../job.ts';

/** `npm run job -- erase` (contract, section 2, Erasure). */
export const erase: Job = {
  name: 'erase',
  summary: 'erase everything that an install sent',
  help: `Takes the install's records, its grants and its id out of uploads.db, to the bytes of the file; nothing of it is taken in
again. When the command returns, uploads.db is clean. The evidence, the public figures and the exports follow at the next
snapshot, by the schedule or with \`snapshot\`. Backups made earlier are for you to clean. It cannot be taken back;
\`withhold\` can.`,
  options: { install: { value: 'ID', required: true, text: 'the install id' } },
  words: [],
  run: async ({ owner }, args) => {
    const erased = await ask(owner, { op: 'erase', installId: args.option('install') ?? '' });
    if (!erased.ok) return erased;
    const count = erased.value.records;
    if (count === null) {
      return ok('Nothing of this install was kept; should it send anything, it is refused.');
    }
    return ok(`Erased from uploads.db: ${records(count)} of the install. The other files follow at the next snapshot.`);
  },
};
