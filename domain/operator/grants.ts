import { LENGTHS } from '../../schema/limits.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import type { GrantRow, NewGrant, OperatorStore } from '../ports/operator.ts';
import type { GrantScope } from '../ports/uploads.ts';
import { DAY_MS } from '../values/instant.ts';
import { QUOTE_CHARS_MAX } from '../values/quoted.ts';
import { err, ok, type Result } from '../values/result.ts';
import {
  type GrantListing,
  LIST_ROWS_MAX,
  type OperatorAnswers,
  type OperatorCommand,
  type OwnerDeps,
} from './command.ts';
import { createSecret, isGrantToken } from './secrets.ts';
import { normaliseText, validateInstallId } from './words.ts';

type IssueGrantCommand = Extract<OperatorCommand, { op: 'grant-issue' }>;
const SCOPE_TEXT_LIMITS = {
  guildName: { name: 'guild', ...LENGTHS.guild },
  realm: { name: 'realm', ...LENGTHS.markedRealm },
  character: { name: 'character', ...LENGTHS.character },
} as const;

export const MALFORMED_TOKEN = 'token must be a grant token: tg_ and 43 letters, digits, "_" and "-"; got other text.';

/** Lifetime of a grant in days. */
export const GRANT_DAYS = { min: 1, max: 3650, default: 365 } as const;

/** Issues a grant. The token appears only in this result (contract, section 2, Grant). */
export async function issueGrant(
  store: OperatorStore,
  deps: OwnerDeps,
  request: IssueGrantCommand,
): Promise<Result<OperatorAnswers['grant-issue'], string>> {
  const categories = readCategories(request.categories, SHARING_CATEGORIES);
  if (!categories.ok) return categories;
  const scope = readScope(request);
  if (!scope.ok) return scope;
  const days = readDays(request.days);
  if (!days.ok) return days;
  const grant = createGrant(deps, { categories: categories.value, scope: scope.value, self: false }, days.value);
  const n = await store.addGrant(grant.stored);
  return typeof n === 'number' ? ok({ ...grant.issued, n }) : err(ERASED_INSTALL);
}

export const ERASED_INSTALL =
  'install must name an install that was not erased; this one was, and its records are refused.';

/** Creates a grant with a new token. `stored` is written to the database; `issued` is shown to the requester once. */
export function createGrant(
  { clock, random, digest }: OwnerDeps,
  grant: Pick<NewGrant, 'categories' | 'scope' | 'self'>,
  days: number,
): { readonly stored: NewGrant; readonly issued: { readonly token: string; readonly expiresAtMs: number } } {
  const token = createSecret('tg_', random);
  const issuedAtMs = clock.nowMs();
  const expiresAtMs = issuedAtMs + days * DAY_MS;
  return {
    stored: { ...grant, tokenHash: digest.sha256(token), issuedAtMs, expiresAtMs },
    issued: { token, expiresAtMs },
  };
}

export async function listGrants(store: OperatorStore, after: number): Promise<readonly GrantListing[]> {
  const grants = await store.issuedGrants(after, LIST_ROWS_MAX);
  return grants.map(omitInstallId);
}

/** Revokes a grant by its number or its token. The next snapshot withdraws its records. */
export async function revokeGrant(
  store: OperatorStore,
  { clock, digest }: Pick<OwnerDeps, 'clock' | 'digest'>,
  { n, token }: Extract<OperatorCommand, { op: 'grant-revoke' }>,
): Promise<Result<GrantListing, string>> {
  if ((n === null) === (token === null)) {
    return err(`A grant is revoked by either its number or its token; got ${n === null ? 'neither' : 'both'}.`);
  }
  if (token !== null && !isGrantToken(token)) return err(MALFORMED_TOKEN);
  const which = token === null ? { n: n! } : { tokenHash: digest.sha256(token) };
  const revoked = await store.revokeGrant(which, clock.nowMs());
  if (revoked !== null) return ok(omitInstallId(revoked));
  return err(
    token === null
      ? `There is no grant ${n}; \`grant list\` shows the numbers of all grants.`
      : 'This instance issued no grant with this token.',
  );
}

export function readDays(days: number): Result<number, string> {
  return Number.isInteger(days) && days >= GRANT_DAYS.min && days <= GRANT_DAYS.max
    ? ok(days)
    : err(`days must be a whole number from ${GRANT_DAYS.min} to ${GRANT_DAYS.max}; it is ${days}.`);
}

/** Checks that every category is in `allowed`. Returns the categories without duplicates, in the order of `allowed`. */
export function readCategories(
  requested: readonly string[],
  allowed: readonly string[],
): Result<readonly string[], string> {
  const unknown = requested.find((category) => !allowed.includes(category));
  if (requested.length > 0 && unknown === undefined)
    return ok(allowed.filter((category) => requested.includes(category)));
  const got = unknown === undefined ? 'nothing' : JSON.stringify([...unknown].slice(0, QUOTE_CHARS_MAX).join(''));
  return err(`category must be one or more of ${allowed.join(', ')}, separated by commas; got ${got}.`);
}

function readScope(request: IssueGrantCommand): Result<GrantScope, string> {
  const scope: Record<keyof GrantScope, string | null> = {
    guildName: null,
    realm: null,
    character: null,
    installId: null,
  };
  for (const field of ['guildName', 'realm', 'character'] as const) {
    const text = request[field];
    if (text === null) continue;
    const words = normaliseText(text, SCOPE_TEXT_LIMITS[field]);
    if (!words.ok) return words;
    scope[field] = words.value;
  }
  if (request.installId !== null) {
    const install = validateInstallId(request.installId);
    if (!install.ok) return install;
    scope.installId = install.value;
  }
  if (Object.values(scope).every((text) => text === null)) {
    return err('A grant needs at least one of guild, realm, character and install as its scope; got none.');
  }
  return ok(scope);
}

function omitInstallId({ scope: { installId, ...scope }, ...grant }: GrantRow): GrantListing {
  return { ...grant, scope: { ...scope, install: installId !== null } };
}
