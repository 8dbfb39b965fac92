import { realmKey } from './realm_key.ts';

/** Returns a profession's slug: lower case, with a hyphen in place of other characters than letters and digits. */
export function professionSlug(profession: string): string {
  return realmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
