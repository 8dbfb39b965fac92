import { LIMITS } from '../../schema/limits.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';
import type { GrantRefusal, OperatorStore } from '../ports/operator.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { OperatorAnswers, OperatorCommand, OwnerDeps } from './command.ts';
import { createGrant, ERASED_INSTALL, MALFORMED_TOKEN, readCategories, readDays } from './grants.ts';
import { isGrantToken } from './secrets.ts';
import { parseInstallIds } from './words.ts';

/**
 * Categories that an install's holder may grant. Guild is not among them, because guild records name other players
 * (contract, section 2, Grant).
 */
export const OWN_GRANT_CATEGORIES = ['gear', 'gold', 'collection'] as const satisfies readonly SharingCategory[];

/** Issues a grant bound to an install. Responses mark the records it covers with `grant: "self"`. */
export async function issueOwnGrant(
  store: OperatorStore,
  deps: OwnerDeps,
  request: Omit<Extract<OperatorCommand, { op: 'own-grant-issue' }>, 'op'>,
): Promise<Result<OperatorAnswers['own-grant-issue'], string>> {
  const categories = readCategories(request.categories, OWN_GRANT_CATEGORIES);
  if (!categories.ok) return categories;
  const candidates = parseInstallIds(request.installId);
  if (!candidates.ok) return candidates;
  const days = readDays(request.days);
  if (!days.ok) return days;
  const install = await chooseGrantInstall(store, candidates.value);
  const scope = { guildName: null, realm: null, character: null, installId: install };
  const grant = createGrant(deps, { categories: categories.value, scope, self: true }, days.value);
  const n = await store.addGrant(grant.stored, LIMITS.ownGrantsMax.value);
  if (typeof n !== 'number') return ok({ refused: GRANT_REFUSAL_ERRORS[n] });
  return ok({ ...grant.issued, trimmed: install !== request.installId });
}

/** Returns the first id that has ever uploaded, or the last, trimmed id if none has: ids rarely contain whitespace. */
async function chooseGrantInstall(store: OperatorStore, ids: readonly string[]): Promise<string> {
  const last = ids.at(-1)!;
  for (const id of ids) {
    if (id === last) break;
    const known = await store.knowsInstall(id);
    if (known) return id;
  }
  return last;
}

const GRANT_REFUSAL_ERRORS: Readonly<Record<GrantRefusal, string>> = {
  'install-erased': ERASED_INSTALL,
  'too-many': `This install already has ${LIMITS.ownGrantsMax.value} valid grants of its own, the maximum. Revoke one by its token, or wait until one expires.`,
};

/** Revokes a self-issued grant by its token. An operator's grant stays, because players may share its token. */
export async function revokeOwnGrant(
  store: OperatorStore,
  { clock, digest }: Pick<OwnerDeps, 'clock' | 'digest'>,
  token: string,
): Promise<Result<OperatorAnswers['own-grant-revoke'], string>> {
  if (!isGrantToken(token)) return err(MALFORMED_TOKEN);
  const revoked = await store.revokeGrant({ tokenHash: digest.sha256(token), self: true }, clock.nowMs());
  return ok({ known: revoked !== null });
}
