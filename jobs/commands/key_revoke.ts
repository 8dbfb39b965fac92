import { ok } from '../../domain/values/result.ts';
import { ask, readNumber } from '../ask.ts';
import type { Job } from '../job.ts';

/** `npm run job -- key revoke ID`. */
export const keyRevoke: Job = {
  name: 'key revoke',
  summary: 'revoke a reading key',
  help: 'Revokes a key permanently: requests with it are answered with 401. ID is its number in `key list`.',
  options: {},
  words: ['ID'],
  run: async ({ owner }, { words }) => {
    const n = readNumber(words[0] ?? '');
    if (!n.ok) return n;
    const revoked = await ask(owner, { op: 'key-revoke', n: n.value });
    return revoked.ok ? ok(`Key ${n.value} is revoked.`) : revoked;
  },
};
