/** Realms are equal after trim, NFC and case folding (contract, section 3, Market). Both ways, so that ß equals SS. */
export const realmKey = (realm: string): string => realm.trim().toUpperCase().toLowerCase().normalize('NFC');
