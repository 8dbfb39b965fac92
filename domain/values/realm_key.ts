import { plainSpaces } from './spaces.ts';

/** Normalises a realm's name (contract, section 3, Market). Converts to upper case first, so that ß equals SS. */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
