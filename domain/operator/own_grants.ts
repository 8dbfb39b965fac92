import { LIMITS } from '../../schema/limits.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';
import type { GrantRefusal, OperatorStore } from '../ports/operator.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { OperatorAnswers, OperatorCommand, OwnerDeps } from './command.ts';
import { INSTALL_ERASED, NO_TOKEN, newGrant, readCategories, readDays } from './grants.ts';
import { isGrantToken } from './secrets.ts';
import { installIdsMeant } from './words.ts';

/**
 * What whoever holds an install id may grant for it. Never guild: its records name other players, and an install id
 * proves no rank (contract, section 2, Grant).
 */
export const OWN_CATEGORIES = ['gear', 'gold', 'collection'] as const satisfies readonly SharingCategory[];

/** Issues a grant bound to an install; answers that show its records say `grant: "self"`. */
export async function issueOwnGrant(
  store: OperatorStore,
  deps: OwnerDeps,
  asked: Omit<Extract<OperatorCommand, { op: 'own-grant-issue' }>, 'op'>,
): Promise<Result<OperatorAnswers['own-grant-issue'], string>> {
  const categories = readCategories(asked.categories, OWN_CATEGORIES);
  if (!categories.ok) return categories;
  const meant = installIdsMeant(asked.installId);
  if (!meant.ok) return meant;
  const days = readDays(asked.days);
  if (!days.ok) return days;
  const install = await meantInstall(store, meant.value);
  const scope = { guildName: null, realm: null, character: null, installId: install };
  const grant = newGrant(deps, { categories: categories.value, scope, self: true }, days.value);
  const n = await store.addGrant(grant.kept, LIMITS.ownGrantsMax.value);
  if (typeof n !== 'number') return ok({ refused: REFUSED[n] });
  return ok({ ...grant.told, trimmed: install !== asked.installId });
}

/** The first of them that sent anything; where none did, the last: it may yet send, and blanks are seldom part of an id. */
async function meantInstall(store: OperatorStore, ids: readonly string[]): Promise<string> {
  const last = ids.at(-1)!;
  for (const id of ids) {
    if (id === last) break;
    const known = await store.knowsInstall(id);
    if (known) return id;
  }
  return last;
}

const REFUSED: Readonly<Record<GrantRefusal, string>> = {
  'install-erased': INSTALL_ERASED,
  'too-many': `install must have fewer than ${LIMITS.ownGrantsMax.value} grants of its own that hold; this one has as many. Revoke one by its token, or wait until one expires.`,
};

/**
 * Revokes such a grant by its token. Those that the operator issued stay: many may hold the token of one, and none of
 * them may withdraw what all the others sent.
 */
export async function revokeOwnGrant(
  store: OperatorStore,
  { clock, digest }: Pick<OwnerDeps, 'clock' | 'digest'>,
  token: string,
): Promise<Result<OperatorAnswers['own-grant-revoke'], string>> {
  if (!isGrantToken(token)) return err(NO_TOKEN);
  const revoked = await store.revokeGrant({ tokenHash: digest.sha256(token), self: true }, clock.nowMs());
  return ok({ known: revoked !== null });
}
