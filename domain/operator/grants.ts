import { LENGTHS } from '../../schema/limits.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import type { GrantRow, OperatorStore } from '../ports/operator.ts';
import type { GrantScope } from '../ports/uploads.ts';
import { DAY_MS } from '../values/instant.ts';
import { SHOWN_CHARS_MAX } from '../values/quoted.ts';
import { err, ok, type Result } from '../values/result.ts';
import { LIST_ROWS_MAX, outOfReach } from './answers.ts';
import type { GrantListing, OperatorAnswers, OperatorCommand, OwnerDeps } from './command.ts';
import { isGrantToken, newGrantToken } from './secrets.ts';
import { readInstallId, readWords } from './words.ts';

type Issue = Extract<OperatorCommand, { op: 'grant-issue' }>;
type Revoke = Extract<OperatorCommand, { op: 'grant-revoke' }>;

/** The record fields that a scope is compared with. */
const SCOPE_FIELDS = {
  guildName: { name: 'guild', ...LENGTHS.guild },
  realm: { name: 'realm', ...LENGTHS.realm },
  character: { name: 'character', ...LENGTHS.character },
} as const;

/** How many days a grant may hold from its issue. */
export const GRANT_DAYS = { min: 1, max: 3650, default: 365 } as const;

/** Issues a grant; its token is told here only (contract, section 2, Grant). */
export const issueGrant = async (
  store: OperatorStore,
  { clock, random, digest }: OwnerDeps,
  asked: Issue,
): Promise<Result<OperatorAnswers['grant-issue'], string>> => {
  const categories = readCategories(asked.categories);
  if (!categories.ok) return categories;
  const scope = readScope(asked);
  if (!scope.ok) return scope;
  if (!Number.isInteger(asked.days) || asked.days < GRANT_DAYS.min || asked.days > GRANT_DAYS.max) {
    return err(`days must be a whole number from ${GRANT_DAYS.min} to ${GRANT_DAYS.max}; it is ${asked.days}.`);
  }
  const token = newGrantToken(random);
  const issuedAtMs = clock.nowMs();
  const expiresAtMs = issuedAtMs + asked.days * DAY_MS;
  const n = await store.addGrant({
    tokenHash: digest.sha256(token),
    categories: categories.value,
    scope: scope.value,
    self: false,
    issuedAtMs,
    expiresAtMs,
  });
  return n.ok ? ok({ n: n.value, token, expiresAtMs }) : err(outOfReach(n.error.cause));
};

export const listGrants = async (
  store: OperatorStore,
  after: number,
): Promise<Result<readonly GrantListing[], string>> => {
  const grants = await store.allGrants();
  if (!grants.ok) return err(outOfReach(grants.error.cause));
  return ok(
    grants.value
      .filter(({ n }) => n > after)
      .slice(0, LIST_ROWS_MAX)
      .map(listing),
  );
};

/** Revokes a grant by its number or its token; its records are withdrawn at the next snapshot. */
export const revokeGrant = async (
  store: OperatorStore,
  { clock, digest }: Pick<OwnerDeps, 'clock' | 'digest'>,
  { n, token }: Revoke,
): Promise<Result<GrantListing, string>> => {
  if ((n === null) === (token === null)) {
    return err(`A grant is revoked by its number or by its token; got ${n === null ? 'neither' : 'both'}.`);
  }
  if (token !== null && !isGrantToken(token)) {
    return err('token must be a grant token: tg_ and 43 letters, digits, "_" and "-"; got other text.');
  }
  const which = token === null ? { n: n! } : { tokenHash: digest.sha256(token) };
  const revoked = await store.revokeGrant(which, clock.nowMs());
  if (!revoked.ok) return err(outOfReach(revoked.error.cause));
  if (revoked.value !== null) return ok(listing(revoked.value));
  return err(
    token === null
      ? `The number must be that of a grant in \`grant list\`; there is no grant ${n}.`
      : 'token must be that of a grant that was issued here; there is none with this token.',
  );
};

const readCategories = (asked: readonly string[]): Result<readonly string[], string> => {
  const known: readonly string[] = SHARING_CATEGORIES;
  const unknown = asked.find((one) => !known.includes(one));
  if (asked.length > 0 && unknown === undefined) return ok(known.filter((one) => asked.includes(one)));
  const came = unknown === undefined ? 'nothing' : JSON.stringify([...unknown].slice(0, SHOWN_CHARS_MAX).join(''));
  return err(`category must be a comma-separated list out of ${known.join(', ')}; got ${came}.`);
};

const readScope = (asked: Issue): Result<GrantScope, string> => {
  const scope: Record<keyof GrantScope, string | null> = {
    guildName: null,
    realm: null,
    character: null,
    installId: null,
  };
  for (const field of ['guildName', 'realm', 'character'] as const) {
    const text = asked[field];
    if (text === null) continue;
    const words = readWords(text, SCOPE_FIELDS[field]);
    if (!words.ok) return words;
    scope[field] = words.value;
  }
  if (asked.installId !== null) {
    const install = readInstallId(asked.installId);
    if (!install.ok) return install;
    scope.installId = install.value;
  }
  if (Object.values(scope).every((text) => text === null)) {
    return err('A grant needs at least one of guild, realm, character and install as its scope; got none.');
  }
  return ok(scope);
};

const listing = ({ scope: { installId, ...scope }, ...grant }: GrantRow): GrantListing => ({
  ...grant,
  scope: { ...scope, install: installId !== null },
});
