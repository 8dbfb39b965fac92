import { ok } from '../../domain/values/result.ts';
import { askOwner, parseNumber, readAllRows } from '../ask.ts';
import type { OwnerJob } from '../job.ts';
import { formatDay, formatTable } from '../sentences.ts';

/** `npm run job -- key list`. */
export const listKeysJob: OwnerJob = {
  name: 'key list',
  summary: 'list the reading keys',
  forOwner: true,
  help: 'Lists the keys by number with their labels and days (UTC). The keys themselves are not stored.',
  run: async ({ owner }) => {
    const keys = await readAllRows(owner, 'key-list');
    if (!keys.ok) return keys;
    if (keys.value.length === 0) return ok('There are no keys.');
    const rows = keys.value.map(({ n, createdDay, lastUsedDay, revokedAtMs, label }) => [
      String(n),
      createdDay,
      lastUsedDay ?? '–',
      formatDay(revokedAtMs),
      label,
    ]);
    return ok(formatTable(['ID', 'CREATED', 'LAST USED', 'REVOKED', 'LABEL'], rows));
  },
};

/** `npm run job -- key create` (contract, section 1, Key). */
export const createKeyJob: OwnerJob = {
  name: 'key create',
  summary: 'create a reading key, which raises limits and page size',
  forOwner: true,
  help: `Prints the key on a line of its own. This is the only time it is shown: only its SHA-256 is stored. It works immediately.
Its holder sends it as Authorization: Bearer tw_… or X-API-Key: tw_…. \`key list\` shows its number and when it was last
used.`,
  options: { label: { value: 'LABEL', required: true, text: 'who it is for, 1 to 80 characters' } },
  run: async ({ owner }, args) => {
    const created = await askOwner(owner, { op: 'key-create', label: args.option('label') ?? '' });
    return created.ok ? ok(created.value.key) : created;
  },
};

/** `npm run job -- key revoke ID`. */
export const revokeKeyJob: OwnerJob = {
  name: 'key revoke',
  summary: 'revoke a reading key',
  forOwner: true,
  help: 'Revokes a key permanently: requests with it are answered with 401. ID is its number in `key list`.',
  words: ['ID'],
  run: async ({ owner }, { words }) => {
    const n = parseNumber(words[0] ?? '');
    if (!n.ok) return n;
    const revoked = await askOwner(owner, { op: 'key-revoke', n: n.value });
    return revoked.ok ? ok(`Key ${n.value} is revoked.`) : revoked;
  },
};
