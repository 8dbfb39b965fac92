import { err, ok } from '../../domain/values/result.ts';
import { askOwner, formatRecords } from '../ask.ts';
import type { OwnerJob } from '../job.ts';

/** `npm run job -- erase` (contract, section 2, Erasure). */
export const eraseJob: OwnerJob = {
  name: 'erase',
  summary: 'erase everything that an install sent',
  forOwner: true,
  help: `Deletes the install's records, its grants and its id from uploads.db and overwrites their bytes in the file. The
instance refuses later uploads from the install. When the command returns, uploads.db is clean. The evidence, the public
figures and the exports follow at the next snapshot, by the schedule or with \`snapshot\`. You must clean earlier backups
yourself. An erasure cannot be undone; \`withhold\` can.`,
  options: { install: { value: 'ID', required: true, text: 'the install id' } },
  run: async ({ owner }, args) => {
    const erased = await askOwner(owner, { op: 'erase', installId: args.option('install') ?? '' });
    if (!erased.ok) return erased;
    const count = erased.value.records;
    if (count === null) {
      return ok('Nothing of this install was kept. Later uploads from it are refused.');
    }
    return ok(
      `Erased from uploads.db: ${formatRecords(count)} of the install. The other files follow at the next snapshot.`,
    );
  },
};

/** `npm run job -- withhold` (contract, section 2, Operators). */
export const withholdJob: OwnerJob = {
  name: 'withhold',
  summary: 'keep the records of an install, but do not count them',
  forOwner: true,
  help: `From the next snapshot on, every public row and figure is as if the install had never sent anything. The instance
keeps its records, including those that it sends later, and --lift makes them count again.`,
  options: {
    install: { value: 'ID', required: true, text: 'the install id' },
    reason: {
      value: 'TEXT',

      text: 'why, 1 to 400 characters; only you see it; required without --lift',
    },
    lift: { value: null, text: 'lets the install count again' },
  },
  run: async ({ owner }, args) => {
    const installId = args.option('install') ?? '';
    const reason = args.option('reason');
    if (args.flag('lift')) {
      if (reason !== null) return err('withhold takes --reason TEXT or --lift; got both.');
      const lifted = await askOwner(owner, { op: 'lift', installId });
      if (!lifted.ok) return lifted;
      return ok(`The install's records count again from the next snapshot on: ${formatRecords(lifted.value.records)}.`);
    }
    if (reason === null) return err('withhold takes --reason TEXT or --lift; got neither.');
    const withheld = await askOwner(owner, { op: 'withhold', installId, reason });
    if (!withheld.ok) return withheld;
    return ok(
      `The install's records do not count from the next snapshot on: ${formatRecords(withheld.value.records)}.`,
    );
  },
};
