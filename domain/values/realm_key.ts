import { plainSpaces } from './spaces.ts';

/**
 * Normalizes a realm's name. Realms are equal after trimming, NFC and case folding, whatever kind of spaces they use
 * (contract, section 3, Market). Converts to upper and then lower case, so that ß equals SS.
 */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
