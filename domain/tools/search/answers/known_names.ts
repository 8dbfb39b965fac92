import { countAllowedEdits, countEdits } from '../../../knowledge/edits.ts';
import { PROFESSION_PHRASES } from '../../../knowledge/intents/word_classes.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { House } from '../../../ports/market.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { describeOtherRealms, findRealm as findRealmKey } from '../../../reads/realms.ts';
import { createSnapshotCache } from '../../../reads/snapshot_cache.ts';
import { joinFirstTexts } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { splitRegion } from '../../../values/realm_name.ts';
import { findLargestMarket, joinHouse, splitHouse } from '../../craft/priced_realms.ts';
import type { QuestionContext } from './answer.ts';
import { type Certainty, findName } from './names.ts';

/** A name in a question that was looked up in a short list of names, such as the realms. */
export interface KnownName {
  readonly certainty: Certainty;
  /** The name as this instance spells it, or null if it is unknown. */
  readonly name: string | null;
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
}

/** Number of known names that a sentence lists. */
const NAMES_LISTED_MAX = 8;

/** Finds the name that is equal to `text`, begins with it, or is written most similarly. */
function matchKnownName(text: string, names: readonly string[], noun: string): KnownName {
  const asked = foldName(text);
  const exact = names.find((name) => foldName(name) === asked);
  if (exact !== undefined) return { certainty: 'exact', name: exact, note: null };
  const begun = names.filter((name) => asked.length >= PREFIX_CHARS_MIN && foldName(name).startsWith(asked));
  const [name] = begun.length === 1 ? begun : [];
  if (name !== undefined)
    return { certainty: 'close', name, note: `The ${noun} closest to ${quote(text)} is ${quote(name)}.` };
  const [similar] = names
    .flatMap((name) => {
      const edits = countEdits(asked, foldName(name), countAllowedEdits(asked));
      return edits === null || edits === 0 ? [] : [{ name, edits }];
    })
    .toSorted((a, b) => a.edits - b.edits);
  const unknown = `No ${noun} called ${quote(text)} is known here.${formatShortNameList(names)}`;
  if (similar === undefined) return { certainty: 'unknown', name: null, note: unknown };
  const note = `No ${noun} is called ${quote(text)}. Did you mean ${quote(similar.name)}?`;
  return { certainty: 'guess', name: similar.name, note };
}

const PREFIX_CHARS_MIN = 4;

function formatShortNameList(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Known: ${joinFirstTexts(names.map(quote), NAMES_LISTED_MAX)}.`;
}

/**
 * Finds a profession by its name, an abbreviation or the word for someone who has it. Knows the professions whose
 * recipes or lessons are public, in their public spelling, and the game's professions in English.
 */
export async function findProfession(snapshot: PublishedSnapshot, text: string): Promise<KnownName> {
  const name = text.replace(/ (?:profession|skill)$/u, '');
  const [crafted, taught] = await Promise.all([snapshot.professions(), snapshot.taughtProfessions()]);
  const observed = [...new Map([...taught, ...crafted].map((one) => [toRealmKey(one), one])).values()].toSorted();
  const own = new Map([...PROFESSION_PHRASES.values(), ...observed].map((one) => [toRealmKey(one), one]));
  const alias = own.has(toRealmKey(name)) ? undefined : PROFESSION_PHRASES.get(foldName(name));
  const found = matchKnownName(alias ?? name, [...own.values()], 'profession');
  return found.name === null
    ? { ...found, note: `No profession called ${quote(name)} is known here.${formatShortNameList(observed)}` }
    : found;
}

/** A realm and the faction whose auction house is meant, or null. Without a realm, the name is null. */
interface KnownMarket extends KnownName {
  readonly house: House | null;
}

/** Finds a realm that has a public market. Of several realms with this name, the note names the others. */
export async function findRealm(snapshot: PublishedSnapshot, text: string): Promise<KnownMarket> {
  const realms = await snapshot.market.realms();
  const { name: asked, house } = splitHouse(text.replace(/^(?:realm|server) | (?:realm|server)$/gu, ''));
  const isHouse = asked === '' || (house !== null && AUCTION_HOUSE.test(asked));
  if (isHouse) return { certainty: 'exact', name: null, note: null, house };
  const bare = realms.map(({ name }) => splitRegion(name).name).find((name) => foldName(name) === foldName(asked));
  const { key, ...others } = await findRealmKey(snapshot, bare ?? asked);
  const known = realms.find(({ realmKey: one }) => one === key);
  if (known !== undefined)
    return { certainty: 'exact', name: known.name, note: describeOtherRealms(others)[0] ?? null, house };
  const names = realms.map(({ name }) => name);
  return { ...matchKnownName(asked, names, 'realm with auction prices'), house };
}

/**
 * Takes a realm off the end of an item's name, and a faction off either end or off the realm, as in `linen cloth
 * whitemane horde`. An item may be named after a faction.
 */
export async function splitMarket(
  snapshot: PublishedSnapshot,
  { item: words = '', realm: place = '' }: { readonly item?: string; readonly realm?: string },
): Promise<{ readonly item: string; readonly realm: string | undefined; readonly house: House | null }> {
  const split = async (name: string) => {
    const found = splitHouse(name);
    const isItem = found.house !== null && (await findName(snapshot, name, ['item'])).certainty === 'exact';
    return isItem ? { name, house: null } : found;
  };
  const [of, on, realms] = [await split(words), splitHouse(place), await snapshot.market.realms()];
  const names = place === '' ? realms.flatMap(({ name }) => [name, splitRegion(name).name]) : [];
  const named = names.find((name) => of.name.endsWith(` ${foldName(name)}`));
  const item =
    named === undefined
      ? of
      : await split(of.name.slice(0, -foldName(named).length - 1).replace(/ (?:on|at|in)(?: the)?$/u, ''));
  const realm = named ?? (AUCTION_HOUSE.test(on.name) ? undefined : on.name);
  return { item: item.name, realm, house: on.house ?? of.house ?? item.house };
}

const AUCTION_HOUSE = /^(?:(?:the )?(?:ah|auctions?|auction house|market))?$/u;

/** The realm whose prices an answer uses, named with the faction that the question names. */
interface AskedMarket extends KnownName {
  /** A sentence that says which realm was chosen if none was asked for, or null. */
  readonly choice: string | null;
}

/** Finds the realm that a question names, or else the reader's, or else the one with the most market values. */
export async function findAskedMarket(
  { snapshot, realm: own }: QuestionContext,
  realm: string | undefined,
): Promise<AskedMarket> {
  const asked = await findRealm(snapshot, realm ?? '');
  const isOpen = asked.name === null && asked.certainty === 'exact';
  const chosen = isOpen ? await findRealm(snapshot, own ?? '') : asked;
  const isChosen = !isOpen || (chosen.name !== null && chosen.certainty === 'exact');
  const busiest = isChosen ? null : await cachedBusiestRealm(snapshot, 'busiest', () => findLargestMarket(snapshot));
  const { name, house, ...found } = isChosen ? chosen : { ...asked, name: busiest };
  const choice = busiest === null ? null : `You named no realm; ${quote(busiest)} has the most auction prices.`;
  return { ...found, name: joinHouse(name, asked.house ?? house), choice };
}

const cachedBusiestRealm = createSnapshotCache<string | null>(1, () => 1);
