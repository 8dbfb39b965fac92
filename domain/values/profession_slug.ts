import { realmKey } from './realm_key.ts';

/** A profession as addresses name it: in lower case, whatever is neither letter nor digit a hyphen. */
export function professionSlug(profession: string): string {
  return realmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
