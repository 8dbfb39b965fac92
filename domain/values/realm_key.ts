import { plainSpaces } from './spaces.ts';

/** Normalizes a realm's name (contract, section 3, Market). Upper case comes first, so that ß equals SS. */
export function realmKey(realm: string): string {
  return plainSpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
