import { GRANT_DAYS } from '../../domain/operator/grants.ts';
import { err, ok } from '../../domain/values/result.ts';
import { ask } from '../ask.ts';
import type { Job } from '../job.ts';

/** `npm run job -- grant issue` (contract, section 2, Grant). */
export const grantIssue: Job = {
  name: 'grant issue',
  summary: 'issue a grant for records that name players',
  help: `Prints the grant's token on a line of its own. This is the only time it is shown: only its SHA-256 is stored. Players put
it into grantTokens of their uploads. The grant covers records of its categories whose fields equal every part of its
scope, ignoring case. It does not cover kinds of records that lack one of these fields. A scope needs at least one part.`,
  options: {
    category: { value: 'C[,C]', required: true, text: 'one or more of guild, gear, gold, collection' },
    guild: { value: 'G', required: false, text: 'scope: the name of a guild' },
    realm: { value: 'R', required: false, text: 'scope: a realm' },
    character: { value: 'N', required: false, text: 'scope: the name of a character' },
    install: { value: 'ID', required: false, text: 'scope: an install id' },
    days: {
      value: 'D',
      required: false,
      text: `how long it is valid, ${GRANT_DAYS.min} to ${GRANT_DAYS.max} days; default ${GRANT_DAYS.default}`,
    },
  },
  words: [],
  run: async ({ owner }, args) => {
    const days = args.option('days') ?? String(GRANT_DAYS.default);
    if (!/^[0-9]{1,9}$/.test(days)) {
      return err(`--days must be a whole number from ${GRANT_DAYS.min} to ${GRANT_DAYS.max}; got other text.`);
    }
    const issued = await ask(owner, {
      op: 'grant-issue',
      categories: (args.option('category') ?? '').split(',').map((word) => word.trim()),
      guildName: args.option('guild'),
      realm: args.option('realm'),
      character: args.option('character'),
      installId: args.option('install'),
      days: Number(days),
    });
    return issued.ok ? ok(issued.value.token) : issued;
  },
};
