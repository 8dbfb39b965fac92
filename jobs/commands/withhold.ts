import { err, ok } from '../../domain/values/result.ts';
import { ask, records } from '../ask.ts';
import type { Job } from '../job.ts';

/** `npm run job -- withhold` (contract, section 2, Operators). */
export const withhold: Job = {
  name: 'withhold',
  summary: 'keep what an install sent, but count it nowhere',
  help: `From the next snapshot on, every public row and figure is as if the install had never sent anything. Its records
are kept, those it still sends, too, and --lift has them count again.`,
  options: {
    install: { value: 'ID', required: true, text: 'the install id' },
    reason: { value: 'TEXT', required: false, text: 'why, 1 to 400 characters; for you alone, needed without --lift' },
    lift: { value: null, required: false, text: 'lets the install count again' },
  },
  words: [],
  run: async ({ owner }, args) => {
    const installId = args.option('install') ?? '';
    const reason = args.option('reason');
    if (args.flag('lift')) {
      if (reason !== null) return err('withhold takes --reason TEXT or --lift; got both.');
      const lifted = await ask(owner, { op: 'lift', installId });
      if (!lifted.ok) return lifted;
      return ok(`What the install sent counts again from the next snapshot on: ${records(lifted.value.records)}.`);
    }
    if (reason === null) return err('withhold takes --reason TEXT or --lift; got neither.');
    const withheld = await ask(owner, { op: 'withhold', installId, reason });
    if (!withheld.ok) return withheld;
    return ok(`What the install sent counts nowhere from the next snapshot on: ${records(withheld.value.records)}.`);
  },
};
