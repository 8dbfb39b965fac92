import { countAllowedEdits, countEdits } from '../../../knowledge/edits.ts';
import { PROFESSION_PHRASES } from '../../../knowledge/intents/word_classes.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { describeOtherRealms, findRealm as findRealmKey } from '../../../reads/realms.ts';
import { createSnapshotCache } from '../../../reads/snapshot_cache.ts';
import { joinFirstTexts } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { splitRegion } from '../../../values/realm_name.ts';
import { findLargestMarket } from '../../craft/priced_realms.ts';
import type { QuestionContext } from './answer.ts';
import type { Certainty } from './names.ts';

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
  if (begun.length === 1) {
    return {
      certainty: 'close',
      name: begun[0]!,
      note: `The ${noun} closest to ${quote(text)} is ${quote(begun[0]!)}.`,
    };
  }
  const [similar] = names
    .flatMap((name) => {
      const edits = countEdits(asked, foldName(name), countAllowedEdits(asked));
      return edits === null || edits === 0 ? [] : [{ name, edits }];
    })
    .toSorted((a, b) => a.edits - b.edits);
  return similar === undefined
    ? {
        certainty: 'unknown',
        name: null,
        note: `No ${noun} called ${quote(text)} is known here.${formatShortNameList(names)}`,
      }
    : {
        certainty: 'guess',
        name: similar.name,
        note: `No ${noun} is called ${quote(text)}. Did you mean ${quote(similar.name)}?`,
      };
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

/** Finds a realm that has a public market. Of several realms with this name, the note names the others. */
export async function findRealm(snapshot: PublishedSnapshot, text: string): Promise<KnownName> {
  const realms = await snapshot.market.realms();
  const asked = text.replace(/ (?:realm|server)$/u, '');
  const bare = realms.map(({ name }) => splitRegion(name).name).find((name) => foldName(name) === foldName(asked));
  const { key, ...others } = await findRealmKey(snapshot, bare ?? asked);
  const known = realms.find(({ realmKey: one }) => one === key);
  if (known !== undefined)
    return { certainty: 'exact', name: known.name, note: describeOtherRealms(others)[0] ?? null };
  const names = realms.map(({ name }) => name);
  return matchKnownName(asked, names, 'realm with auction prices');
}

/** The realm whose prices an answer uses. */
interface AskedMarket extends KnownName {
  /** A sentence that says which realm was chosen if none was asked for, or null. */
  readonly choice: string | null;
}

/** Finds the realm that a question names, or else the reader's, or else the one with the most market values. */
export async function findAskedMarket(
  { snapshot, realm: own }: QuestionContext,
  realm: string | undefined,
): Promise<AskedMarket> {
  if (realm !== undefined) return { ...(await findRealm(snapshot, realm)), choice: null };
  const chosen = own == null ? null : await findRealm(snapshot, own);
  if (chosen?.certainty === 'exact') return { ...chosen, choice: null };
  const name = await cachedBusiestRealm(snapshot, 'busiest', () => findLargestMarket(snapshot));
  const choice = name === null ? null : `You named no realm; ${quote(name)} has the most auction prices.`;
  return { certainty: 'exact', name, note: null, choice };
}

const cachedBusiestRealm = createSnapshotCache<string | null>(1, () => 1);
