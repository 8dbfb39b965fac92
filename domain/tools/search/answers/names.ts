import { isQuestionWord } from '../../../knowledge/intents/grammar.ts';
import { isAskingWord, listSingulars } from '../../../knowledge/question.ts';
import { rankNames } from '../../../knowledge/rank.ts';
import { findSimilarNames } from '../../../knowledge/similar.ts';
import { suggestNames } from '../../../knowledge/suggest.ts';
import { nameKey, splitWords } from '../../../knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../../ports/knowledge.ts';
import type { Zone } from '../../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { joinWithAnd } from '../../../values/phrases.ts';
import { quoted } from '../../../values/quoted.ts';

/**
 * The certainty with which the names in a question are understood: `exact` names, `close` (a part, or with other words), a
 * `guess` (a name with other letters), or `unknown`.
 */
export type Certainty = 'exact' | 'close' | 'guess' | 'unknown';

/** The entries that a name in a question means. */
export interface NameMatch {
  readonly certainty: Certainty;
  /** Entries with the name, observed ones first. Several entries may share a name. Empty if the name is unknown. */
  readonly hits: readonly SearchHit[];
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
}

/** Number of entries that are read for a whole name, and for the beginning of one. */
const HITS_READ_MAX = 20;
const BEGINNINGS_READ_MAX = 60;

/** Kinds in the order in which a name that several things share is understood. */
export const ENTITY_KINDS = 'item npc quest object zone recipe player_class skill spell item_set'.split(' ');

const LEADING_ARTICLE = /^(?:the|a|an|any|some|my|this|that|of) /u;

/**
 * Finds the entries of some kinds that a name in a question means: those with exactly this name, in the singular or the
 * plural; otherwise the most important entry whose name begins with these words; otherwise the one whose name is
 * written most similarly. A name that is not exact has a note, except for shortened names of zones.
 */
export function findName(snapshot: PublishedSnapshot, text: string, kinds: readonly string[]): Promise<NameMatch> {
  const matches = foundNames.get(snapshot) ?? new Map<string, Promise<NameMatch>>();
  foundNames.set(snapshot, matches);
  const key = `${text} ${kinds.join()}`;
  const match = matches.get(key) ?? lookUpName(snapshot, text, kinds);
  matches.set(key, match);
  return match;
}

/** Names that were looked up for one question, because several of its interpretations ask for the same names. */
const foundNames = new WeakMap<PublishedSnapshot, Map<string, Promise<NameMatch>>>();

async function lookUpName(snapshot: PublishedSnapshot, text: string, kinds: readonly string[]): Promise<NameMatch> {
  const name = text.replace(LEADING_ARTICLE, '');
  const isWanted = ({ kind }: SearchHit): boolean => kinds.includes(kind);
  const named = await snapshot.knowledge.named(listWholeNames(name), NO_FILTER, HITS_READ_MAX);
  const exact = named.filter(isWanted).toSorted((a, b) => Number(isFiled(a)) - Number(isFiled(b)));
  if (exact.length > 0) return { certainty: 'exact', hits: exact, note: null };
  const begun = await findNamesStartingWith(snapshot, name, isWanted);
  if (begun[0] !== undefined) {
    // Players shorten the names of zones, and the answer names the zone.
    const isShort = begun[0].kind === 'zone' && nameKey(begun[0].name).startsWith(`${nameKey(name)} `);
    const note = isShort ? null : formatClosestNote(name, begun);
    return { certainty: 'close', hits: listNamesakes(begun[0], begun), note };
  }
  const similar = (await findSimilarNames(snapshot, name, NO_FILTER, HITS_READ_MAX)).filter(isWanted);
  if (similar[0] !== undefined) {
    const note = `Nothing is called ${quoted(name)}. Did you mean ${quoted(similar[0].name)}?`;
    return { certainty: 'guess', hits: listNamesakes(similar[0], similar), note };
  }
  const inside = await findNameInside(snapshot, name, kinds);
  if (inside !== null) return { certainty: 'close', hits: inside.hits, note: sayIgnored(inside) };
  return {
    certainty: 'unknown',
    hits: [],
    note: await describeUnknown(snapshot, name, isWanted),
  };
}

