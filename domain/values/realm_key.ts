import { plainSpaces } from './spaces.ts';

/**
 * Normalizes a realm's name. Two names denote the same realm if they are equal after trimming, NFC normalization, case
 * folding and replacing all kinds of spaces (contract, section 3, Market). Converts to upper case and then to lower
 * case, so that ß equals SS.
 */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
