import type { GrantListing } from '../../domain/operator/command.ts';
import { ok } from '../../domain/values/result.ts';
import { askAll } from '../ask.ts';
import type { Job } from '../job.ts';
import { day, table } from '../table.ts';

/** `npm run job -- grant list`. */
export const grantList: Job = {
  name: 'grant list',
  summary: 'list the grants',
  help: `Lists the grants by number with their categories, scopes and days (UTC). That a grant is bound to an install is
shown, but not to which; the tokens themselves are kept nowhere.`,
  options: {},
  words: [],
  run: async ({ owner }) => {
    const grants = await askAll(owner, 'grant-list');
    if (!grants.ok) return grants;
    if (grants.value.length === 0) return ok('There are no grants.');
    return ok(table(['ID', 'ISSUED', 'EXPIRES', 'REVOKED', 'BY', 'CATEGORIES', 'SCOPE'], grants.value.map(rowOf)));
  },
};

function rowOf(grant: GrantListing): readonly string[] {
  return [
    String(grant.n),
    day(grant.issuedAtMs),
    day(grant.expiresAtMs),
    day(grant.revokedAtMs),
    grant.self ? 'self' : 'operator',
    grant.categories.join(','),
    scopeOf(grant.scope),
  ];
}

function scopeOf({ guildName, realm, character, install }: GrantListing['scope']): string {
  return [
    ...(guildName === null ? [] : [`guild ${JSON.stringify(guildName)}`]),
    ...(realm === null ? [] : [`realm ${JSON.stringify(realm)}`]),
    ...(character === null ? [] : [`character ${JSON.stringify(character)}`]),
    ...(install ? ['an install'] : []),
  ].join(', ');
}