/** Number of names that are suggested for an unknown one, and number of letters with which they may begin. */
const SUGGESTED_MAX = 3;
const BEGINNING_CHARS = 4;

/** Says that a name is unknown, and suggests names that have a word in common with it or one that begins alike. */
async function describeUnknown(
  snapshot: PublishedSnapshot,
  asked: string,
  isWanted: (hit: SearchHit) => boolean,
): Promise<string> {
  const name = trimWords(asked.split(' '), (word) => OF_QUESTIONS.test(word) || isAskingWord(word));
  const words = splitWords(name).filter((word) => !isBesideName(word) && word.length >= BEGINNING_CHARS);
  const whole = words.map((word) => [{ word, prefix: true, edits: 0 }]);
  const begun = words.map((word) => [{ word: word.slice(0, BEGINNING_CHARS), prefix: true, edits: 1 }]);
  for (const groups of words.length === 0 ? [] : [whole, begun]) {
    const found = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, NO_FILTER);
    const names = [...new Set(rankNames(found.filter(isWanted), groups).map((hit) => quoted(hit.name)))];
    if (names.length === 0) continue;
    return `Nothing called ${quoted(name)} is known here. Similar names: ${names.slice(0, SUGGESTED_MAX).join(', ')}.`;
  }
  return `Nothing called ${quoted(name)} is known here.`;
}

/** A whole name within a phrase, with the words before and after it. */
interface NameInside {
  readonly name: string;
  readonly hits: readonly SearchHit[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Limits on names within a phrase: words of the phrase, words of a name, and entries that are read. */
export const PHRASE_WORDS_MAX = 16;
const NAME_WORDS_MAX = 6;
export const INSIDE_MAX = 200;

/** Words beside which a name begins or ends. */
const SEPARATORS = /^(?:and|around|at|by|for|from|in|near|on|or|vs|with)$/u;

export function isBesideName(word = 'or'): boolean {
  return SEPARATORS.test(word) || isQuestionWord(word);
}

/**
 * Finds the whole name within a phrase that has the most words besides words of questions. It needs at least one. Next to
 * a name of one word there must be no other such word: "Light" is not a name in `light leather`.
 */
export async function findNameInside(
  snapshot: PublishedSnapshot,
  phrase: string,
  kinds: readonly string[],
): Promise<NameInside | null> {
  const words = nameKey(phrase).split(' ').slice(0, PHRASE_WORDS_MAX);
  const runs: { readonly at: number; readonly name: string; readonly keys: readonly string[] }[] = [];
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      const isApart = length > 1 || (isBesideName(words[at - 1]) && isBesideName(words[at + 1]));
      if (!isApart || run.every(isBesideName)) continue;
      runs.push({ at, name: run.join(' '), keys: listWholeNames(run.join(' ')) });
    }
  }
  // Three installs can call an item "Price of Light": words of questions do not make a name longer.
  const countNaming = (name: string): number => name.split(' ').filter((word) => !isBesideName(word)).length;
  runs.sort((a, b) => countNaming(b.name) - countNaming(a.name));
  const keys = [...new Set(runs.flatMap((run) => run.keys))];
  const named = keys.length === 0 ? [] : await snapshot.knowledge.named(keys, NO_FILTER, INSIDE_MAX);
  for (const { at, name, keys: spellings } of runs) {
    const hits = named.filter((hit) => kinds.includes(hit.kind) && spellings.includes(nameKey(hit.name)));
    if (hits.length === 0) continue;
    return { name, hits, before: words.slice(0, at), after: words.slice(at + name.split(' ').length) };
  }
  return null;
}

