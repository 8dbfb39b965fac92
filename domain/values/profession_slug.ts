import { realmKey } from './realm_key.ts';

/** Returns a profession's slug, in lower case, with hyphens in place of any characters except letters and digits. */
export function professionSlug(profession: string): string {
  return realmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
