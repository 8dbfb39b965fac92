import { plainSpaces } from './spaces.ts';

/**
 * Realms are equal after trim, NFC and case folding, whatever their spaces (contract, section 3, Market). Both ways, so
 * that ß equals SS.
 */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
