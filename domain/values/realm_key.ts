import { tidySpaces } from './spaces.ts';

/** Normalises a realm's name (contract, section 3, Market). Converts to upper case first, so that ß equals SS. */
export function toRealmKey(realm: string): string {
  return tidySpaces(realm).trim().toUpperCase().toLowerCase().normalize('NFC');
}
