import { realmKey } from './realm_key.ts';

/** A profession as addresses name it: in lower case, whatever is neither letter nor digit a hyphen. */
export const professionSlug = (profession: string): string =>
  realmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
