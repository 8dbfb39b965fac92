import type { GrantListing } from '../../domain/operator/command.ts';
import { ok } from '../../domain/values/result.ts';
import { askAll } from '../ask.ts';
import type { Job } from '../job.ts';
import { day, table } from '../table.ts';

/** `npm run job -- grant list`. */
export const grantList: Job = {
  name: 'grant list',
  summary: 'list the grants',
  help: `Lists the grants by number with their categories, scopes and days (UTC). It shows whether a grant is bound to an
install, but not to which one. The tokens themselves are not stored.`,
  options: {},
  words: [],
  run: async ({ owner }) => {
    const grants = await askAll(owner, 'grant-list');
    if (!grants.ok) return grants;
    if (grants.value.length === 0) return ok('There are no grants.');
    return ok(table(['ID', 'ISSUED', 'EXPIRES', 'REVOKED', 'BY', 'CATEGORIES', 'SCOPE'], grants.value.map(formatRow)));
  },
};

function formatRow(grant: GrantListing): readonly string[] {
  return [
    String(grant.n),
    day(grant.issuedAtMs),
    day(grant.expiresAtMs),
    day(grant.revokedAtMs),
    grant.self ? 'self' : 'operator',
    grant.categories.join(','),
    formatScope(grant.scope),
  ];
}

function formatScope({ guildName, realm, character, install }: GrantListing['scope']): string {
  return [
    ...(guildName === null ? [] : [`guild ${JSON.stringify(guildName)}`]),
    ...(realm === null ? [] : [`realm ${JSON.stringify(realm)}`]),
    ...(character === null ? [] : [`character ${JSON.stringify(character)}`]),
    ...(install ? ['an install'] : []),
  ].join(', ');
}
