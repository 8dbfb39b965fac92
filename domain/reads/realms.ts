import { LIMITS } from '../../schema/limits.ts';
import { byText } from '../families/counting/order.ts';
import { families } from '../families/mod.ts';
import { recentReporters } from '../families/realm_reporters.ts';
import type { FactFamily } from '../ports/facts.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { dayOf } from '../values/instant.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { keysOfName, namedRealmKey, nameRealm, REGION_MARKS, shortenRealm, splitRealm } from '../values/realm_name.ts';

/** The realm that a request means. */
export interface FoundRealm {
  readonly key: string;
  /** Present if other realms have the requested name: their names, with the marks of their regions. */
  readonly otherRealms?: readonly string[];
}

/** Facts of which a realm must have one to be found. The subject follows from the realm's key, and is usually the key. */
export interface RealmFacts {
  readonly family: FactFamily<object>;
  readonly subjectOf?: (key: string) => string;
}

/**
 * Finds the realm that a request names, among those with such facts (by default, those with a scanned auction house).
 * A realm of exactly this name comes first. Otherwise a name without the mark of a region means, of the realms with this
 * name, the one with most reporters in the last 14 days, and on a tie the first by its key. A shortened name means the
 * realm that it stands for. Returns the key of the requested name if no realm is found.
 */
export async function findRealm(
  snapshot: Snapshot,
  asked: string,
  { family, subjectOf = (key) => key }: RealmFacts = { family: families.realms },
): Promise<FoundRealm> {
  const key = namedRealmKey(asked);
  const known = async (keys: readonly string[]): Promise<readonly string[]> => {
    const subjects = await snapshot.publicAmong(family, keys.map(subjectOf));
    return keys.filter((one) => subjects.has(subjectOf(one)));
  };
  const isMarked = splitRealm(key).mark !== null;
  const called = await known(isMarked ? [key] : keysOfName(key));
  const found = called.length === 0 && isMarked ? await known(await keysShortenedTo(snapshot, key)) : called;
  const [first = key, ...others] = found.includes(key) ? found : await mostReportedFirst(snapshot, found);
  if (others.length === 0) return { key: first };
  return {
    key: first,
    otherRealms: await mapInOrder(others.slice(0, OTHERS_MAX), (other) => spellingOf(snapshot, other)),
  };
}

/** One for each region. Only shortened names that end alike could have more. */
const OTHERS_MAX = REGION_MARKS.length;

/** Returns the keys of the realms whose names are shown as this one where 40 characters are the limit. */
async function keysShortenedTo({ market }: Snapshot, key: string): Promise<readonly string[]> {
  const realms = await market.realms();
  const max = LIMITS.marketRealmLengthMax.value;
  return realms.filter(({ name }) => namedRealmKey(shortenRealm(name, max)) === key).map(({ realmKey }) => realmKey);
}

async function mostReportedFirst(snapshot: Snapshot, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length < 2) return keys;
  const facts = await snapshot.factsAmong(families.realm_reporters, keys);
  const today = dayOf(snapshot.view.row.dataAsOfMs ?? 0);
  const reporters = (key: string): number => recentReporters(facts.get(key), today);
  return keys.toSorted((a, b) => reporters(b) - reporters(a) || byText(a, b));
}

/**
 * Returns the agreed spelling of the realm with this key, or null if fewer than three installs have scanned the realm.
 */
export async function readSpelling(snapshot: Pick<Snapshot, 'fact'>, key: string): Promise<string | null> {
  const fact = await snapshot.fact(families.realms, key);
  return fact?.spelling ?? null;
}

/** Returns the agreed spelling of a realm, or its key if there is none. */
export async function spellingOf(snapshot: Pick<Snapshot, 'fact'>, key: string): Promise<string> {
  return (await readSpelling(snapshot, key)) ?? nameRealm(key);
}

/** Names the other realms with the requested name, as a sentence. Returns no line if there are none. */
export function otherRealmsLine({ otherRealms = [] }: Pick<FoundRealm, 'otherRealms'>): readonly string[] {
  if (otherRealms.length === 0) return [];
  return [`Other realms with this name: ${otherRealms.map((realm) => JSON.stringify(realm)).join(', ')}.`];
}
