import type { GrantListing } from '../../domain/operator/command.ts';
import { GRANT_DAYS } from '../../domain/operator/grants.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { askOwner, parseNumber, readAllRows } from '../ask.ts';
import type { JobArgs, OwnerJob } from '../job.ts';
import { formatDay, formatTable } from '../sentences.ts';

/** `npm run job -- grant list`. */
export const listGrantsJob: OwnerJob = {
  name: 'grant list',
  summary: 'list the grants',
  forOwner: true,
  help: `Lists the grants by number with their categories, scopes and days (UTC). It shows whether a grant is bound to an
install, but not to which one. The tokens themselves are not stored.`,
  run: async ({ owner }) => {
    const grants = await readAllRows(owner, 'grant-list');
    if (!grants.ok) return grants;
    if (grants.value.length === 0) return ok('There are no grants.');
    return ok(
      formatTable(['ID', 'ISSUED', 'EXPIRES', 'REVOKED', 'BY', 'CATEGORIES', 'SCOPE'], grants.value.map(formatRow)),
    );
  },
};

function formatRow(grant: GrantListing): readonly string[] {
  return [
    String(grant.n),
    formatDay(grant.issuedAtMs),
    formatDay(grant.expiresAtMs),
    formatDay(grant.revokedAtMs),
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

/** `npm run job -- grant issue` (contract, section 2, Grant). */
export const issueGrantJob: OwnerJob = {
  name: 'grant issue',
  summary: 'issue a grant for records that name players',
  forOwner: true,
  help: `Prints the grant's token on a line of its own. This is the only time it is shown: only its SHA-256 is stored. Players put
it into grantTokens of their uploads. The grant covers records of its categories whose fields equal every part of its
scope, ignoring case. It does not cover kinds of records that lack one of these fields. A scope needs at least one part.`,
  options: {
    category: { value: 'C[,C]', required: true, text: 'one or more of guild, gear, gold, collection' },
    guild: { value: 'G', text: 'scope: the name of a guild' },
    realm: { value: 'R', text: 'scope: a realm' },
    character: { value: 'N', text: 'scope: the name of a character' },
    install: { value: 'ID', text: 'scope: an install id' },
    days: {
      value: 'D',

      text: `how long it is valid, ${GRANT_DAYS.min} to ${GRANT_DAYS.max} days; default ${GRANT_DAYS.default}`,
    },
  },
  run: async ({ owner }, args) => {
    const days = args.option('days') ?? String(GRANT_DAYS.default);
    if (!/^[0-9]{1,9}$/.test(days)) {
      return err(`--days must be a whole number from ${GRANT_DAYS.min} to ${GRANT_DAYS.max}; got other text.`);
    }
    const issued = await askOwner(owner, {
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

/** `npm run job -- grant revoke ID`, or `--token T`. */
export const revokeGrantJob: OwnerJob = {
  name: 'grant revoke',
  summary: 'revoke a grant; its records are withdrawn at the next snapshot',
  forOwner: true,
  help: `Revokes a grant permanently, by its number in \`grant list\` or by its token. Records that no other grant covers are
withdrawn at the next snapshot. Sending them again under another grant that covers them brings them back.`,
  options: { token: { value: 'T', text: 'the token of the grant, instead of ID' } },
  words: ['[ID]'],
  run: async ({ owner }, args) => {
    const grant = readGrant(args);
    if (!grant.ok) return grant;
    const revoked = await askOwner(owner, { op: 'grant-revoke', ...grant.value });
    if (!revoked.ok) return revoked;
    return ok(`Grant ${revoked.value.n} is revoked; its records are withdrawn at the next snapshot.`);
  },
};

function readGrant(args: JobArgs): Result<{ readonly n: number | null; readonly token: string | null }, string> {
  const [word] = args.words;
  const token = args.option('token');
  if ((word === undefined) === (token === null)) {
    const got = word === undefined ? 'neither' : 'both';
    return err(`grant revoke takes the ID of a grant or --token T; got ${got}.`);
  }
  if (word === undefined) return ok({ n: null, token });
  const n = parseNumber(word);
  return n.ok ? ok({ n: n.value, token: null }) : n;
}
