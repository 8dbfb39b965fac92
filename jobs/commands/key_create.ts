import { ok } from '../../domain/values/result.ts';
import { ask } from '../ask.ts';
import type { Job } from '../job.ts';

/** `npm run job -- key create` (contract, section 1, Key). */
export const keyCreate: Job = {
  name: 'key create',
  summary: 'create a reading key, which raises limits and page size',
  help: `Prints the key on a line of its own. This is the only time it is shown: only its SHA-256 is stored. It works immediately.
Its holder sends it as Authorization: Bearer tw_… or X-API-Key: tw_…. \`key list\` shows its number and when it was last
used.`,
  options: { label: { value: 'LABEL', required: true, text: 'who it is for, 1 to 80 characters' } },
  words: [],
  run: async ({ owner }, args) => {
    const created = await ask(owner, { op: 'key-create', label: args.option('label') ?? '' });
    return created.ok ? ok(created.value.key) : created;
  },
};
