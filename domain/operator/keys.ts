import type { Clock } from '../ports/clock.ts';
import type { KeyRow, OperatorStore } from '../ports/operator.ts';
import { formatUtcDay } from '../values/instant.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { OperatorAnswers, OwnerDeps } from './command.ts';
import { createSecret, isApiKey } from './secrets.ts';
import { normaliseText } from './words.ts';

/** Length limits of a key's label, which is shown in lists (uploads.db, `keys` table). */
export const KEY_LABEL_LIMITS = { name: 'label', min: 1, max: 80 } as const;

export function validateKeyLabel(text: string): Result<string, string> {
  return normaliseText(text, KEY_LABEL_LIMITS);
}

/** Creates a key and stores its hash. The key itself appears only in this result (contract, section 1, Key). */
export async function createKey(
  store: OperatorStore,
  { clock, random, digest }: OwnerDeps,
  text: string,
): Promise<Result<OperatorAnswers['key-create'], string>> {
  const label = validateKeyLabel(text);
  if (!label.ok) return label;
  const key = createSecret('tw_', random);
  const n = await store.addKey(digest.sha256(key), label.value, formatUtcDay(clock.nowMs()));
  return ok({ n, key });
}

export async function revokeKey(
  store: OperatorStore,
  { clock }: { readonly clock: Clock },
  n: number,
): Promise<Result<KeyRow, string>> {
  const revoked = await store.revokeKey({ n }, clock.nowMs());
  return revoked === null ? err(`There is no key ${n}; \`key list\` shows the numbers of all keys.`) : ok(revoked);
}

export const KEY_DESCRIPTION = 'a key as it was shown when it was made: tw_ and 43 letters, digits, "_" and "-"';

/** Revokes a key at its holder's request. Knowing the key is sufficient proof, since nobody else knows it. */
export async function revokeOwnKey(
  store: OperatorStore,
  { clock, digest }: Pick<OwnerDeps, 'clock' | 'digest'>,
  key: string,
): Promise<Result<OperatorAnswers['own-key-revoke'], string>> {
  if (!isApiKey(key)) return err(`key must be ${KEY_DESCRIPTION}; got other text.`);
  const revoked = await store.revokeKey({ keyHash: digest.sha256(key) }, clock.nowMs());
  return ok({ known: revoked !== null });
}
