import { ok } from '../../domain/values/result.ts';
import { ask, records } from '../ask.ts';
import type { OwnerJob } from '../job.ts';

/** `npm run job -- erase` (contract, section 2, Erasure). */
export const erase: OwnerJob = {
  name: 'erase',
  summary: 'erase everything that an install sent',
  forOwner: true,
  help: `Deletes the install's records, its grants and its id from uploads.db and overwrites their bytes in the file. The
instance refuses later uploads from the install. When the command returns, uploads.db is clean. The evidence, the public
figures and the exports follow at the next snapshot, by the schedule or with \`snapshot\`. You must clean earlier backups
yourself. An erasure cannot be undone; \`withhold\` can.`,
  options: { install: { value: 'ID', required: true, text: 'the install id' } },
  run: async ({ owner }, args) => {
    const erased = await ask(owner, { op: 'erase', installId: args.option('install') ?? '' });
    if (!erased.ok) return erased;
    const count = erased.value.records;
    if (count === null) {
      return ok('Nothing of this install was kept. Later uploads from it are refused.');
    }
    return ok(`Erased from uploads.db: ${records(count)} of the install. The other files follow at the next snapshot.`);
  },
};
