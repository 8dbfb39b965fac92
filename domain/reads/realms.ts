import { LIMITS } from '../../schema/limits.ts';
import { compareStrings } from '../families/counting/order.ts';
import { families } from '../families/mod.ts';
import { countRecentReporters } from '../families/realm_reporters.ts';
import type { FactFamily } from '../ports/facts.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { toUtcDay } from '../values/instant.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { formatRealm, listRealmKeys, parseNamedRealmKey, shortenRealmName, splitRegion } from '../values/realm_name.ts';

/** The realm that a request means. */
export interface FoundRealm {
  readonly key: string;
  /** Present if other realms have the requested name: their names, with the marks of their regions. */
  readonly otherRealms?: readonly string[];
}

/**
 * Finds the realm that a request names, among those with a fact of this family, by default those with a scanned auction
 * house. A realm of exactly this name comes first. Otherwise a name without the mark of a region means, of the realms
 * with this name, the one with most reporters in the last 14 days, and on a tie the first by its key. A shortened name
 * means the realm whose name was shortened. Returns the key of the requested name if no realm is found.
 */
export async function findRealm(
  snapshot: Snapshot,
  asked: string,
  family: FactFamily<object> = families.realms,
  subjectOf = (key: string): string => key,
): Promise<FoundRealm> {
  const key = parseNamedRealmKey(asked);
  const isMarked = splitRegion(key).mark !== null;
  const keys = isMarked ? [key] : listRealmKeys(key);
  const subjects = await snapshot.publicAmong(family, keys.map(subjectOf));
  const known = keys.filter((one) => subjects.has(subjectOf(one)));
  const [first, ...others] = known.includes(key) ? known : await sortByReporters(snapshot, known);
  if (first === undefined) return { key: isMarked ? await findWholeRealmKey(snapshot, key) : key };
  if (others.length === 0) return { key: first };
  return { key: first, otherRealms: await mapInOrder(others, (other) => readRealmSpelling(snapshot, other)) };
}

/** Returns the key of the realm whose name is shown as this one where 40 characters are the limit. */
async function findWholeRealmKey(snapshot: Snapshot, key: string): Promise<string> {
  const max = LIMITS.marketRealmLengthMax.value;
  const realms = await snapshot.market.realms();
  const shortened = realms.filter(({ name }) => parseNamedRealmKey(shortenRealmName(name, max)) === key);
  const keys = shortened.map(({ realmKey }) => realmKey);
  return (await sortByReporters(snapshot, keys))[0] ?? key;
}

async function sortByReporters(snapshot: Snapshot, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length < 2) return keys;
  const facts = await snapshot.factsAmong(families.realm_reporters, keys);
  const today = toUtcDay(snapshot.view.row.dataAsOfMs ?? 0);
  const reporters = (key: string): number => countRecentReporters(facts.get(key), today);
  return keys.toSorted((a, b) => reporters(b) - reporters(a) || compareStrings(a, b));
}

/**
 * Returns the agreed spelling of the realm with this key, or null if fewer than three installs have scanned the realm.
 */
export async function readKnownSpelling(snapshot: Pick<Snapshot, 'fact'>, key: string): Promise<string | null> {
  const fact = await snapshot.fact(families.realms, key);
  return fact?.spelling ?? null;
}

/** Returns the agreed spelling of a realm, or its key if there is none. */
export async function readRealmSpelling(snapshot: Pick<Snapshot, 'fact'>, key: string): Promise<string> {
  return (await readKnownSpelling(snapshot, key)) ?? formatRealm(key);
}

/** Names the other realms with the requested name, as a sentence. Returns no line if there are none. */
export function describeOtherRealms(page: object): readonly string[] {
  const { otherRealms }: Pick<FoundRealm, 'otherRealms'> = page;
  if (otherRealms === undefined) return [];
  return [`Other realms with this name: ${otherRealms.map((realm) => JSON.stringify(realm)).join(', ')}.`];
}