/** Words that are left out of unknown names. */
const OF_QUESTIONS = /^(?:levels?|quests?|rewards?|prices?|costs?|value|vendors?|trainers?|auction|house|\d+)$/u;

/** Joins words, without those at both ends that are in a list. Returns all of them if none is left. */
export function trimWords(words: readonly string[], isTrimmed: (word: string) => boolean): string {
  const [first, last] = [words.findIndex((word) => !isTrimmed(word)), words.findLastIndex((word) => !isTrimmed(word))];
  return (first === -1 ? words : words.slice(first, last + 1)).join(' ');
}

/** Renders `"Light Leather" is understood; ignored: "cheap" and "stuff".`, or null if no word is ignored. */
export function sayIgnored({ hits, before, after }: NameInside): string | null {
  const ignored = [...before, ...after].filter((word) => !isBesideName(word));
  return ignored.length === 0
    ? null
    : `${quoted(hits[0]!.name)} is understood; ignored: ${joinWithAnd(ignored.map(quoted))}.`;
}

/** Returns entries with a name in which each of these words, or its singular, begins a word. */
async function findNamesStartingWith(
  snapshot: PublishedSnapshot,
  text: string,
  isWanted: (hit: SearchHit) => boolean,
): Promise<readonly SearchHit[]> {
  for (const spelling of listSpellings(text)) {
    const begun = (await suggestNames(snapshot, spelling, BEGINNINGS_READ_MAX)).filter(isWanted);
    const words = spelling.split(' ');
    const isWhole = ({ name }: SearchHit): boolean => {
      const own = nameKey(name).split(' ');
      return words.every((word) => own.includes(word));
    };
    // "Silk Cloth" comes before "Silken Thread".
    if (begun.length > 0) return [...begun.filter(isWhole), ...begun.filter((hit) => !isWhole(hit))];
  }
  return [];
}

/** Number of names that a note lists. */
const OTHER_NAMES_MAX = 3;

function formatClosestNote(name: string, begun: readonly SearchHit[]): string {
  const [first, ...others] = [...new Set(begun.map((hit) => hit.name))];
  const closest = `The closest name to ${quoted(name)} is ${quoted(first!)}`;
  if (others.length === 0) return `${closest}.`;
  const listed = others.slice(0, OTHER_NAMES_MAX).map(quoted);
  const more = others.length > OTHER_NAMES_MAX ? [`${others.length - OTHER_NAMES_MAX} more`] : [];
  return `${closest}; others are ${joinWithAnd([...listed, ...more])}.`;
}

function listNamesakes({ name }: SearchHit, hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.filter((hit) => nameKey(hit.name) === nameKey(name));
}

function isFiled({ layer }: SearchHit): boolean {
  return layer === 'game-files';
}

/** Returns the keys of the whole names that a player may mean, who leaves out a leading article. */
export function listWholeNames(name: string): readonly string[] {
  return [...listSpellings(name), `the ${nameKey(name)}`];
}

/** Returns the key of a name as given, and with its last or first word in the singular. */
export function listSpellings(name: string): readonly string[] {
  const words = nameKey(name).split(' ');
  const last = words.at(-1)!;
  const [first, ...rest] = words;
  return [
    words.join(' '),
    ...listSingulars(last).map((one) => [...words.slice(0, -1), one].join(' ')),
    ...listSingulars(first!).map((one) => [one, ...rest].join(' ')),
  ];
}

/** Returns the number at the end of an entry's id, such as 7 for `npc:7`. */
export function parseId({ id }: Pick<SearchHit, 'id'>): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

/** Returns whether one of these places is in a zone with this name. */
export function isInZone(places: readonly Zone[] | null, { hits }: Pick<NameMatch, 'hits'>): boolean {
  return (places ?? []).some(({ mapId }) => hits.some(({ id }) => id === `zone:${mapId}`));
}
