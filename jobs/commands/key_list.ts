import { ok } from '../../domain/values/result.ts';
import { askAll } from '../ask.ts';
import type { Job } from '../job.ts';
import { day, table } from '../table.ts';

/** `npm run job -- key list`. */
export const keyList: Job = {
  name: 'key list',
  summary: 'list the reading keys',
  help: 'Lists the keys by number with their labels and days (UTC). The keys themselves are not stored.',
  options: {},
  words: [],
  run: async ({ owner }) => {
    const keys = await askAll(owner, 'key-list');
    if (!keys.ok) return keys;
    if (keys.value.length === 0) return ok('There are no keys.');
    const rows = keys.value.map(({ n, createdDay, lastUsedDay, revokedAtMs, label }) => [
      String(n),
      createdDay,
      lastUsedDay ?? '–',
      day(revokedAtMs),
      label,
    ]);
    return ok(table(['ID', 'CREATED', 'LAST USED', 'REVOKED', 'LABEL'], rows));
  },
};
