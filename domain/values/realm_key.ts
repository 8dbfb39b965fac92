import { plainSpaces } from './spaces.ts';

/**
 * Normalizes a realm's name, ignoring case, NFC form and kinds of spaces (contract, section 3, Market). Converts to
 * upper case and then to lower case, so that ß equals SS.
 */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
