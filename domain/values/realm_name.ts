import { toRealmKey } from './realm_key.ts';
import { tidySpaces } from './spaces.ts';

/** Marks of the regions, in the order of the client's numbers: 1 is US, 5 is CN. */
export const REGION_MARKS = ['US', 'KR', 'EU', 'TW', 'CN'] as const;

const MARKED_REALM = new RegExp(`^(.*[^ ]) ?\\( ?(${REGION_MARKS.join('|')}) ?\\)$`, 'iu');

/** Maximum length of a realm's key in the databases, in characters. */
const REALM_KEY_CHARS_MAX = 120;

/** Splits a realm's name from the mark of its region. The mark is null if the text does not end in one. */
export function splitRegion(realm: string): { readonly name: string; readonly mark: string | null } {
  const text = tidySpaces(realm).trim();
  const [, name, mark] = MARKED_REALM.exec(text) ?? [];
  return name === undefined || mark === undefined ? { name: text, mark: null } : { name, mark: mark.toUpperCase() };
}

/**
 * Returns the name of a realm with the mark of its region, which tells realms of equal names apart (contract, section
 * 10, Realms and regions). `region` is the client's number, 1 to 99. A mark in the text wins over `region`. Without a
 * mark, and with another region than 1 to 5 or none, returns the text as it is.
 *
 * Case folding can make a name three times as long. No realm of the game has such a name, and it gets no mark, because
 * its key would not fit into the databases.
 */
export function formatRealm(realm: string, region?: number): string {
  const { name, mark } = splitRegion(realm);
  const named = mark ?? REGION_MARKS[(region ?? 0) - 1];
  if (named === undefined) return realm;
  const marked = `${name} (${named})`;
  return [...toRealmKey(marked)].length > REALM_KEY_CHARS_MAX ? realm : marked;
}

/** Returns the key of a realm that a request names. Variants of a mark's case and spaces have one key. */
export function parseNamedRealmKey(realm: string): string {
  return toRealmKey(formatRealm(realm));
}

/** Returns the keys of all realms of this name: the one without a mark, then one for each region. */
export function listRealmKeys(name: string): readonly string[] {
  return [name, ...REGION_MARKS.map((mark) => `${name} (${mark})`)].map(toRealmKey);
}

/**
 * Shortens a realm's name to `max` characters. Keeps its mark, which tells it from a realm of that name in another
 * region.
 */
export function shortenRealmName(realm: string, max: number): string {
  const chars = [...realm];
  if (chars.length <= max) return realm;
  const { mark } = splitRegion(realm);
  const end = mark === null ? '' : ` (${mark})`;
  return `${chars
    .slice(0, max - end.length)
    .join('')
    .trimEnd()}${end}`;
}
