import { err, ok } from '../../domain/values/result.ts';
import { ask, records } from '../ask.ts';
import type { OwnerJob } from '../job.ts';

/** `npm run job -- withhold` (contract, section 2, Operators). */
export const withhold: OwnerJob = {
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
      const lifted = await ask(owner, { op: 'lift', installId });
      if (!lifted.ok) return lifted;
      return ok(`The install's records count again from the next snapshot on: ${records(lifted.value.records)}.`);
    }
    if (reason === null) return err('withhold takes --reason TEXT or --lift; got neither.');
    const withheld = await ask(owner, { op: 'withhold', installId, reason });
    if (!withheld.ok) return withheld;
    return ok(`The install's records do not count from the next snapshot on: ${records(withheld.value.records)}.`);
  },
};
